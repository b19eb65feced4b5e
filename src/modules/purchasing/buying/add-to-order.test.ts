import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Card } from '../../../testing/market/appointments.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { Answer, TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import {
  buildBasket,
  cancelOrder,
  confirmOrder,
  finishOrder,
  orderOf,
  paidOrder,
  reportOrder,
  startOrder,
  type OpenOrder,
} from '../../../testing/market/orders.ts'
import { insist, payCard } from '../../../testing/market/trades.ts'
import type { Purchase, Sale, StartedPurchase } from '../contract.ts'
import { followDeliveries } from '../delivery/follow-deliveries.ts'
import { sweepReservations } from '../reserving/sweep-reservations.ts'

const market = useMarket()
beforeEach(() => {
  market.clock.set('2026-12-01T09:00:00Z')
})
afterEach(async () => {
  await market.runJobs()
  expect(await auditFindings(market)).toEqual([])
})

type Added = Answer<StartedPurchase & { code?: string; message?: string }>

const add = (buyer: TestClient, purchaseId: string, itemIds: string[], body: object = {}): Promise<Added> =>
  buyer.post(`/api/purchases/${purchaseId}/add`, {
    itemIds,
    expectedTotal: (itemIds.length * 1.01).toFixed(2),
    ...body,
  })

/** More of the same seller go along; not paid yet. */
async function reserved(order: OpenOrder, count = 1): Promise<OpenOrder> {
  const itemIds = await buildBasket(market, order.seller, count)
  const { status, body } = await add(order.buyer, order.purchaseId, itemIds)
  expect([status, body.amountCents]).toEqual([201, 50 * count])
  const { purchaseId, clientSecret } = body
  return { ...order, itemIds, purchaseId, clientSecret, paymentId: clientSecret.split('_secret_')[0]! }
}

async function pay(added: OpenOrder) {
  await payCard(added.buyer, added.clientSecret)
  return finishOrder(added)
}

async function withAdded(lines = 1, count = 1): Promise<{ order: OpenOrder; added: OpenOrder }> {
  const order = await paidOrder(market, { lines })
  const added = await reserved(order, count)
  expect((await pay(added)).status).toBe(200)
  return { order, added }
}

const tradeOf = async ({ buyer }: OpenOrder, purchaseId: string) =>
  (await buyer.get<Card>(`/api/purchases/${purchaseId}/trade`)).body
const statesOf = async (order: OpenOrder) =>
  (await tradeOf(order, order.purchaseId)).lines.map(({ id, state }) => [id, state])
const refundsOf = async (...orders: OpenOrder[]) => {
  await market.runJobs()
  const found = await market.ctx.db('sandbox_object').where({ kind: 'refund' })
  const bodies = found.map(({ body }) => body as { payment_intent: string; amount: number })
  return orders.map(({ paymentId }) =>
    bodies
      .filter((refund) => refund.payment_intent === paymentId)
      .map(({ amount }) => amount)
      .toSorted((one, other) => one - other),
  )
}
const closed = { status: 409, body: { code: 'ORDER_CLOSED' } }

