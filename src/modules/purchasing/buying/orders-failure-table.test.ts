import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { cardMarket, type CardMarket } from '../../../testing/market/card-market.ts'
import { untilSomebodyWaits } from '../../../testing/postgres/lock-waits.ts'
import {
  buildBasket,
  cancelOrder,
  confirmOrder,
  finishOrder,
  openOrder,
  orderOf,
  paidCardOrder,
  reportOrder,
  startOrder,
  type OpenOrder,
} from '../../../testing/market/orders.ts'
import { comparePayments } from '../card/compare-payments.ts'
import { followDeliveries } from '../delivery/follow-deliveries.ts'
import { findOrder } from '../purchase/read-purchase.ts'
import { sweepReservations } from '../reserving/sweep-reservations.ts'

// The failure table once more, with orders of three things: whatever happens, it happens to all of them or to none.
let cards: CardMarket
beforeAll(async () => {
  cards = await cardMarket()
})
afterAll(() => cards.stop())
afterEach(async () => {
  expect(cards.double.faults).toEqual([])
  expect(await auditFindings(cards.market)).toEqual([])
  await cards.deliverEvents()
  await cards.market.runJobs()
  expect(await auditFindings(cards.market)).toEqual([])
  cards.double.requests.length = 0
})

const AWAY = 3
const UNTOUCHED = ['10.00', '0.00']
const HELD = ['6.97', '3.03']
const db = () => cards.market.ctx.db
const sweep = () => sweepReservations(cards.market.ctx)
const runRefunds = () => cards.market.runJobs({ only: ['purchasing.refund-card'] })
const statesOf = async ({ purchaseId }: OpenOrder) => {
  const { state, lines } = (await findOrder(db(), purchaseId))!
  return [state, ...lines.map((line) => line.state)]
}
const all = (state: string, of = state) => [of, state, state, state]
const balanceOf = async ({ buyer }: OpenOrder) => {
  const { tokens, tokensInEscrow } = await buyer.refreshUser()
  return [tokens, tokensInEscrow]
}
const refundsMade = async ({ paymentId }: OpenOrder) => {
  const rows = await db()('sandbox_object').where({ kind: 'refund' })
  const its = rows.map(({ body }) => body as { payment_intent: string; amount: number; status: string })
  return its
    .filter((refund) => refund.payment_intent === paymentId && refund.status !== 'failed')
    .map(({ amount }) => amount)
    .toSorted((one, other) => one - other)
}
async function paidAhead(): Promise<OpenOrder> {
  const order = await openOrder(cards.market)
  await cards.pay(order.paymentId)
  return order
}

describe('killed between reserving and paying:', () => {
  const forgetPayment = ({ purchaseId }: OpenOrder) =>
    db().transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica')
      await trx('purchase').where({ id: purchaseId }).update({ payment_intent_id: null })
      await trx('purchase_history').where({ subject_id: purchaseId, subject: 'purchase', change: 'update' }).delete()
    })

  test('the same order resumes, with the same payment', async () => {
    const order = await openOrder(cards.market)
    await forgetPayment(order)
    const { body } = await startOrder(order.buyer, order.itemIds, { purchaseId: order.purchaseId })
    expect(body.clientSecret).toBe(order.clientSecret)
  })

  test('or it expires, and all of it is free again', async () => {
    const order = await openOrder(cards.market)
    await forgetPayment(order)
    cards.market.clock.advance({ minutes: 16 })
    await sweep()
    expect(await statesOf(order)).toEqual(all('expired'))
    expect(await balanceOf(order)).toEqual(UNTOUCHED)
    expect((await startOrder(order.buyer, order.itemIds)).status).toBe(201)
  })

  test('where the provider is away, a repeat takes the order up', async () => {
    const seller = await cards.market.signIn()
    const [buyer, itemIds] = [await cards.market.signIn(), await buildBasket(cards.market, seller, 3)]
    cards.double.faults.push({ on: 'POST /v1/payment_intents', how: 'lose reply', times: AWAY })
    expect((await startOrder(buyer, itemIds)).status).toBe(503)
    expect((await startOrder(buyer, itemIds)).body).toMatchObject({ amountCents: 450 })
    expect((await buyer.get('/api/purchases')).body).toHaveLength(1)
  })
})

