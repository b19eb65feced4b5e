import type { Purchase, StartedPurchase } from '../../modules/purchasing/contract.ts'
import type { Answer, TestClient } from './client.ts'
import type { TestMarket } from './market.ts'
import { buildListing } from './builders.ts'

const GOOD_CARD = '4242 4242 4242 4242'

/** Asks for the reservation of a listing. */
export function reserve(buyer: TestClient, itemId: string, body: object = {}): Promise<Answer<StartedPurchase>> {
  return buyer.post<StartedPurchase>(`/api/items/${itemId}/purchase/intent`, body)
}

/** Pays with a test card at the sandbox; the market has not been told yet. */
export function payCard(
  buyer: TestClient,
  clientSecret: string,
  cardNumber = GOOD_CARD,
): Promise<Answer<{ status: string; paymentIntentId: string; message?: string }>> {
  return buyer.post('/api/sandbox/payments/confirm', { clientSecret, cardNumber })
}

/** Tells the market that the card has paid. */
export function finish(buyer: TestClient, itemId: string, paymentIntentId: string): Promise<Answer<Purchase>> {
  return buyer.post<Purchase>(`/api/items/${itemId}/purchase`, { paymentIntentId })
}

export function confirmDelivery(buyer: TestClient, itemId: string): Promise<Answer<Purchase>> {
  return buyer.post<Purchase>(`/api/items/${itemId}/confirm-delivery`)
}

/** Reserves and pays an item up to the moment before anybody tells the market. */
export async function payAhead(buyer: TestClient, itemId: string): Promise<{ purchaseId: string; paymentId: string }> {
  const { status, body } = await reserve(buyer, itemId)
  if (status !== 201) throw new Error(`reserving failed: ${status} ${JSON.stringify(body)}`)
  const { body: paid } = await payCard(buyer, body.clientSecret)
  if (paid.status !== 'succeeded') throw new Error(`paying failed: ${JSON.stringify(paid)}`)
  return { purchaseId: body.purchaseId, paymentId: paid.paymentIntentId }
}

/** Buys an item, new and by a new buyer unless they are given; it awaits delivery. */
export async function buildPurchase(
  market: TestMarket,
  options: { seller?: TestClient; buyer?: TestClient; itemId?: string; title?: string } = {},
): Promise<{ purchaseId: string; paymentId: string; itemId: string; buyer: TestClient }> {
  const buyer = options.buyer ?? (await market.signIn())
  const itemId = options.itemId ?? (await buildItem(market, options))
  const paid = await payAhead(buyer, itemId)
  const { status, body } = await finish(buyer, itemId, paid.paymentId)
  if (status !== 200) throw new Error(`finishing failed: ${status} ${JSON.stringify(body)}`)
  return { ...paid, itemId, buyer }
}

async function buildItem(market: TestMarket, { seller, title }: { seller?: TestClient; title?: string }) {
  const options = { ...(seller ? { seller } : {}), ...(title === undefined ? {} : { fields: { title } }) }
  return (await buildListing(market, options)).listing.id
}

/** Asks again while the card provider has the same request in hand for too long: on a busy machine it may. */
export async function insist<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}