describe('what is added', () => {
  test('is a purchase of its own for fifty cents a thing, on one card with the first once it is paid', async () => {
    const order = await paidOrder(market, { lines: 2 })
    const added = await reserved(order)
    expect(added.purchaseId).not.toBe(order.purchaseId)
    expect((await tradeOf(order, order.purchaseId)).lines).toHaveLength(2)
    expect(await tradeOf(added, added.purchaseId)).toMatchObject({ stage: 'to_pay', lines: [{ state: 'reserved' }] })
    expect(await pay(added)).toMatchObject({ status: 200, body: { purchaseId: added.purchaseId, state: 'paid' } })
    for (const id of [order.purchaseId, added.purchaseId]) {
      const card = await tradeOf(order, id)
      expect([card.purchaseId, card.takesMore]).toEqual([order.purchaseId, true])
      expect(card.lines.map((line) => line.id)).toEqual([...order.itemIds, ...added.itemIds])
    }
    const { body: purchases } = await order.buyer.get<Purchase[]>('/api/purchases')
    expect(purchases).toMatchObject([
      { purchaseId: order.purchaseId, cardAmount: '4.50', cardPerOrder: '3.00', tokenPrice: '3.00' },
    ])
    const { body: sales } = await order.seller.get<Sale[]>('/api/sales')
    expect(sales.map(({ lines }) => lines.length)).toEqual([3])
    const { body: ofItem } = await order.seller.get<Card>(`/api/items/${added.itemIds[0]}/trade`)
    expect(ofItem.purchaseId).toBe(order.purchaseId)
  })

  test('is offered by its listing for the order that it can go along with, to the buyer alone', async () => {
    const [older, order] = [await paidOrder(market, { lines: 1 }), await paidOrder(market, { lines: 1 })]
    const [listingId] = await buildBasket(market, order.seller, 1)
    const asked = async (member: TestClient, id = listingId) =>
      (await member.get<{ purchaseId: string | null }>(`/api/items/${id}/order`)).body.purchaseId
    expect(await asked(order.buyer)).toBe(order.purchaseId)
    expect(await asked(order.seller)).toBeNull()
    expect(await asked(older.buyer)).toBeNull()
    expect(await asked(order.buyer, randomUUID())).toBeNull()
    const [gone] = await buildBasket(market, order.seller, 1)
    expect((await order.seller.patch(`/api/items/${gone}/claim`)).status).toBe(200)
    expect(await asked(order.buyer, gone)).toBeNull()
    const added = await reserved(order)
    await pay(added)
    expect(await asked(order.buyer)).toBe(order.purchaseId)
    expect(await asked(order.buyer, order.itemIds[0])).toBeNull()
    await confirmOrder(added)
    expect(await asked(order.buyer)).toBeNull()
  })

  test('is named with an order that takes it: nothing that is drawn for, or only to be fetched where a courier comes', async () => {
    const byCourier = { deliveryMethod: 'doordash', deliveryAddress: '7 Birch Road' }
    const order = await paidOrder(market, { lines: 1, order: byCourier })
    const { seller } = order
    const [plain] = await buildBasket(market, seller, 1)
    const drawn = await buildListing(market, { seller, fields: { draw: { hours: 24 } } })
    const fetched = await buildListing(market, { seller, fields: { deliveryOption: 'pickup' } })
    const named = async (member: TestClient) => {
      const { status, body } = await member.get<{ id: string }[]>(`/api/purchases/${order.purchaseId}/more`)
      return status === 200 ? body.map(({ id }) => id) : status
    }
    expect(await named(order.buyer)).toEqual([plain])
    for (const other of [seller, await market.signIn()]) expect(await named(other)).toBe(404)
    const byHand = await paidOrder(market, { lines: 1, seller })
    const { body } = await byHand.buyer.get<{ id: string }[]>(`/api/purchases/${byHand.purchaseId}/more`)
    expect(body.map(({ id }) => id)).toEqual([fetched.listing.id, plain])
    expect((await add(order.buyer, order.purchaseId, [drawn.listing.id])).status).toBe(409)
    await confirmOrder(order)
    expect(await named(order.buyer)).toEqual([])
  })

  test('is talked about in the conversation of the first', async () => {
    const { order } = await withAdded()
    await market.runJobs()
    const { body } = await order.buyer.get<{ id: string }[]>('/api/messages/conversations')
    expect(body).toMatchObject([{ itemId: order.itemIds[0], item: { title: 'Toy 1 and 1 more' } }])
    const { messages } = (
      await order.buyer.get<{ messages: { body: string }[] }>(`/api/messages/conversations/${body[0]?.id}`)
    ).body
    expect(messages.map((message) => message.body.includes('was added')).toSorted()).toEqual([false, true])
  })

  test('changes hands under the code of the first', async () => {
    const { order, added } = await withAdded()
    const code = async (id: string) =>
      (await order.seller.get<{ digits: string }>(`/api/purchases/${id}/code`)).body.digits
    const digits = await code(order.purchaseId)
    expect(await code(added.purchaseId)).toBe(digits)
    const { status } = await order.buyer.post(`/api/purchases/${order.purchaseId}/handover`, { code: digits })
    expect(status).toBe(200)
    expect((await statesOf(order)).map(([, state]) => state)).toEqual(['delivered', 'delivered'])
    expect((await order.buyer.refreshUser()).tokensInEscrow).toBe('0.00')
  })

  test('has fourteen days of its own, and is confirmed alone by its own id', async () => {
    const order = await paidOrder(market, { lines: 1 })
    market.clock.advance({ days: 10 })
    const added = await reserved(order)
    await pay(added)
    market.clock.advance({ days: 5 })
    await followDeliveries(market.ctx)
    expect((await statesOf(order)).map(([, state]) => state)).toEqual(['delivered', 'paid'])
    expect((await confirmOrder(added)).status).toBe(200)
    expect((await statesOf(order)).map(([, state]) => state)).toEqual(['delivered', 'delivered'])
  })

  test('a problem with both is answered once, and what is agreed goes back to the payment that it came from', async () => {
    const { order, added } = await withAdded()
    expect((await reportOrder(order)).body.stage).toBe('problem')
    const answer = { words: 'I am sorry, take it back.', refund: true }
    expect((await order.seller.post(`/api/purchases/${order.purchaseId}/problem/answer`, answer)).status).toBe(200)
    expect(await refundsOf(order, added)).toEqual([[350], [50]])
    expect(await orderOf(order)).toMatchObject({ cardAmount: '4.00', cardRefund: '4.00', state: 'refunded' })
  })
})

