import {
  cancelPurchase,
  confirmOrder,
  confirmSandboxPayment,
  finishPurchase,
  startOrder,
} from '../../../modules/purchasing/index.ts'
import { demand, type DrillMarket, type Figures } from '../drill.ts'
import { attempt, audited, buildListings, buildMembers, runJobs, shuffle } from './trade-steps.ts'

const ITEMS = 6
const MOST_LINES = 4

interface Won {
  buyerId: string
  purchaseId: string
  clientSecret: string
  itemIds: string[]
}

/**
 * Baskets of one to four things of one neighbour that overlap in part, wanted by three buyers at once and named in any
 * order: each thing is sold once, and no order is half reserved. What was won is paid; then its things are confirmed and
 * called off, one by one and all together, at the same moment.
 */
export async function overlappingBaskets(market: DrillMarket, rounds: number): Promise<Figures> {
  const { ctx } = market
  const figures = { orders: 0, refused: 0, things: 0, delivered: 0, 'called off': 0 }
  for (let round = 0; round < rounds; round += 1) {
    const [seller, ...buyers] = await buildMembers(market, 4)
    const items = await buildListings(market, [seller!], ITEMS, '0.10')
    const won: Won[] = []
    const answers = await Promise.all(
      buyers.map(async (buyerId) => {
        const itemIds = shuffle(market, items).slice(0, 1 + Math.floor(market.random() * MOST_LINES))
        const wish = { buyerId, itemIds, deliveryMethod: 'message' as const }
        return attempt(async () => won.push({ ...(await startOrder(ctx, wish)), buyerId, itemIds }))
      }),
    )
    const others = answers.filter((answer) => answer !== 'done')
    for (const answer of others) demand('the refusal', answer, 'LISTING_RESERVED')
    const sold = won.flatMap(({ itemIds }) => itemIds)
    demand('things sold twice', sold.length - new Set(sold).size, 0)
    const reserved = await ctx.db('listing').whereIn('id', items).where({ status: 'reserved' })
    demand('things reserved', reserved.length, sold.length)
    await Promise.all(won.map((order) => bringToAnEnd(market, order, seller!)))
    figures.orders += won.length
    figures.refused += others.length
    figures.things += sold.length
  }
  await runJobs(ctx)
  const lines = await ctx.db('purchase_line').select('state')
  const ended = (state: string) => lines.filter((line) => line.state === state).length
  figures.delivered = ended('delivered')
  figures['called off'] = ended('refunded')
  demand('things without an end', lines.length - figures.delivered - figures['called off'], 0)
  return { rounds, ...figures, ...(await audited(ctx)) }
}

async function bringToAnEnd(market: DrillMarket, order: Won, sellerId: string): Promise<void> {
  const { ctx } = market
  const { buyerId, purchaseId, clientSecret, itemIds } = order
  const card = { clientSecret, cardNumber: '4242 4242 4242 4242', callerId: buyerId }
  const { paymentIntentId } = await confirmSandboxPayment(ctx, card)
  await finishPurchase(ctx, { purchaseId, buyerId, paymentIntentId })
  const one = [itemIds[Math.floor(market.random() * itemIds.length)]!]
  const cancel = (named?: string[]) => cancelPurchase(ctx, { purchaseId, sellerId, relist: false, itemIds: named })
  const ends = [
    () => confirmOrder(ctx, { purchaseId, buyerId, itemIds: one }),
    () => cancel(one),
    () => (market.random() < 0.5 ? cancel() : confirmOrder(ctx, { purchaseId, buyerId })),
    ...itemIds.map((itemId) => () => cancel([itemId])),
    ...itemIds.map((itemId) => () => confirmOrder(ctx, { purchaseId, buyerId, itemIds: [itemId] })),
  ]
  const answers = await Promise.all(shuffle(market, ends).map((end) => attempt(end)))
  for (const answer of answers) if (answer !== 'done') demand('the refusal of an end', answer, 'NOT_AWAITING_DELIVERY')
}
