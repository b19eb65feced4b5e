import { cancelPurchase, confirmDelivery, confirmOrder, finishPurchase } from '../../../modules/purchasing/index.ts'
import { MAX_OPEN_RESERVATIONS } from '../../../modules/purchasing/contract.ts'
import { connectDatabase } from '../../../platform/database.ts'
import { attachQueue } from '../../../platform/jobs/queue.ts'
import { handlers } from '../../../worker.ts'
import { crashes, type CrashSize } from '../faults/crashes.ts'
import { openCardWorld } from './card-world.ts'
import { overlappingBaskets } from './orders.ts'
import { outage } from '../faults/outage.ts'
import { shutdown } from '../faults/shutdown.ts'
import { openSite } from '../site.ts'
import { slowJobs } from '../faults/slow-jobs.ts'
import { webhooks } from './webhooks.ts'
import { demand, type Drill, type DrillMarket, type Figures } from '../drill.ts'
import {
  attempt,
  audited,
  buildListings,
  buildMembers,
  buy,
  inTurns,
  order,
  payAhead,
  runJobs,
  shuffle,
} from './trade-steps.ts'

/** The size of each promise's test; the tests show less. */
export interface Size {
  race: { listings: number; buyers: number }
  baskets: number
  trades: number
  purchases: number
  webhooks: number
  jobs: number
  crashes: Omit<CrashSize, 'way'>
  alone: Omit<CrashSize, 'way'>
  outage: Parameters<typeof outage>[1]
  shutdown: { stops: number; clients: number }
}
const LONG: Size = {
  race: { listings: 200, buyers: 20 },
  baskets: 200,
  trades: 200,
  purchases: 200,
  webhooks: 200,
  jobs: 40,
  crashes: { kills: 60, databaseKills: 10, buyers: 10 },
  alone: { kills: 10, databaseKills: 2, buyers: 10 },
  outage: { cuts: 60, everyMs: 2000, buyers: 10, readyWithinMs: 5000 },
  shutdown: { stops: 10, clients: 20 },
}

/** Promises 2, 3, 6 to 10, 13 and 14, with purchases from end to end at the built-in card sandbox. */
export const PURCHASING_DRILLS: Record<string, Drill> = {
  'purchase-one-buyer': (market) => oneBuyer(market, LONG.race),
  'purchase-one-end': (market) => oneEnd(market, LONG.trades),
  'purchase-any-order': (market) => anyOrder(market, LONG.trades),
  'purchase-overlapping-baskets': (market) => overlappingBaskets(market, LONG.baskets),
  'purchase-crashes': (market) => crashes(market, { ...LONG.crashes, way: 'all' }),
  'purchase-crashes-webhook': (market) => crashes(market, { ...LONG.alone, way: 'webhook' }),
  'purchase-crashes-sweeper': (market) => crashes(market, { ...LONG.alone, way: 'sweeper' }),
  'purchase-crashes-call': (market) => crashes(market, { ...LONG.alone, way: 'call' }),
  'purchase-webhooks': (market) => besideProvider(market, LONG.webhooks),
  'purchase-slow-jobs': (market) => slowJobs(market, LONG.jobs),
  'purchase-outage': (market) => outage(market, LONG.outage),
  'purchase-shutdown': (market) => shutdown(market, LONG.shutdown),
  'purchase-full-pool': (market) => fullPool(market, LONG.purchases),
}

/** Promise 8 at a market with a provider of its own, whose events are sent by hand. */
async function besideProvider(market: DrillMarket, purchases: number): Promise<Figures> {
  const world = await openCardWorld(market, { dropped: 0, lost: 0, copies: 0, lateMs: 0 })
  const site = await openSite(market, { ...world.env, WORKERS: 'off' })
  try {
    return await webhooks({ ...site, random: market.random }, { ...world, url: site.url }, purchases)
  } finally {
    await site.stop()
    await world.stop()
  }
}

/** Promise 6: all want every listing at once; each is reserved for one, and nobody else has paid or lost anything. */
export async function oneBuyer(market: DrillMarket, size: Size['race']): Promise<Figures> {
  const { ctx } = market
  const [seller] = await buildMembers(market, 1)
  const listings = await buildListings(market, [seller!], size.listings, '0.01')
  let [wins, refused] = [0, 0]
  let buyers: string[] = []
  for (const [index, listingId] of listings.entries()) {
    // One of them may win all that they want, before others come.
    if (index % MAX_OPEN_RESERVATIONS === 0) buyers = await buildMembers(market, size.buyers)
    const answers = await Promise.all(buyers.map((buyerId) => attempt(() => order(ctx, buyerId, listingId))))
    wins += answers.filter((answer) => answer === 'done').length
    refused += answers.filter((answer) => answer === 'LISTING_RESERVED').length
  }
  demand('wins', wins, size.listings)
  demand('clean refusals', refused, size.listings * (size.buyers - 1))
  const { rows } = await ctx.db.raw<{ rows: { payments: number }[] }>(
    "select count(*)::int as payments from sandbox_object where kind = 'payment_intent'",
  )
  demand('payments opened', rows[0]?.payments, size.listings)
  return { listings: size.listings, wins, refused, ...(await audited(ctx)) }
}