describe('the three dollars', () => {
  test('stay while something that was added is not called off, and go back with the last of it', async () => {
    const { order, added } = await withAdded()
    expect((await cancelOrder(order, { itemIds: order.itemIds })).status).toBe(200)
    expect(await refundsOf(order, added)).toEqual([[50], []])
    expect((await cancelOrder(added)).status).toBe(200)
    expect(await refundsOf(order, added)).toEqual([[50, 300], [50]])
    expect(await orderOf(order)).toMatchObject({ cardRefund: '4.00' })
  })

  test('stay where what was added has changed hands', async () => {
    const { order, added } = await withAdded()
    await confirmOrder(order, { itemIds: added.itemIds })
    await cancelOrder(order)
    expect(await refundsOf(order, added)).toEqual([[50], []])
  })

  test('go back at once where all is called off', async () => {
    const { order, added } = await withAdded(2)
    await cancelOrder(order)
    expect(await refundsOf(order, added)).toEqual([[400], [50]])
  })
})

describe('who adds to what', () => {
  test('the buyer, things of that seller, to a paid order of which nothing is handed over', async () => {
    const order = await paidOrder(market, { lines: 2 })
    const stranger = await market.signIn()
    const [thing = ''] = await buildBasket(market, order.seller, 1)
    const hidden = { status: 404, body: { code: 'PURCHASE_NOT_FOUND' } }
    expect(await add(stranger, order.purchaseId, [thing])).toMatchObject(hidden)
    expect(await add(order.seller, order.purchaseId, [thing])).toMatchObject(hidden)
    expect(await add(order.buyer, randomUUID(), [thing])).toMatchObject(hidden)
    const [foreign = ''] = await buildBasket(market, stranger, 1)
    expect(await add(order.buyer, order.purchaseId, [foreign])).toMatchObject(closed)
    expect(await add(order.buyer, order.purchaseId, [thing, foreign])).toMatchObject(closed)
    expect(await add(order.buyer, order.purchaseId, [thing], { expectedTotal: '1.00' })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED' },
    })
    await confirmOrder(order, { itemIds: order.itemIds.slice(0, 1) })
    expect(await add(order.buyer, order.purchaseId, [thing])).toMatchObject(closed)
  })

  test('nothing goes along with what is unpaid, called off, or has a problem; nor what is only fetched, with a courier', async () => {
    const courier = await paidOrder(market, { order: { deliveryMethod: 'doordash', deliveryAddress: '7 Birch Road' } })
    const calledOff = await paidOrder(market)
    const reported = await paidOrder(market)
    await cancelOrder(calledOff)
    await reportOrder(reported)
    const seller = await market.signIn()
    const unpaid = (await startOrder(reported.buyer, await buildBasket(market, seller, 1))).body
    for (const order of [calledOff, reported, { ...reported, seller, purchaseId: unpaid.purchaseId }]) {
      const things = await buildBasket(market, order.seller, 1)
      expect(await add(order.buyer, order.purchaseId, things)).toMatchObject(closed)
    }
    const [fetched = ''] = await buildBasket(market, courier.seller, 1)
    await courier.seller.patch(`/api/items/${fetched}`, { deliveryOption: 'pickup' })
    expect(await add(courier.buyer, courier.purchaseId, [fetched])).toMatchObject(closed)
  })

  test('ten things at most, however many are added at once', async () => {
    const seller = await market.signIn()
    const cheap = async () => (await buildListing(market, { seller, fields: { tokenPrice: '0.10' } })).listing.id
    const seven = await Promise.all(Array.from({ length: 7 }, cheap))
    const order = await paidOrder(market, { seller, itemIds: seven, order: { expectedTotal: '0.70' } })
    const two = [await cheap(), await cheap()]
    expect((await add(order.buyer, order.purchaseId, two, { expectedTotal: '0.20' })).status).toBe(201)
    const wishes = [await cheap(), await cheap()]
    const price = { expectedTotal: '0.10' }
    const answers = await Promise.all(wishes.map((id) => add(order.buyer, order.purchaseId, [id], price)))
    expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([201, 'ORDER_FULL'])
  })

  test('asked again it is the same purchase, by its id or by what is in it; paid, it says so', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const itemIds = await buildBasket(market, order.seller, 1)
    const purchaseId = randomUUID()
    const asked = () => add(order.buyer, order.purchaseId, itemIds, { purchaseId })
    const [first, second] = await Promise.all([insist(asked), insist(asked)])
    expect([first.status, second.status, first.body.purchaseId]).toEqual([201, 201, purchaseId])
    expect(first.body.clientSecret).toBe(second.body.clientSecret)
    expect((await add(order.buyer, order.purchaseId, itemIds)).body.purchaseId).toBe(purchaseId)
    // As an order of its own it costs another fee.
    expect(await startOrder(order.buyer, itemIds)).toMatchObject({ status: 409, body: { code: 'LISTING_RESERVED' } })
    await payCard(order.buyer, first.body.clientSecret)
    expect(await asked()).toMatchObject({ status: 409, body: { code: 'ALREADY_PAID' } })
    expect((await statesOf(order)).map(([, state]) => state)).toEqual(['paid', 'paid'])
    await confirmOrder(order)
    expect(await asked()).toMatchObject({ status: 409, body: { code: 'ALREADY_PAID' } })
  })

  test('unpaid, it ends after fifteen minutes like any other', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const added = await reserved(order)
    market.clock.advance({ minutes: 16 })
    await sweepReservations(market.ctx)
    expect((await order.buyer.get(`/api/items/${added.itemIds[0]}`)).body).toMatchObject({ status: 'available' })
    expect((await statesOf(order)).map(([, state]) => state)).toEqual(['paid'])
  })
})