describe('killed while it is settled:', () => {
  test.each([
    ['purchase', "state <> 'paid'"],
    ['purchase_line', "number < 3 or state <> 'paid'"],
    ['listing', "status <> 'claimed'"],
  ])('a failure in %s leaves all of it reserved, and the event comes again', async (table, check) => {
    const order = await paidAhead()
    const [event] = cards.courier.waiting
    await db().raw(`alter table ${table} add constraint bad_day check (${check}) not valid`)
    expect(await cards.deliverEvents()).toEqual([500])
    await db().raw(`alter table ${table} drop constraint bad_day`)
    expect(await statesOf(order)).toEqual(all('reserved'))
    cards.courier.waiting.push(event!)
    expect(await cards.deliverEvents()).toEqual([200])
    expect(await statesOf(order)).toEqual(all('paid'))
    expect(await balanceOf(order)).toEqual(HELD)
  })

  test('the sweeper alone settles', async () => {
    const order = await paidAhead()
    cards.courier.waiting.length = 0
    cards.market.clock.advance({ minutes: 16 })
    await sweep()
    expect(await statesOf(order)).toEqual(all('paid'))
  })
})

test('told by call, webhooks three times and out of order, and the sweeper, all at once: paid once', async () => {
  const order = await paidAhead()
  cards.market.clock.advance({ minutes: 16 })
  const answers = await Promise.all([
    finishOrder(order),
    cards.deliverEvents({ copies: 3, arrange: (bodies) => bodies.toReversed() }),
    sweep(),
    finishOrder(order),
  ])
  expect([answers[0].status, answers[3].status]).toEqual([200, 200])
  expect(await statesOf(order)).toEqual(all('paid'))
  await cards.market.runJobs()
  const messages = await db()('message').where({ reason: `purchase:${order.purchaseId}:paid` })
  expect(messages).toHaveLength(1)
})

describe('paid late:', () => {
  test('the whole charge goes back, once, and nothing is taken', async () => {
    const order = await openOrder(cards.market)
    await db()('sandbox_object').where({ id: order.paymentId }).update({ id: 'pi_away' })
    cards.market.clock.advance({ minutes: 16 })
    await sweep()
    await db()('sandbox_object').where({ id: 'pi_away' }).update({ id: order.paymentId })
    await cards.pay(order.paymentId)
    const [told] = await Promise.all([finishOrder(order), cards.deliverEvents({ copies: 2 })])
    expect(told).toMatchObject({
      status: 409,
      body: {
        message: 'Your reservation had expired before the payment arrived. The $4.50 go back to your card.',
      },
    })
    await runRefunds()
    await runRefunds()
    expect(await refundsMade(order)).toEqual([450])
    expect(await balanceOf(order)).toEqual(UNTOUCHED)
  })
})

describe('partial refunds:', () => {
  test('a lost reply is asked for again under its key: once for each part', async () => {
    const order = await paidCardOrder(cards)
    const [one, two] = order.itemIds as [string, string]
    await cancelOrder(order, { itemIds: [two] })
    cards.double.faults.push({ on: 'POST /v1/refunds', how: 'lose reply', times: AWAY })
    await expect(runRefunds()).rejects.toThrow()
    await cancelOrder(order, { itemIds: [one] })
    cards.market.clock.advance({ minutes: 11 })
    await sweep()
    expect(await refundsMade(order)).toEqual([50, 50])
    const { rows } = await db().raw<{ rows: { key: string }[] }>(
      `select key from sandbox_idempotency_key where key like ? order by key`,
      [`purchase:${order.purchaseId}%refund`],
    )
    expect(rows.map(({ key }) => key)).toEqual([
      `purchase:${order.purchaseId}:2:refund`,
      `purchase:${order.purchaseId}:refund`,
    ])
    expect((await orderOf(order)).cardRefund).toBe('1.00')
    await db()('pgboss.job').where({ name: 'purchasing.refund-card' }).delete()
  })

  test('an error that the provider keeps under the key is followed by another key', async () => {
    const order = await paidCardOrder(cards)
    await cancelOrder(order, { itemIds: order.itemIds.slice(0, 1) })
    cards.double.faults.push({ on: 'POST /v1/refunds', how: 'keep failing after' })
    await runRefunds().catch(() => undefined)
    cards.market.clock.advance({ minutes: 11 })
    await sweep()
    expect(await refundsMade(order)).toEqual([50])
  })

  test('one that fails is alarmed by itself; the others arrive', async () => {
    const order = await paidCardOrder(cards, { card: 'pm_card_refundFail' })
    await cancelOrder(order, { itemIds: order.itemIds.slice(1, 2) })
    await runRefunds()
    await cards.deliverEvents()
    await runRefunds()
    expect((await orderOf(order)).lines.map(({ state }) => state)).toEqual(['paid', 'refund_failed', 'paid'])
    expect((await confirmOrder(order)).body.lines.map(({ state }) => state)).toEqual([
      'delivered',
      'refund_failed',
      'delivered',
    ])
  })

  test('agree with what the provider says, and a difference is told', async () => {
    const order = await paidCardOrder(cards)
    await cancelOrder(order, { itemIds: order.itemIds.slice(0, 1) })
    await runRefunds()
    const differences = () => Array.fromAsync(comparePayments(cards.market.ctx))
    const about = async () => (await differences()).filter(({ subject }) => subject === order.purchaseId)
    expect(await about()).toEqual([])
    const refund = db()('sandbox_object').whereRaw("kind = 'refund' and body ->> 'payment_intent' = ?", [
      order.paymentId,
    ])
    const forged = { body: db().raw(`body || '{"amount": 100}'`) }
    await refund.clone().update(forged)
    expect(await about()).toEqual([
      {
        subject: order.purchaseId,
        problem: 'is paid: the payment is succeeded, 450 cents received, 100 cents refunded',
      },
    ])
    await refund.clone().update({ body: db().raw(`body || '{"amount": 50}'`) })
  })
})

