import type { Trade } from '../../modules/handover/contract.ts'
import type { Purchase, StartedPurchase } from '../../modules/purchasing/contract.ts'
import { buildListing } from './builders.ts'
import type { CardMarket } from './card-market.ts'
import type { Answer, TestClient } from './client.ts'
import type { TestMarket } from './market.ts'
import { payCard } from './trades.ts'

export interface OpenOrder {
  seller: TestClient
  buyer: TestClient
  itemIds: string[]
  purchaseId: string
  paymentId: string
  clientSecret: string
}

/** Things for 1.00 each, which cost 1.01 with the fee. */
export async function buildBasket(
  market: Pick<TestMarket, 'signIn'>,
  seller: TestClient,
  count: number,
): Promise<string[]> {
  const itemIds: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const fields = { title: `Toy ${number}`, tokenPrice: '1.00' }
    itemIds.push((await buildListing(market, { seller, fields })).listing.id)
  }
  return itemIds
}

const total = (count: number) => (count * 1.01).toFixed(2)

export function startOrder(
  buyer: TestClient,
  itemIds: string[],
  order: object = {},
): Promise<Answer<StartedPurchase & { code?: string; message?: string; details?: object[] }>> {
  return buyer.post('/api/purchases/intent', { itemIds, expectedTotal: total(itemIds.length), ...order })
}

/** An order that is reserved and not yet paid. */
export async function openOrder(
  market: TestMarket,
  options: { lines?: number; seller?: TestClient; buyer?: TestClient; itemIds?: string[]; order?: object } = {},
): Promise<OpenOrder> {
  const seller = options.seller ?? (await market.signIn({ firstName: 'Maya' }))
  const buyer = options.buyer ?? (await market.signIn({ firstName: 'Ben' }))
  const itemIds = options.itemIds ?? (await buildBasket(market, seller, options.lines ?? 3))
  const { status, body } = await startOrder(buyer, itemIds, options.order)
  if (status !== 201) throw new Error(`reserving failed: ${status} ${JSON.stringify(body)}`)
  const { purchaseId, clientSecret } = body
  return { seller, buyer, itemIds, purchaseId, clientSecret, paymentId: clientSecret.split('_secret_')[0]! }
}

export const finishOrder = ({
  buyer,
  purchaseId,
  paymentId,
}: Pick<OpenOrder, 'buyer' | 'purchaseId' | 'paymentId'>): Promise<Answer<Purchase>> =>
  buyer.post<Purchase>(`/api/purchases/${purchaseId}/finish`, { paymentIntentId: paymentId })

/** One that is paid and awaits delivery, at the built-in sandbox. */
export async function paidOrder(market: TestMarket, options: Parameters<typeof openOrder>[1] = {}): Promise<OpenOrder> {
  const order = await openOrder(market, options)
  await payCard(order.buyer, order.clientSecret)
  return finished(order)
}

/** The same at a card provider of its own. */
export async function paidCardOrder(
  cards: CardMarket,
  { card, ...options }: Parameters<typeof openOrder>[1] & { card?: string } = {},
): Promise<OpenOrder> {
  const order = await openOrder(cards.market, options)
  await cards.pay(order.paymentId, card)
  return finished(order)
}

async function finished(order: OpenOrder): Promise<OpenOrder> {
  const { status, body } = await finishOrder(order)
  if (status !== 200) throw new Error(`finishing failed: ${status} ${JSON.stringify(body)}`)
  return order
}

type Named = { itemIds?: string[] }
export const confirmOrder = (
  { buyer, purchaseId }: Pick<OpenOrder, 'buyer' | 'purchaseId'>,
  named: Named = {},
): Promise<Answer<Purchase>> => buyer.post<Purchase>(`/api/purchases/${purchaseId}/confirm`, named)
export const cancelOrder = ({ seller, purchaseId }: OpenOrder, named: Named = {}): Promise<Answer<Purchase>> =>
  seller.post<Purchase>(`/api/purchases/${purchaseId}/cancel`, { relist: true, ...named })
export const reportOrder = ({ buyer, purchaseId }: OpenOrder, named: Named = {}): Promise<Answer<Trade>> =>
  buyer.post<Trade>(`/api/purchases/${purchaseId}/problem`, { reason: 'other', words: 'It was not there.', ...named })
export const orderOf = async ({ buyer, purchaseId }: OpenOrder): Promise<Purchase> => {
  const { body } = await buyer.get<Purchase[]>('/api/purchases')
  const found = body.find((purchase) => purchase.purchaseId === purchaseId)
  if (!found) throw new Error(`${purchaseId} is not among the purchases`)
  return found
}

/** An admin's word on reported things: announced, and carried out later. */
export const decideOrder = (
  admin: TestClient,
  { purchaseId }: Pick<OpenOrder, 'purchaseId'>,
  decision: 'release' | 'refund',
  more: Named & { reason?: string } = {},
): Promise<Answer<{ state: string; code?: string }>> =>
  admin.post(`/api/admin/disputes/${purchaseId}`, { decision, reason: 'The photos show it.', ...more })
/** The side that has lost accepts it: it is carried out. */
export const acceptOrder = (
  member: TestClient,
  { purchaseId }: Pick<OpenOrder, 'purchaseId'>,
): Promise<Answer<Trade & { code?: string }>> => member.post(`/api/purchases/${purchaseId}/problem/accept`)
/** Both in one go, for tests that are about something else. */
export async function settleOrder(
  admin: TestClient,
  order: Pick<OpenOrder, 'buyer' | 'seller' | 'purchaseId'>,
  decision: 'release' | 'refund',
  more: Named = {},
): Promise<Answer<{ code?: string }>> {
  const decided = await decideOrder(admin, order, decision, more)
  return decided.status === 200 ? acceptOrder(decision === 'release' ? order.buyer : order.seller, order) : decided
}
