import { DAY_MS, HOUR_MS } from '../../src/platform/durations.ts'
import { offerTimes, takeTime } from '../../src/modules/handover/index.ts'
import { announcePurchase } from '../../src/modules/messaging/index.ts'
import {
  confirmOrder,
  confirmSandboxPayment,
  finishPurchase,
  startOrder,
  tradedOutside,
} from '../../src/modules/purchasing/index.ts'
import { rewardSale } from '../../src/modules/wallet/index.ts'
import { minuteOf, nextTime } from '../../src/platform/local-time.ts'
import { CITY, NEIGHBOURS } from './neighbours.ts'
import { read } from './say.ts'
import type { Trade } from './demo-trade.ts'
import { memberId, requireListing, type World } from './world.ts'

const CARD = '4242 4242 4242 4242'

interface TradeRow {
  purchase_id: string
  reference: string
  listing_id: string | null
  state: string
  earns_nothing: string | null
}

async function partiesOf(world: World, { listing, others = [], buyer }: Trade) {
  const listings = await Promise.all([listing, ...others].map((key) => requireListing(world, key)))
  const [first] = listings
  if (!first) throw new Error(`${listing} is not there`)
  return { itemIds: listings.map(({ id }) => id), sellerId: first.ownerId, buyerId: await memberId(world, buyer) }
}

/** The purchase as it stands, whatever became of earlier attempts. */
async function findLines({ ctx }: World, itemIds: string[]): Promise<TradeRow[]> {
  return ctx
    .db('purchase_line')
    .whereIn('listing_id', itemIds)
    .whereIn('state', ['paid', 'disputed', 'delivered'])
    .orderBy('number')
    .select('purchase_id', 'reference', 'listing_id', 'state', 'earns_nothing')
}

/** The buyer pays with a test card, and the inbox tells both what is next. */
export async function pay(world: World, trade: Trade): Promise<void> {
  const { itemIds, sellerId, buyerId } = await partiesOf(world, trade)
  const address = NEIGHBOURS[trade.buyer].address
  const order = trade.courier
    ? { deliveryMethod: 'doordash' as const, deliveryAddress: `${address}, ${CITY}` }
    : { deliveryMethod: 'message' as const }
  if ((await findLines(world, itemIds)).length === 0) {
    const { purchaseId, clientSecret } = await startOrder(world.ctx, { itemIds, buyerId, ...order })
    const { paymentIntentId } = await confirmSandboxPayment(world.ctx, {
      clientSecret,
      cardNumber: CARD,
      callerId: buyerId,
    })
    await finishPurchase(world.ctx, { purchaseId, buyerId, paymentIntentId })
  }
  const [line] = await findLines(world, itemIds)
  const [listingId, ...otherListingIds] = itemIds
  if (!line || listingId === undefined) throw new Error(`${trade.buyer} could not pay for ${trade.listing}`)
  await announcePurchase(world.ctx, {
    purchaseId: line.purchase_id,
    listingId,
    otherListingIds,
    sellerId,
    buyerId,
    deliveryMethod: order.deliveryMethod,
  })
}

/** The two agree on when to meet, as far as the story says. */
export async function arrange(world: World, { agreed, times = [], ...trade }: Trade): Promise<void> {
  const { itemIds, sellerId, buyerId } = await partiesOf(world, trade)
  const [line] = await findLines(world, itemIds)
  if (!line) throw new Error(`${trade.buyer} has not paid for ${trade.listing}`)
  const about = { purchaseId: line.purchase_id, seen: null }
  const { clock, config } = world.present
  const offered = times.map(([days, at]) => {
    // On the day so many days from now, by the market's clock.
    const midnight = nextTime(new Date(clock.now().getTime() + (days - 1) * DAY_MS), 0, config.MARKET_TIME_ZONE)
    const start = nextTime(midnight, minuteOf(at), config.MARKET_TIME_ZONE)
    return { start: start.toISOString(), end: new Date(start.getTime() + HOUR_MS).toISOString() }
  })
  const card = await offerTimes(world.ctx, { ...about, memberId: buyerId, times: offered })
  const [first] = offered
  if (agreed && card.offer && first)
    await takeTime(world.ctx, { ...about, memberId: sellerId, offerId: card.offer.id, start: first.start })
}

export async function receive(world: World, trade: Trade): Promise<void> {
  const { itemIds, sellerId, buyerId } = await partiesOf(world, trade)
  const [line] = await findLines(world, itemIds)
  if (!line) throw new Error(`${trade.buyer} has not paid for ${trade.listing}`)
  const purchaseId = line.purchase_id
  if (line.state === 'paid') await confirmOrder(world.ctx, { purchaseId, buyerId })
  const at = world.ctx.clock.now().toISOString()
  const delivered = await findLines(world, itemIds)
  const earning = delivered.flatMap(({ earns_nothing: why, reference, listing_id: listingId }) =>
    why === null && listingId !== null ? [{ reference, listingId }] : [],
  )
  await rewardSale(world.ctx, { purchaseId, sellerId, buyerId, earning, at }, tradedOutside)
  // Nothing is left to arrange.
  for (const readerId of [sellerId, buyerId])
    for (const listingId of itemIds.slice(0, 1)) await read(world, { listingId, participantId: buyerId, readerId })
}
