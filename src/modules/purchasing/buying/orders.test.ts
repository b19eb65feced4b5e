import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import {
  buildBasket,
  cancelOrder,
  confirmOrder,
  finishOrder,
  openOrder,
  orderOf,
  paidOrder,
  reportOrder,
  settleOrder,
  startOrder,
} from '../../../testing/market/orders.ts'
import { confirmDelivery, payCard, reserve } from '../../../testing/market/trades.ts'
import type { TokenTransaction } from '../../wallet/contract.ts'
import { findListing } from '../../catalog/index.ts'
import type { Sale } from '../contract.ts'
import { keepQuote } from '../courier/courier-quote.ts'
import { pickupFor } from '../courier/pickup.ts'
import { openDisputes } from '../../../testing/market/work.ts'

const market = useMarket()
let admin: TestClient
beforeAll(async () => {
  admin = await market.signIn()
  await admin.post('/api/admin/setup', {})
})
afterEach(async () => {
  expect(await auditFindings(market)).toEqual([])
})

const tokensOf = async (member: TestClient) => {
  const { tokens, tokensInEscrow } = await member.refreshUser()
  return [tokens, tokensInEscrow]
}
const statusesOf = async (itemIds: string[]) => {
  const rows = await market.ctx.db('listing').whereIn('id', itemIds).select('id', 'status')
  return itemIds.map((id) => rows.find((row) => row.id === id)?.status)
}
const refundsMade = async (purchaseId: string) => {
  await market.runJobs()
  const refunds = await market.ctx.db('sandbox_object').where({ kind: 'refund' })
  const { payment_intent_id: paymentId } = (await market.ctx.db('purchase').where({ id: purchaseId }).first())!
  return refunds
    .map(({ body }) => body as { payment_intent: string; amount: number })
    .filter((refund) => refund.payment_intent === paymentId)
    .map(({ amount }) => amount)
    .toSorted((one, other) => one - other)
}
const statementOf = async (member: TestClient) =>
  (await member.get<TokenTransaction[]>('/api/tokens/transactions')).body.filter(({ type }) => !type.endsWith('bonus'))