describe('what happens to the first while it is paid', () => {
  test('handed over: it goes on by itself, on the same card', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const added = await reserved(order)
    await confirmOrder(order)
    expect((await pay(added)).status).toBe(200)
    expect((await statesOf(order)).map(([, state]) => state)).toEqual(['delivered', 'paid'])
    expect((await tradeOf(order, order.purchaseId)).stage).toBe('paid')
  })

  test('called off as a whole: the payment goes back, for it would be an order for fifty cents', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const added = await reserved(order)
    await cancelOrder(order)
    const answer = await pay(added)
    expect(answer).toMatchObject({ status: 409, body: { code: 'RESERVATION_EXPIRED' } })
    expect((answer.body as { message?: string }).message).toContain('called off')
    expect(await refundsOf(order, added)).toEqual([[350], [50]])
    expect((await order.buyer.refreshUser()).tokensInEscrow).toBe('0.00')
    expect((await order.buyer.get(`/api/items/${added.itemIds[0]}`)).body).toMatchObject({ status: 'available' })
  })

  test('called off or handed over in the very moment: what remains adds up, whoever is first', async () => {
    for (const end of [cancelOrder, confirmOrder, reportOrder]) {
      const order = await paidOrder(market, { lines: 2 })
      const added = await reserved(order)
      await payCard(added.buyer, added.clientSecret)
      const [paid, ended] = await Promise.all([finishOrder(added), end(order)])
      expect([200, 409]).toContain(paid.status)
      expect(ended.status).toBe(200)
      await market.runJobs()
      expect(await auditFindings(market)).toEqual([])
    }
  })

  test('two that were added are called off at once: the three dollars go back once', async () => {
    const { order, added } = await withAdded()
    const other = await reserved(order)
    await pay(other)
    const answers = await Promise.all([
      cancelOrder(order, { itemIds: order.itemIds }),
      cancelOrder(added),
      cancelOrder(other),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const refunds = (await refundsOf(order, added, other)).flat()
    expect(refunds.reduce((sum, cents) => sum + cents, 0)).toBe(450)
  })
})
