import { setTimeout as sleep } from 'node:timers/promises'
import type { Tables } from '../../../platform/database.ts'
import { MAX_OPEN_RESERVATIONS } from '../../../modules/purchasing/contract.ts'
import { cancelPurchase } from '../../../modules/purchasing/index.ts'
import { signEvent } from '../../doubles/stripe-double.ts'
import { demand, type DrillMarket, type Figures } from '../drill.ts'
import { audited, buildListings, buildMembers, inTurns, order, runJobs, shuffle } from './trade-steps.ts'

/** The provider beside a market whose jobs run when the drill says so. */
export interface Provider {
  /** The market's. */
  url: string
  hookSecret: string
  /** The events so far. */
  happened: object[]
  pay(paymentId: string, paymentMethod?: string): Promise<void>
}

const COPIES = 3
const TOLERANCE_SECONDS = 300

/**
 * Promise 8: forged events are refused and change nothing; true ones may come three times each, in any order, late, and
 * once more when all is over. A purchase is paid once, and given back once.
 */
export async function webhooks(market: DrillMarket, provider: Provider, purchases: number): Promise<Figures> {
  const { ctx } = market
  const [seller, ...buyers] = await buildMembers(market, 1 + Math.ceil(purchases / MAX_OPEN_RESERVATIONS))
  const listings = await buildListings(market, [seller!], purchases, '0.10')
  const started: string[] = []
  await inTurns(listings, 4, async (listingId, index) => {
    const { purchaseId, clientSecret } = await order(ctx, buyers[index % buyers.length]!, listingId)
    const paymentId = clientSecret.split('_secret_')[0]!
    if (index % 3 === 0) await provider.pay(paymentId, 'pm_card_visa_chargeDeclined').catch(() => undefined)
    await provider.pay(paymentId)
    started.push(purchaseId)
  })
  const refused = await forge(market, provider)
  demand('purchases that a forged event changed', await countIn(market, 'reserved'), purchases)
  let taken = await deliverAll(market, provider)
  demand('paid', await countIn(market, 'paid'), purchases)
  await runJobs(ctx)
  const cancelled = started.filter((_, index) => index % 2 === 0)
  for (const purchaseId of cancelled) await cancelPurchase(ctx, { purchaseId, sellerId: seller!, relist: false })
  await runJobs(ctx)
  // The old ones too, of purchases that have moved on since.
  taken += await deliverAll(market, provider)
  await runJobs(ctx)
  demand('paid in the end', await countIn(market, 'paid'), purchases - cancelled.length)
  demand('refunded', await countIn(market, 'refunded'), cancelled.length)
  const events = provider.happened.length
  await demandOnce(market, { purchases, events })
  return { purchases, events, taken, refused, refunded: cancelled.length, ...(await audited(ctx)) }
}

/** Each event as four forgers would send it, all refused. */
async function forge({ ctx, clock, random }: DrillMarket, { url, hookSecret, happened }: Provider): Promise<number> {
  const now = clock.now()
  const old = new Date(now.getTime() - (TOLERANCE_SECONDS + 1 + Math.floor(random() * 3600)) * 1000)
  const statuses: number[] = []
  for (const body of happened.map((event) => JSON.stringify(event))) {
    const signature = signEvent(body, hookSecret, now)
    const place = Math.floor(random() * body.length)
    const changed = body.slice(0, place) + (body[place] === '7' ? '8' : '7') + body.slice(place + 1)
    statuses.push(
      await post(url, changed, signature),
      await post(url, body, signEvent(body, 'whsec_another', now)),
      await post(url, body, signEvent(body, hookSecret, old)),
      await post(url, body, signature.replace(/t=\d+/, `t=${Math.floor(now.getTime() / 1000) - 1}`)),
    )
  }
  demand('forged events that were not refused', statuses.filter((status) => status !== 400).length, 0)
  demand('forged events recorded', (await ctx.db('card_event')).length, 0)
  return statuses.length
}

/** Every event so far, three times, in a new order, each signed at a time of its own within the tolerance. */
async function deliverAll(market: DrillMarket, { url, hookSecret, happened }: Provider): Promise<number> {
  const bodies = happened.flatMap((event) => Array.from({ length: COPIES }, () => JSON.stringify(event)))
  await inTurns(shuffle(market, bodies), 8, async (body) => {
    const at = new Date(market.clock.now().getTime() - market.random() * (TOLERANCE_SECONDS - 60) * 1000)
    demand('the answer to an event', await post(url, body, signEvent(body, hookSecret, at)), 200)
  })
  return bodies.length
}

async function post(url: string, body: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const answer = await fetch(`${url}/api/stripe/webhook`, { method: 'POST', headers, body })
  await answer.body?.cancel()
  if (answer.status !== 429) return answer.status
  // More than the market takes of one sender in a minute; the provider comes again.
  await sleep(Number(answer.headers.get('retry-after')) * 1000)
  return post(url, body, signature)
}

async function countIn({ ctx }: DrillMarket, state: Tables['purchase_line']['state']): Promise<number> {
  return (await ctx.db('purchase_line').where({ state })).length
}

async function demandOnce({ ctx }: DrillMarket, { purchases, events }: Record<string, number>): Promise<void> {
  const { rows } = await ctx.db.raw<{ rows: Record<'events' | 'problems' | 'messages', number>[] }>(`
    select (select count(*)::int from card_event) as events,
      (select count(*)::int from card_event where problem is not null or processed_at is null) as problems,
      (select count(*)::int from message where reason like 'purchase:%:paid') as messages`)
  demand('events recorded', rows[0]?.events, events)
  demand('events not processed', rows[0]?.problems, 0)
  demand('arrangement messages', rows[0]?.messages, purchases)
}