describe('an order', () => {
  test('reserves all of its things, holds the tokens of each, and opens one payment of $3.00 and $0.50 each', async () => {
    const { buyer, itemIds, purchaseId } = await openOrder(market)
    const again = await startOrder(buyer, itemIds.toReversed())
    expect(again).toMatchObject({ status: 201, body: { purchaseId, amountCents: 450 } })
    expect(await statusesOf(itemIds)).toEqual(['reserved', 'reserved', 'reserved'])
    // Rounded thing by thing: 3.00 at once would cost 3.02.
    expect(await tokensOf(buyer)).toEqual(['6.97', '3.03'])
    const holds = await market.ctx.db('transfer').where({ kind: 'hold', debit: buyer.user.id })
    expect(holds.map(({ reference }) => reference).toSorted()).toEqual(
      ['', ':2', ':3'].map((number) => `purchase:${purchaseId}${number}`),
    )
  })

  test('is one purchase and one sale, with its things as lines', async () => {
    const order = await paidOrder(market)
    expect(await orderOf(order)).toMatchObject({
      id: order.itemIds[0],
      title: 'Toy 1 and 2 more',
      state: 'paid',
      tokenPrice: '3.00',
      tokenFee: '0.03',
      tokensInEscrow: '3.00',
      cardAmount: '4.50',
      cardRefund: '0.00',
      lines: order.itemIds.map((id, index) => ({
        id,
        title: `Toy ${index + 1}`,
        state: 'paid',
        tokenPrice: '1.00',
        tokenFee: '0.01',
        pickup: { pickupAddress: '12 Alder Street' },
      })),
    })
    const { body: sales } = await order.seller.get<Sale[]>('/api/sales')
    expect(sales).toMatchObject([{ title: 'Toy 1 and 2 more', lines: order.itemIds.map((id) => ({ id })) }])
    expect(JSON.stringify(sales)).not.toContain('tokenFee')
  })

  test('has one message in the inbox, which names everything', async () => {
    const order = await paidOrder(market)
    await market.runJobs()
    const { body } =
      await order.seller.get<{ itemId: string; lastMessagePreview: string }[]>('/api/messages/conversations')
    expect(body).toMatchObject([{ itemId: order.itemIds[0] }])
    expect(body[0]?.lastMessagePreview).toMatch(/^3 items are paid for.* – Toy 1 – Toy 2 – Toy 3 One pickup for all/)
  })

  test('stands in the statement with a line a thing, and its card fee once; what costs nothing stands there too', async () => {
    const seller = await market.signIn()
    const free = (await buildListing(market, { seller, fields: { tokenPrice: '0' } })).listing.id
    const itemIds = [free, ...(await buildBasket(market, seller, 2))]
    const order = await paidOrder(market, { seller, itemIds, order: { expectedTotal: '2.02' } })
    const bought = await statementOf(order.buyer)
    expect(bought.map(({ type, amount, platformFee }) => [type, amount, platformFee]).toSorted()).toEqual([
      ['purchase_item', '0.00', '4.50'],
      ['purchase_item', '1.01', '0.00'],
      ['purchase_item', '1.01', '0.00'],
    ])
    expect(bought.map(({ relatedItemId }) => relatedItemId).toSorted()).toEqual(itemIds.toSorted())
    await confirmOrder(order)
    const sold = (await statementOf(seller)).map(({ type, amount, platformFee }) => [type, amount, platformFee])
    expect(sold).toEqual([
      ['sale', '1.00', '0.00'],
      ['sale', '1.00', '0.00'],
    ])
  })

  test('of one thing by the new call is what the old call makes', async () => {
    const { buyer, itemIds, purchaseId, clientSecret } = await openOrder(market, { lines: 1 })
    expect((await reserve(buyer, itemIds[0]!)).body).toMatchObject({ purchaseId, clientSecret, amountCents: 350 })
  })

  test('with a courier keeps the fee that was quoted for one of its things', async () => {
    const seller = await market.signIn()
    const itemIds = await buildBasket(market, seller, 2)
    const address = { deliveryMethod: 'doordash', deliveryAddress: '5 Birch Road' }
    const [buyer, now] = [await market.signIn(), market.clock.now()]
    const listing = (await findListing(market.ctx.db, itemIds[1]!))!
    const pickup = pickupFor(listing, buyer.user.id)!
    const way = { listingId: listing.id, pickupAddress: pickup.address, dropoffAddress: address.deliveryAddress }
    const expiresAt = new Date(now.getTime() + 60_000).toISOString()
    await keepQuote(market.ctx.db, way, { fee: 7.25, estimatedTime: '40 minutes', estimate: true, expiresAt }, now)
    const order = await openOrder(market, { seller, buyer, itemIds, order: address })
    expect(await orderOf(order)).toMatchObject({ ...address, courierFee: '7.25' })
  })
})

