import Stripe from 'stripe'
import { createSandbox } from '../../modules/purchasing/card/sandbox/sandbox.ts'
import type { Answer } from './client.ts'
import { testMarket, type TestMarket } from './market.ts'
import {
  eventCourier,
  startStripeDouble,
  type Delivery,
  type EventCourier,
  type StripeDouble,
} from '../doubles/stripe-double.ts'

const SECRET = 'sk_test_double'
const HOOK = 'whsec_double'

export interface CardMarket {
  market: TestMarket
  double: StripeDouble
  courier: EventCourier
  /** Payment -> the fingerprint of the card that paid it; the sandbox gives its cards none. */
  fingerprints: Map<string, string>
  /** Pays as the provider's form in the browser does; the market has not been told yet. */
  pay(paymentId: string, paymentMethod?: string): Promise<void>
  /** Delivers the provider's waiting events to the market; answers the statuses. */
  deliverEvents(how?: Partial<Delivery>): Promise<number[]>
  /** Posts bytes to the webhook. */
  postEvent(body: string, signature: string): Promise<Answer<{ code?: string }>>
  stop(): Promise<void>
}

/** A market with card keys, whose provider is a server of its own that can have bad days and loses no event by itself. */
export async function cardMarket(): Promise<CardMarket> {
  const courier = eventCourier(HOOK)
  let answer: (request: Request) => Promise<Response> = () => Promise.reject(new Error('not open yet'))
  const fingerprints = new Map<string, string>()
  const double = await startStripeDouble(async (request) => addFingerprint(await answer(request), fingerprints))
  const env = {
    STRIPE_SECRET_KEY: SECRET,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
    STRIPE_WEBHOOK_SECRET: HOOK,
    STRIPE_API_BASE: double.url,
    // Errors here are meant.
    LOG_LEVEL: 'fatal',
  }
  const market = await testMarket({ env })
  const { db } = market.ctx
  answer = createSandbox({ db, clock: market.clock, secretKey: SECRET, emit: courier.emit })
  // Not through the double: the browser speaks to the provider itself, and the faults are for the market.
  const browser = new Stripe(SECRET, {
    httpClient: Stripe.createFetchHttpClient((url, init) => answer(new Request(url, init))),
  })
  const webhook = `${market.url}/api/stripe/webhook`
  return {
    market,
    double,
    courier,
    fingerprints,
    async pay(paymentId, paymentMethod = 'pm_card_visa') {
      await browser.paymentIntents.confirm(paymentId, { payment_method: paymentMethod })
    },
    deliverEvents: (how) => courier.deliver(webhook, { at: market.clock.now(), ...how }),
    postEvent: (body, signature) =>
      market.visitor().post('/api/stripe/webhook', body, { headers: { 'stripe-signature': signature } }),
    async stop() {
      await market.stop()
      await double.stop()
    },
  }
}

async function addFingerprint(answer: Response, fingerprints: Map<string, string>): Promise<Response> {
  const body = (await answer.clone().json()) as { id: string; latest_charge?: object | string | null }
  const fingerprint = fingerprints.get(body.id)
  if (fingerprint === undefined || typeof body.latest_charge !== 'object' || body.latest_charge === null) return answer
  const charge = { ...body.latest_charge, payment_method_details: { type: 'card', card: { fingerprint } } }
  return Response.json({ ...body, latest_charge: charge })
}
