import { announcePurchase } from '../../src/modules/messaging/index.ts'
import {
  confirmDelivery,
  confirmSandboxPayment,
  finishPurchase,
  startPurchase,
} from '../../src/modules/purchasing/index.ts'
import { rewardSale } from '../../src/modules/wallet/index.ts'
import { CITY, NEIGHBOURS } from './neighbours.ts'
import { read } from './say.ts'
import type { Trade } from './story.ts'
import { memberId, requireListing, type World } from './world.ts'

const CARD = '4242 4242 4242 4242'

interface TradeRow {
  id: string
  state: string
  earns_nothing: string | null
}

async function partiesOf(world: World, trade: Trade) {
  const listing = await requireListing(world, trade.listing)
  return { listingId: listing.id, sellerId: listing.ownerId, buyerId: await memberId(world, trade.buyer) }
}

/** The purchase that stands, whatever became of earlier attempts. */
async function findPurchase({ ctx }: World, listingId: string, buyerId: string): Promise<TradeRow | undefined> {
  return ctx
    .db('purchase')
    .where({ listing_id: listingId, buyer_id: buyerId })
    .whereIn('state', ['paid', 'disputed', 'delivered'])
    .first('id', 'state', 'earns_nothing')
}

/** The buyer pays with a test card, and the inbox tells both what is next. */
export async function pay(world: World, trade: Trade): Promise<void> {
  const { listingId, sellerId, buyerId } = await partiesOf(world, trade)
  const address = NEIGHBOURS[trade.buyer].address
  const order = trade.courier
    ? { deliveryMethod: 'doordash' as const, deliveryAddress: `${address}, ${CITY}` }
    : { deliveryMethod: 'message' as const }
  if (!(await findPurchase(world, listingId, buyerId))) {
    const { clientSecret } = await startPurchase(world.ctx, { listingId, buyerId, ...order })
    const { paymentIntentId } = await confirmSandboxPayment(world.ctx, {
      clientSecret,
      cardNumber: CARD,
      callerId: buyerId,
    })
    await finishPurchase(world.ctx, { listingId, buyerId, paymentIntentId })
  }
  const purchase = await findPurchase(world, listingId, buyerId)
  if (!purchase) throw new Error(`${trade.buyer} could not pay for ${trade.listing}`)
  await announcePurchase(world.ctx, {
    purchaseId: purchase.id,
    listingId,
    sellerId,
    buyerId,
    deliveryMethod: order.deliveryMethod,
  })
}

export async function receive(world: World, trade: Trade): Promise<void> {
  const { listingId, sellerId, buyerId } = await partiesOf(world, trade)
  const purchase = await findPurchase(world, listingId, buyerId)
  if (!purchase) throw new Error(`${trade.buyer} has not paid for ${trade.listing}`)
  if (purchase.state === 'paid') await confirmDelivery(world.ctx, { listingId, buyerId })
  const at = world.ctx.clock.now().toISOString()
  const { earns_nothing: why } = (await findPurchase(world, listingId, buyerId)) ?? purchase
  await rewardSale(world.ctx, {
    purchaseId: purchase.id,
    listingId,
    sellerId,
    buyerId,
    earnsNothing: why !== null,
    at,
  })
  // Nothing is left to arrange.
  for (const readerId of [sellerId, buyerId]) await read(world, { listingId, participantId: buyerId, readerId })
}