describe('at the same moment:', () => {
  test('two buyers whose baskets overlap in part, ten times: each thing sold once, no order half reserved', async () => {
    const seller = await cards.market.signIn()
    for (let round = 0; round < 10; round += 1) {
      const itemIds = await buildBasket(cards.market, seller, 4)
      const [one, other] = [await cards.market.signIn(), await cards.market.signIn()]
      // Named in opposite orders: whoever locked in the order of the request would lock each other out.
      const baskets = [itemIds.slice(0, 3), itemIds.slice(1).toReversed()]
      const answers = await Promise.all([startOrder(one, baskets[0]!), startOrder(other, baskets[1]!)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
      const won = answers[0].status === 201 ? 0 : 1
      const lost = answers[1 - won]!
      expect(lost.body.details).toHaveLength(2)
      expect(await [one, other][1 - won]!.refreshUser()).toMatchObject({ tokens: '10.00', tokensInEscrow: '0.00' })
      const listings = await db()('listing').whereIn('id', itemIds).where({ status: 'reserved' })
      expect(listings.map(({ id }) => id).toSorted()).toEqual(baskets[won]!.toSorted())
    }
  })

  test('who waits for some of the same things waits in the order of their ids', async () => {
    const seller = await cards.market.signIn()
    const itemIds = (await buildBasket(cards.market, seller, 3)).toSorted()
    const [first, , last] = itemIds as [string, string, string]
    const buyer = await cards.market.signIn()
    const { asked } = await db().transaction(async (trx) => {
      await trx.raw('select from listing where id = ? for update', [first])
      const waiting = startOrder(buyer, itemIds.toReversed())
      await untilSomebodyWaits(db())
      // The last of them is still free: the first is waited for first.
      await trx.raw('select from listing where id = ? for update nowait', [last])
      return { asked: waiting }
    })
    expect((await asked).status).toBe(201)
  })

  test('confirmed, cancelled, reported and released by the clock: each thing has one end', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await paidCardOrder(cards)
      cards.market.clock.advance({ days: 14, minutes: 1 })
      const [one, two, three] = order.itemIds as [string, string, string]
      await Promise.all([
        confirmOrder(order, { itemIds: [one, two] }),
        cancelOrder(order, { itemIds: [two, three] }),
        reportOrder(order, { itemIds: [three] }),
        confirmOrder(order),
        cancelOrder(order, { itemIds: [one] }),
        followDeliveries(cards.market.ctx),
      ])
      const [, ...states] = await statesOf(order)
      for (const state of states) expect(['delivered', 'refund_due', 'disputed']).toContain(state)
      expect(await auditFindings(cards.market)).toEqual([])
      if (states.includes('disputed')) await confirmOrder(order)
      await runRefunds()
      const back = states.filter((state) => state === 'refund_due').length
      expect((await refundsMade(order)).reduce((sum, cents) => sum + cents, 0)).toBe(back * 50 + (back === 3 ? 300 : 0))
    }
  })

  test('the last two things cancelled at once: the $3.00 go back once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await paidCardOrder(cards, { lines: 2 })
      await Promise.all(order.itemIds.map((itemId) => cancelOrder(order, { itemIds: [itemId] })))
      await runRefunds()
      expect(await refundsMade(order)).toEqual([50, 350])
      expect(await balanceOf(order)).toEqual(UNTOUCHED)
    }
  })
})
