import { cancelPurchase, confirmDelivery } from '../../../modules/purchasing/index.ts'
import type { QueueName } from '../../../events.ts'
import { demand, type DrillMarket } from '../drill.ts'
import { buildListings, buildMembers, buy, inTurns } from './trade-steps.ts'

/** The queues that `tradeForJobs` leaves jobs in. */
export const QUEUES = [
  'messaging.announce-purchase',
  'messaging.write-note',
  'purchasing.refund-card',
  'wallet.reward-listing',
  'wallet.reward-sale',
] as const satisfies QueueName[]

type Effects = Record<'announced' | 'notes' | 'refunds' | 'listings' | 'sales', number>

/** Buys, confirms and cancels, which leaves jobs to be run. @returns what these will have done in the end, each once */
export async function tradeForJobs(market: DrillMarket, purchases: number): Promise<Effects> {
  const { ctx } = market
  const sellers = await buildMembers(market, 5)
  const buyers = await buildMembers(market, 5)
  const listings = await buildListings(market, sellers, purchases, '0.10')
  await inTurns(listings, 4, async (listingId, index) => {
    const [buyerId, sellerId] = [buyers[index % buyers.length]!, sellers[index % sellers.length]!]
    const { purchaseId } = await buy(ctx, buyerId, listingId)
    // A purchase that was cancelled before it was announced has nothing to announce.
    if (index % 3 === 0) await confirmDelivery(ctx, { listingId, buyerId })
    if (index % 3 === 1) await cancelPurchase(ctx, { purchaseId, sellerId, relist: false })
  })
  const cancelled = listings.filter((_, index) => index % 3 === 1).length
  // A listing counts as soon as it is sold; the others haven't stood for a day.
  const sold = new Set(listings.flatMap((_, index) => (index % 3 === 0 ? [index % sellers.length] : []))).size
  return { announced: purchases - cancelled, notes: cancelled, refunds: cancelled, listings: sold, sales: sold }
}

/** @throws Error unless every job has had its effect, once */
export async function demandEffects({ ctx }: DrillMarket, wanted: Effects): Promise<void> {
  const { rows } = await ctx.db.raw<{ rows: Effects[] }>(`
    select (select count(*)::int from message where reason like 'purchase:%:paid') as announced,
      (select count(*)::int from message where reason like 'purchase:%:cancelled-by-the-seller') as notes,
      (select count(*)::int from sandbox_object where kind = 'refund') as refunds,
      (select count(*)::int from transfer where kind = 'first_listing') as listings,
      (select count(*)::int from transfer where kind = 'first_sale') as sales`)
  for (const [what, count] of Object.entries(wanted)) demand(what, rows[0]?.[what as keyof Effects], count)
}
