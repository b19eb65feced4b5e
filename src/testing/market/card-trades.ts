import { buildListing } from './builders.ts'
import type { CardMarket } from './card-market.ts'
import type { TestClient } from './client.ts'
import { finish, reserve } from './trades.ts'

export interface CardTrade {
  seller: TestClient
  buyer: TestClient
  itemId: string
  purchaseId: string
  paymentId: string
}

/** An item that is reserved and not yet paid. */
export async function openTrade({ market }: CardMarket, order: object = {}, from?: TestClient): Promise<CardTrade> {
  const seller = from ?? (await market.signIn({ firstName: 'Nora' }))
  const buyer = await market.signIn({ firstName: 'Ben' })
  const { listing } = await buildListing(market, { seller })
  const { status, body } = await reserve(buyer, listing.id, order)
  if (status !== 201) throw new Error(`reserving failed: ${status} ${JSON.stringify(body)}`)
  const { purchaseId, clientSecret } = body
  return { seller, buyer, itemId: listing.id, purchaseId, paymentId: clientSecret.split('_secret_')[0]! }
}

/** One whose card has paid; the market knows, and the item awaits delivery. */
export async function paidTrade(cards: CardMarket, how: { order?: object; card?: string } = {}): Promise<CardTrade> {
  const trade = await openTrade(cards, how.order)
  await cards.pay(trade.paymentId, how.card)
  const { status, body } = await finish(trade.buyer, trade.itemId, trade.paymentId)
  if (status !== 200) throw new Error(`finishing failed: ${status} ${JSON.stringify(body)}`)
  return trade
}
