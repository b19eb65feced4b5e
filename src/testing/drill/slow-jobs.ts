import { setTimeout as sleep } from 'node:timers/promises'
import { cancelPurchase, confirmDelivery } from '../../modules/purchasing/index.ts'
import type { QueueName } from '../../events.ts'
import { handlers } from '../../worker.ts'
import { demand, type DrillMarket, type Figures } from './drill.ts'
import { audited, buildListings, buildMembers, buy, inTurns } from './trade-steps.ts'

const QUEUES = [
  'messaging.announce-purchase',
  'messaging.write-note',
  'purchasing.refund-card',
  'wallet.reward-listing',
  'wallet.reward-sale',
] as const satisfies QueueName[]
const WORK_MS = 1600
const DONE_WITHIN_MS = 180_000
/** Twice the queue gives a job up and hands it out again while the first run still works. */
const SLOW_RUNS = 2

/** Promise 9: jobs that expire while they are worked on run again, beside themselves; each has its effect once. */
export async function slowJobs(market: DrillMarket, purchases: number): Promise<Figures> {
  const { ctx } = market
  const sellers = await buildMembers(market, 5)
  const buyers = await buildMembers(market, 5)
  const listings = await buildListings(market, sellers, purchases, '0.10')
  await inTurns(listings, 4, async (listingId, index) => {
    const [buyerId, sellerId] = [buyers[index % buyers.length]!, sellers[index % sellers.length]!]
    const { purchaseId } = await buy(ctx, buyerId, listingId)
    // Of a purchase that was cancelled before it was announced there is nothing to announce.
    if (index % 3 === 0) await confirmDelivery(ctx, { listingId, buyerId })
    if (index % 3 === 1) await cancelPurchase(ctx, { purchaseId, sellerId, relist: false })
  })
  const jobs = await shorten(market)
  const runs = await workSlowly(market, jobs)
  const effects = await countEffects(market)
  const cancelled = listings.filter((_, index) => index % 3 === 1).length
  demand('announcements', effects.announced, purchases - cancelled)
  demand('notes of cancellations', effects.notes, cancelled)
  demand('refunds', effects.refunds, cancelled)
  const sold = listings.flatMap((_, index) => (index % 3 === 0 ? [index % sellers.length] : []))
  // A listing counts as soon as it is sold; the others haven't stood for a day.
  demand('bonuses for a first listing', effects.listings, new Set(sold).size)
  demand('bonuses for a first sale', effects.sales, new Set(sold).size)
  return { jobs, runs, ...effects, ...(await audited(ctx)) }
}

/** Gives each waiting job a second, and another chance at once. */
async function shorten({ ctx }: DrillMarket): Promise<number> {
  return ctx
    .db('pgboss.job')
    .whereIn('name', [...QUEUES])
    .where({ state: 'created' })
    .update({ expire_seconds: 1, retry_limit: 10, retry_delay: 0, retry_backoff: false })
}

/** @returns how often a handler ran to its end */
async function workSlowly({ ctx }: DrillMarket, jobs: number): Promise<number> {
  const { boss } = ctx.queue
  const table = handlers(ctx)
  const [begun, done] = [new Map<string, number>(), new Map<string, number>()]
  const count = (counts: Map<string, number>, id: string) => {
    counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts.get(id)!
  }
  for (const name of QUEUES) {
    const handle = table[name] as (payload: unknown) => Promise<void>
    await boss.work(name, { pollingIntervalSeconds: 0.5, localConcurrency: 10 }, async ([job]) => {
      const slow = count(begun, job!.id) <= SLOW_RUNS
      // Half of them are cut off before their effect, half after it.
      const before = job!.id < '8'
      if (slow && before) await sleep(WORK_MS)
      await handle(job!.data)
      if (slow && !before) await sleep(WORK_MS)
      count(done, job!.id)
    })
  }
  const total = () => [...done.values()].reduce((sum, runs) => sum + runs, 0)
  const unfinished = () => jobs - [...done.values()].filter((runs) => runs > SLOW_RUNS).length
  const deadline = Date.now() + DONE_WITHIN_MS
  while (unfinished() > 0) {
    if (Date.now() > deadline) demand('jobs that never came to their end', unfinished(), 0)
    await sleep(100)
  }
  for (const name of QUEUES) await boss.offWork(name)
  const open = await ctx
    .db('pgboss.job')
    .whereIn('name', [...QUEUES])
    .whereNot({ state: 'completed' })
  demand('jobs not completed', open.length, 0)
  return total()
}

async function countEffects({
  ctx,
}: DrillMarket): Promise<Record<'announced' | 'notes' | 'refunds' | 'listings' | 'sales', number>> {
  const { rows } = await ctx.db.raw<{ rows: Awaited<ReturnType<typeof countEffects>>[] }>(`
    select (select count(*)::int from message where reason like 'purchase:%:paid') as announced,
      (select count(*)::int from message where reason like 'purchase:%:cancelled-by-the-seller') as notes,
      (select count(*)::int from sandbox_object where kind = 'refund') as refunds,
      (select count(*)::int from transfer where kind = 'first_listing') as listings,
      (select count(*)::int from transfer where kind = 'first_sale') as sales`)
  return rows[0]!
}
