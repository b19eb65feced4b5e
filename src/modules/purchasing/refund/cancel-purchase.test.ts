import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { cardMarket, type CardMarket } from '../../../testing/market/card-market.ts'
import { paidTrade, type CardTrade } from '../../../testing/market/card-trades.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { mailsLeave, startMailbox } from '../../../testing/doubles/mailbox.ts'
import { confirmDelivery, reserve } from '../../../testing/market/trades.ts'
import type { Purchase, Sale } from '../contract.ts'

let cards: CardMarket
beforeAll(async () => {
  cards = await cardMarket()
})
afterAll(() => cards.stop())
afterEach(async () => expect(await auditFindings(cards.market)).toEqual([]))

const paid = (order: object = {}) => paidTrade(cards, { order })
const cancel = ({ seller, purchaseId }: CardTrade, relist = true) =>
  seller.post<Sale>(`/api/purchases/${purchaseId}/cancel`, { relist })
const bought = async ({ buyer }: CardTrade) => (await buyer.get<Purchase[]>('/api/purchases')).body[0]
const statusOf = async ({ seller, itemId }: CardTrade) => (await seller.get(`/api/items/${itemId}`)).body['status']
const inboxOf = async (member: TestClient) =>
  (await member.get<{ lastMessagePreview: string }[]>('/api/messages/conversations')).body

test('the seller sees what is sold: to whom, and how it gets there', async () => {
  const purchase = await paid({ deliveryMethod: 'doordash', deliveryAddress: '7 Birch Road' })
  const { status, body } = await purchase.seller.get<Sale[]>('/api/sales')
  expect(status).toBe(200)
  expect(body).toMatchObject([
    {
      id: purchase.itemId,
      purchaseId: purchase.purchaseId,
      state: 'paid',
      tokenPrice: '3.00',
      deliveryMethod: 'doordash',
      deliveryAddress: '7 Birch Road',
      buyer: { id: purchase.buyer.user.id, firstName: 'Ben' },
    },
  ])
  expect(JSON.stringify(body)).not.toContain(purchase.buyer.user.email)
  expect((await purchase.buyer.get('/api/sales')).body).toEqual([])
  expect((await cards.market.visitor().get('/api/sales')).status).toBe(401)
  await confirmDelivery(purchase.buyer, purchase.itemId)
  const [after] = (await purchase.seller.get<Sale[]>('/api/sales')).body
  expect(after).toMatchObject({ state: 'delivered', deliveryAddress: null })
})

test('cancelling gives the tokens back at once, then the card fee, and the item is offered again', async () => {
  const purchase = await paid()
  const mailbox = await startMailbox(cards.market)
  expect(await cancel(purchase)).toMatchObject({ status: 200, body: { state: 'refund_due', cancelledBy: 'seller' } })
  expect(await purchase.buyer.refreshUser()).toMatchObject({ tokens: '10.00', tokensInEscrow: '0.00' })
  expect(await statusOf(purchase)).toBe('available')
  expect((await purchase.buyer.get(`/api/items/${purchase.itemId}/pickup-details`)).status).toBe(403)
  await cards.market.runJobs()
  expect(await bought(purchase)).toMatchObject({ state: 'refunded', pickup: null, cancelledBy: 'seller' })
  const [conversation] = await inboxOf(purchase.buyer)
  expect(conversation?.lastMessagePreview).toContain('cancelled')
  await mailsLeave(cards.market)
  const letters = mailbox.received.filter(({ to }) => to?.[0]?.address === purchase.buyer.user.email)
  expect(letters.map(({ text }) => text).join()).toContain('The seller has cancelled')
  expect((await reserve(await cards.market.signIn(), purchase.itemId)).status).toBe(201)
  await mailbox.stop()
})

test('cancelling without relisting withdraws the item', async () => {
  const purchase = await paid()
  expect((await cancel(purchase, false)).status).toBe(200)
  expect(await statusOf(purchase)).toBe('withdrawn')
})

test('only the seller cancels, only what is paid, and only once', async () => {
  const purchase = await paid()
  for (const other of [purchase.buyer, await cards.market.signIn()])
    expect((await cancel({ ...purchase, seller: other })).status).toBe(404)
  expect((await purchase.seller.post(`/api/purchases/${purchase.purchaseId}/cancel`)).status).toBe(400)
  expect((await cancel(purchase)).status).toBe(200)
  expect(await cancel(purchase)).toMatchObject({ status: 409, body: { code: 'NOT_AWAITING_DELIVERY' } })
  expect((await confirmDelivery(purchase.buyer, purchase.itemId)).status).toBe(409)
})