describe('is refused as a whole:', () => {
  const untouched = async (buyer: TestClient, itemIds: string[]) => {
    expect(await tokensOf(buyer)).toEqual(['10.00', '0.00'])
    return statusesOf(itemIds)
  }

  test('what is not to be had is named, each by its place', async () => {
    const seller = await market.signIn()
    const itemIds = await buildBasket(market, seller, 5)
    await openOrder(market, { seller, itemIds: itemIds.slice(1, 2) })
    await paidOrder(market, { seller, itemIds: itemIds.slice(2, 3) })
    await seller.patch(`/api/items/${itemIds[4]}`, { status: 'withdrawn' })
    const buyer = await market.signIn()
    const { status, body } = await startOrder(buyer, itemIds)
    expect([status, body.code]).toEqual([409, 'LISTING_RESERVED'])
    expect(body.details).toEqual([
      { path: ['itemIds', 1], message: 'Someone else is paying for "Toy 2" right now' },
      { path: ['itemIds', 2], message: '"Toy 3" is no longer available' },
      { path: ['itemIds', 4], message: 'An item is no longer there' },
    ])
    expect(await untouched(buyer, itemIds)).toEqual(['available', 'reserved', 'claimed', 'available', 'withdrawn'])
  })

  test('things of two sellers, and own ones', async () => {
    const [seller, other] = [await market.signIn(), await market.signIn()]
    const itemIds = [...(await buildBasket(market, seller, 1)), ...(await buildBasket(market, other, 1))]
    const buyer = await market.signIn()
    expect(await startOrder(buyer, itemIds)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', details: [{ path: ['itemIds', 1] }] },
    })
    expect(await startOrder(seller, itemIds)).toMatchObject({ status: 403, body: { code: 'OWN_LISTING' } })
    expect(await untouched(buyer, itemIds)).toEqual(['available', 'available'])
  })

  test.each([
    ['none', []],
    ['eleven', Array.from({ length: 11 }, () => randomUUID())],
    ['one twice', ['a', 'a'].map(() => '6f9619ff-8b86-4d01-b42d-00cf4fc964ff')],
    ['what is no id', ['one']],
  ])('%s', async (_what, itemIds) => {
    expect(await startOrder(await market.signIn(), itemIds)).toMatchObject({ status: 400 })
  })

  test('without the total that the buyer has seen, or with another', async () => {
    const seller = await market.signIn()
    const [buyer, itemIds] = [await market.signIn(), await buildBasket(market, seller, 3)]
    expect(await startOrder(buyer, itemIds, { expectedTotal: undefined })).toMatchObject({ status: 400 })
    expect(await startOrder(buyer, itemIds, { expectedTotal: '3.02' })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', details: [{ path: ['expectedTotal'], message: '3.03' }] },
    })
    expect(await untouched(buyer, itemIds)).toEqual(['available', 'available', 'available'])
  })

  test('more than the buyer has', async () => {
    const seller = await market.signIn()
    const itemIds: string[] = []
    for (let count = 0; count < 4; count += 1) itemIds.push((await buildListing(market, { seller })).listing.id)
    const buyer = await market.signIn()
    const order = { expectedTotal: '12.08' }
    expect(await startOrder(buyer, itemIds, order)).toMatchObject({
      status: 409,
      body: { code: 'INSUFFICIENT_TOKENS', message: 'You do not have enough tokens for these items' },
    })
    expect(await untouched(buyer, itemIds)).toEqual(itemIds.map(() => 'available'))
  })

  test('by courier, where one is for pickup only, or they are in different places', async () => {
    const seller = await market.signIn()
    const fields = { tokenPrice: '1.00' }
    const item = async (more: object) =>
      (await buildListing(market, { seller, fields: { ...fields, ...more } })).listing.id
    const [here, there, pickup] = [
      await item({}),
      await item({ pickupAddress: '99 Far Road' }),
      await item({ deliveryOption: 'pickup', title: 'Wardrobe' }),
    ]
    const order = { deliveryMethod: 'doordash', deliveryAddress: '5 Birch Road' }
    const buyer = await market.signIn()
    expect(await startOrder(buyer, [here, pickup], order)).toMatchObject({
      status: 409,
      body: {
        code: 'DELIVERY_NOT_OFFERED',
        details: [{ path: ['itemIds', 1], message: '"Wardrobe" is for pickup only' }],
      },
    })
    expect(await startOrder(buyer, [here, there], order)).toMatchObject({
      status: 409,
      body: { code: 'DELIVERY_NOT_OFFERED' },
    })
    expect((await startOrder(buyer, [here, there])).status).toBe(201)
  })

  test('what the buyer has in another order; a lapsed one is over', async () => {
    const seller = await market.signIn()
    const itemIds = await buildBasket(market, seller, 3)
    const first = await openOrder(market, { seller, itemIds: itemIds.slice(0, 2) })
    const { buyer } = first
    expect(await reserve(buyer, itemIds[0]!)).toMatchObject({ status: 409, body: { code: 'LISTING_RESERVED' } })
    expect(await startOrder(buyer, itemIds)).toMatchObject({ status: 409, body: { details: [{}, {}] } })
    market.clock.advance({ minutes: 16 })
    expect((await startOrder(buyer, itemIds)).status).toBe(201)
    expect(await tokensOf(buyer)).toEqual(['6.97', '3.03'])
  })

  test('what was let go of three times today is named', async () => {
    const seller = await market.signIn()
    const [buyer, itemIds] = [await market.signIn(), await buildBasket(market, seller, 2)]
    for (let round = 0; round < 3; round += 1) {
      const { body } = await startOrder(buyer, itemIds.slice(1))
      await buyer.post(`/api/purchases/${body.purchaseId}/give-up`, {})
    }
    expect(await startOrder(buyer, itemIds)).toMatchObject({
      status: 429,
      body: { code: 'GIVEN_UP_TOO_OFTEN', details: [{ path: ['itemIds', 1] }] },
    })
    expect((await startOrder(buyer, itemIds.slice(0, 1))).status).toBe(201)
  })
})