/** Promise 3: confirmed and cancelled three times each, at once: one wins. */
export async function oneEnd(market: DrillMarket, trades: number): Promise<Figures> {
  const { ctx } = market
  const [seller, ...buyers] = await buildMembers(market, 21)
  const listings = await buildListings(market, [seller!], trades, '0.10')
  const outcomes = { delivered: 0, cancelled: 0 }
  await inTurns(listings, 4, async (listingId, index) => {
    const buyerId = buyers[index % buyers.length]!
    const { purchaseId } = await buy(ctx, buyerId, listingId)
    // By item, the order is looked up first: the cancellation is nearly always there before.
    const byItem = index % 4 === 0
    const confirm = () =>
      attempt(() =>
        byItem ? confirmDelivery(ctx, { listingId, buyerId }) : confirmOrder(ctx, { purchaseId, buyerId }),
      )
    const cancel = () => attempt(() => cancelPurchase(ctx, { purchaseId, sellerId: seller!, relist: false }))
    const tries = shuffle(market, [confirm, cancel, confirm, cancel, confirm, cancel])
    const answers = await Promise.all(tries.map(async (one) => ({ one, answer: await one() })))
    const won = answers.filter(({ answer }) => answer === 'done')
    demand('winners', won.length, 1)
    demand('losers', answers.filter(({ answer }) => answer === 'NOT_AWAITING_DELIVERY').length, 5)
    outcomes[won[0]?.one === confirm ? 'delivered' : 'cancelled'] += 1
  })
  await runJobs(ctx)
  return { trades, ...outcomes, ...(await audited(ctx)) }
}

/** Promise 7: call, webhook and sweeper in any order and number, and each alone: paid once. */
export async function anyOrder(market: DrillMarket, trades: number): Promise<Figures> {
  const { ctx, clock } = market
  const [seller, ...buyers] = await buildMembers(market, 21)
  const listings = await buildListings(market, [seller!], trades, '0.10')
  const ways: Record<string, number> = {}
  for (const [index, listingId] of listings.entries()) {
    const buyerId = buyers[index % buyers.length]!
    const { paymentIntentId } = await payAhead(ctx, buyerId, listingId)
    const call = () => finishPurchase(ctx, { listingId, buyerId, paymentIntentId })
    const hook = () => runJobs(ctx, 'purchasing.deliver-sandbox-event')
    const sweeper = () => {
      clock.advance({ minutes: 16 })
      return handlers(ctx)['purchasing.sweep-reservations']({})
    }
    const paths = [call, hook, sweeper]
    // Each alone first: together one may hide what another lacks.
    const chosen = paths[index] ? [paths[index]] : shuffle(market, paths).slice(0, 1 + Math.floor(market.random() * 3))
    const way = chosen.map((one) => (one === call ? 'call' : one === hook ? 'hook' : 'sweeper'))
    if (market.random() < 0.5) for (const one of [...chosen, ...chosen]) await one()
    else await Promise.all([...chosen, ...chosen].map((one) => one()))
    const row = await ctx.db('purchase_line').where({ listing_id: listingId }).first()
    demand(`state after ${way.join(', ')}`, row?.state, 'paid')
    const alone = way.length === 1 ? `${way[0]} alone` : 'together'
    ways[alone] = (ways[alone] ?? 0) + 1
  }
  await runJobs(ctx)
  const { rows } = await ctx.db.raw<{ rows: { messages: number }[] }>(
    "select count(*)::int as messages from message where reason like 'purchase:%:paid'",
  )
  demand('arrangement messages', rows[0]?.messages, trades)
  return { trades, ...ways, ...(await audited(ctx)) }
}

/** Promise 13: with five connections any number of purchases goes through; none waits for another for ever. */
export async function fullPool(market: DrillMarket, purchases: number): Promise<Figures> {
  const [seller, ...buyers] = await buildMembers(market, 41)
  const listings = await buildListings(market, [seller!], purchases, '0.10')
  const db = connectDatabase(market.ctx.config.DATABASE_URL, { poolMax: 5, applicationName: 'market-drill-pool' })
  attachQueue(db, market.ctx.queue)
  const ctx = { ...market.ctx, db }
  try {
    const started = performance.now()
    await Promise.all(listings.map((listingId, index) => buy(ctx, buyers[index % buyers.length]!, listingId)))
    const seconds = (performance.now() - started) / 1000
    const paid = await db('purchase').where({ state: 'paid' })
    demand('paid', paid.length, purchases)
    return { purchases, 'purchases per second': (purchases / seconds).toFixed(1), ...(await audited(ctx)) }
  } finally {
    await db.destroy()
  }
}
