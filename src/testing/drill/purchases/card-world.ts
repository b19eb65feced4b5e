import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { createSandbox } from '../../../modules/purchasing/card/sandbox/sandbox.ts'
import { signEvent, startStripeDouble, type Fault } from '../../doubles/stripe-double.ts'
import type { DrillMarket } from '../drill.ts'

const SECRET = 'sk_test_drill'
const HOOK = 'whsec_drill'

/** The behaviour of the provider and the way to it; may be changed at any time. */
export interface Weather {
  /** Share of requests that are worked on and whose replies never arrive … */
  dropped: number
  /** … and of those that never arrive themselves. */
  lost: number
  /** The number of times that each event is sent; 0: never. */
  copies: number
  /** Each copy is sent after a time of its own up to this. */
  lateMs: number
}

export interface CardWorld {
  hookSecret: string
  /** For the market: its keys, and where the provider is. */
  env: Record<string, string>
  weather: Weather
  /** The fate of single requests, as they come. */
  faults: Fault[]
  counts: { requests: number; 'dropped replies': number; events: number; 'events sent': number }
  /** Events as they happen, for who sends them by hand. */
  happened: object[]
  /** Sends the events there from now on. */
  deliverTo(url: string): void
  /** Pays as the provider's form in the browser does; the market has not been told. */
  pay(paymentId: string, paymentMethod?: string): Promise<void>
  /** Waits until every event has been taken as often as it was to be sent. */
  delivered(): Promise<void>
  /** No more events are sent. */
  end(): Promise<void>
  stop(): Promise<void>
}

/** The card provider as a server of its own, with its own books (in the drill's database): it outlives the market. */
export async function openCardWorld({ ctx, clock, random }: DrillMarket, weather: Weather): Promise<CardWorld> {
  const counts = { requests: 0, 'dropped replies': 0, events: 0, 'events sent': 0 }
  const happened: object[] = []
  const underWay = new Set<Promise<void>>()
  let [webhook, open] = ['', true]
  const emit = (_trx: unknown, event: object) => {
    counts.events += 1
    happened.push(event)
    for (let copy = 0; copy < weather.copies; copy += 1) {
      const sending = send(JSON.stringify(event)).finally(() => underWay.delete(sending))
      underWay.add(sending)
    }
    return Promise.resolve()
  }
  /** Late, in no order, and again until it is taken, as the provider does it. */
  async function send(body: string): Promise<void> {
    await sleep(50 + random() * weather.lateMs)
    while (open) {
      counts['events sent'] += 1
      const headers = { 'content-type': 'application/json', 'stripe-signature': signEvent(body, HOOK, clock.now()) }
      const taken = await fetch(webhook, { method: 'POST', headers, body }).then(
        (answer) => answer.ok,
        () => false,
      )
      if (taken) return
      await sleep(300)
    }
  }
  const sandbox = createSandbox({ db: ctx.db, clock, secretKey: SECRET, emit })
  const double = await startStripeDouble(async (request) => {
    counts.requests += 1
    const luck = random()
    if (luck < weather.lost) throw new Error('the request is lost')
    const reply = await sandbox(request)
    if (luck >= weather.lost + weather.dropped) return reply
    counts['dropped replies'] += 1
    throw new Error('the reply is lost')
  })
  // The browser speaks to the provider itself.
  const browser = new Stripe(SECRET, {
    httpClient: Stripe.createFetchHttpClient((url, init) => sandbox(new Request(url, init))),
  })
  return {
    hookSecret: HOOK,
    env: {
      STRIPE_SECRET_KEY: SECRET,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_drill',
      STRIPE_WEBHOOK_SECRET: HOOK,
      STRIPE_API_BASE: double.url,
    },
    weather,
    faults: double.faults,
    counts,
    happened,
    deliverTo: (url) => (webhook = `${url}/api/stripe/webhook`),
    async pay(paymentId, paymentMethod = 'pm_card_visa') {
      await browser.paymentIntents.confirm(paymentId, { payment_method: paymentMethod })
    },
    async delivered() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    async end() {
      open = false
      await Promise.all(underWay)
    },
    stop: () => double.stop(),
  }
}