describe('what becomes of its things:', () => {
  test('some are confirmed, then the rest; each releases its own tokens, and a sale counts once for the pair', async () => {
    const order = await paidOrder(market)
    const some = await confirmOrder(order, { itemIds: order.itemIds.slice(0, 2) })
    expect(some.body.lines.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'paid'])
    expect(some.body).toMatchObject({ state: 'paid', tokensInEscrow: '1.00' })
    expect((await order.seller.refreshUser()).tokens).toBe('12.00')
    expect(await confirmOrder(order, { itemIds: order.itemIds })).toMatchObject({
      status: 409,
      body: { code: 'NOT_AWAITING_DELIVERY', details: [{ path: ['itemIds', 0] }, { path: ['itemIds', 1] }] },
    })
    expect((await confirmDelivery(order.buyer, order.itemIds[2]!)).body).toMatchObject({ state: 'delivered' })
    expect(await tokensOf(order.buyer)).toEqual(['6.97', '0.00'])
    await market.runJobs()
    // Three sales, and for the first listing, the first sale and the combo 20 more.
    expect((await order.seller.refreshUser()).tokens).toBe('33.00')
    expect(await market.ctx.db('activity').where({ member_id: order.seller.user.id, kind: 'sale' })).toHaveLength(1)
    const listed = await market.ctx.db('activity').where({ member_id: order.seller.user.id, kind: 'listing' })
    expect(listed.every(({ counted_at: counted }) => counted !== null)).toBe(true)
    expect((await confirmOrder(order)).status).toBe(409)
  })

  test('some are cancelled: tokens and $0.50 each go back, and the $3.00 with the last of them', async () => {
    const order = await paidOrder(market)
    const [one, two, three] = order.itemIds as [string, string, string]
    expect((await cancelOrder(order, { itemIds: [two] })).body.lines.map(({ state }) => state)).toEqual([
      'paid',
      'refund_due',
      'paid',
    ])
    expect(await tokensOf(order.buyer)).toEqual(['7.98', '2.02'])
    expect(await refundsMade(order.purchaseId)).toEqual([50])
    expect((await orderOf(order)).lines[1]).toMatchObject({ state: 'refunded', cancelledBy: 'seller' })
    await cancelOrder(order, { itemIds: [one, three] })
    expect(await refundsMade(order.purchaseId)).toEqual([50, 400])
    expect(await orderOf(order)).toMatchObject({ state: 'refunded', cardAmount: '4.50', cardRefund: '4.50' })
    expect(await tokensOf(order.buyer)).toEqual(['10.00', '0.00'])
    expect(await statusesOf(order.itemIds)).toEqual(['available', 'available', 'available'])
  })

  test('where something was delivered, the $3.00 stay', async () => {
    const order = await paidOrder(market)
    await confirmOrder(order, { itemIds: order.itemIds.slice(0, 1) })
    await cancelOrder(order)
    expect(await refundsMade(order.purchaseId)).toEqual([100])
    expect(await orderOf(order)).toMatchObject({ state: 'delivered', cardRefund: '1.00' })
  })

  test('where the last is delivered after the others were cancelled, they stay too', async () => {
    const order = await paidOrder(market)
    await cancelOrder(order, { itemIds: order.itemIds.slice(0, 2) })
    await confirmOrder(order)
    expect(await refundsMade(order.purchaseId)).toEqual([100])
  })

  test('a problem with some of them: an admin decides those, thing by thing; the others go on', async () => {
    const order = await paidOrder(market)
    const [one, two, three] = order.itemIds as [string, string, string]
    await reportOrder(order, { itemIds: [one, two] })
    expect(await orderOf(order)).toMatchObject({
      state: 'disputed',
      lines: [{ state: 'disputed' }, {}, { state: 'paid' }],
    })
    expect((await reportOrder(order, { itemIds: [two] })).status).toBe(409)
    expect(await openDisputes(admin)).toMatchObject([
      { purchaseId: order.purchaseId, title: 'Toy 1, Toy 2', tokenPrice: '2.00', lines: [{ listingId: one }, {}] },
    ])
    const settle = (decision: 'release' | 'refund', itemIds?: string[]) =>
      settleOrder(admin, order, decision, itemIds && { itemIds })
    expect((await settle('refund', [three])).status).toBe(409)
    expect((await settle('refund', [one])).status).toBe(200)
    expect((await orderOf(order)).state).toBe('disputed')
    expect((await settle('release')).status).toBe(200)
    expect((await orderOf(order)).state).toBe('paid')
    expect((await settle('release')).status).toBe(409)
    expect(await refundsMade(order.purchaseId)).toEqual([50])
    expect((await confirmOrder(order)).body.lines.map(({ state }) => state)).toEqual([
      'refunded',
      'delivered',
      'delivered',
    ])
    expect(await tokensOf(order.buyer)).toEqual(['7.98', '0.00'])
  })

  test('the clock reminds once for all, and releases what was not reported', async () => {
    const order = await paidOrder(market)
    await reportOrder(order, { itemIds: order.itemIds.slice(2) })
    await confirmOrder(order, { itemIds: order.itemIds.slice(0, 1) })
    market.clock.advance({ days: 3 })
    await market.runJobs({ only: ['purchasing.follow-deliveries'] })
    await market.ctx.queue.boss.send('purchasing.follow-deliveries', {})
    await market.runJobs()
    const reminders = await market.ctx
      .db('message')
      .whereRaw('reason like ?', [`purchase:${order.purchaseId}:reminder%`])
    expect(reminders).toMatchObject([
      { told: 'purchase: reminder', facts: { things: { quoted: ['Toy 2'] }, count: 1, days: 3, left: 11 } },
    ])
    market.clock.advance({ days: 12 })
    await market.ctx.queue.boss.send('purchasing.follow-deliveries', {})
    await market.runJobs()
    expect((await orderOf(order)).lines.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'disputed'])
  })

  test('what was bought at another card fee is shown and goes back as it was paid, and the audit agrees', async () => {
    const order = await paidOrder(market)
    // The same charge of 450 cents, of other parts, noted so from the beginning.
    await market.ctx.db.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica')
      await trx('purchase').where({ id: order.purchaseId }).update({ processing_cents: 150, item_cents: 100 })
      await trx.raw(
        `update purchase_history set facts = facts || '{"processing_cents": 150, "item_cents": 100}'
         where subject = 'purchase' and subject_id = ?`,
        [order.purchaseId],
      )
    })
    const parts = { cardPerOrder: '1.50', cardPerItem: '1.00' }
    expect(await orderOf(order)).toMatchObject({ cardAmount: '4.50', ...parts })
    expect((await order.seller.get<Sale[]>('/api/sales')).body).toMatchObject([parts])
    await cancelOrder(order, { itemIds: order.itemIds.slice(0, 1) })
    expect((await orderOf(order)).cardRefund).toBe('1.00')
    await reportOrder(order)
    expect(await openDisputes(admin)).toContainEqual(
      expect.objectContaining({ purchaseId: order.purchaseId, cardRefund: '3.50', cardPerItem: '1.00' }),
    )
    await cancelOrder(order)
    expect(await refundsMade(order.purchaseId)).toEqual([100, 350])
    expect(await auditFindings(market)).toEqual([])
  })

  test('the card never gets back more than it paid, whatever the code does', async () => {
    const { purchaseId } = await paidOrder(market)
    const owing = market.ctx.db.transaction(async (trx) => {
      for (const cents of [400, 51])
        await trx('card_refund').insert({
          key: randomUUID(),
          purchase_id: purchaseId,
          amount_cents: cents,
          due_at: market.clock.now(),
        })
    })
    await expect(owing).rejects.toThrow('purchase_refunds_within_charge')
  })
})

test('only the buyer finishes and confirms it, and only with its own payment', async () => {
  const [mine, theirs] = [await openOrder(market), await openOrder(market)]
  await payCard(mine.buyer, mine.clientSecret)
  for (const wrong of [
    { ...mine, buyer: theirs.buyer },
    { ...mine, purchaseId: theirs.purchaseId },
    { ...theirs, paymentId: mine.paymentId },
  ])
    expect(await finishOrder(wrong)).toMatchObject({ status: 402, body: { code: 'PAYMENT_NOT_YOURS' } })
  expect((await finishOrder(mine)).status).toBe(200)
  expect((await confirmOrder({ ...mine, buyer: theirs.buyer })).status).toBe(404)
  expect((await cancelOrder({ ...mine, seller: theirs.seller })).status).toBe(404)
  expect((await reportOrder({ ...mine, buyer: mine.seller })).status).toBe(404)
})
