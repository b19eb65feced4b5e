import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { cardMarket, type CardMarket } from '../../../testing/market/card-market.ts'
import { openTrade, type CardTrade } from '../../../testing/market/card-trades.ts'
import { finish } from '../../../testing/market/trades.ts'
import { signEvent } from '../../../testing/doubles/stripe-double.ts'
import { endOverdueReservation } from '../reserving/end-reservation.ts'
import { findOrder } from '../purchase/read-purchase.ts'
import { sweepReservations } from '../reserving/sweep-reservations.ts'

let cards: CardMarket
beforeAll(async () => {
  cards = await cardMarket()
})
afterAll(() => cards.stop())
afterEach(async () => {
  expect(cards.double.faults).toEqual([])
  expect(await auditFindings(cards.market)).toEqual([])
  await cards.deliverEvents()
  cards.double.requests.length = 0
})

const open = () => openTrade(cards)
async function paid(): Promise<CardTrade> {
  const trade = await open()
  await cards.pay(trade.paymentId)
  return trade
}

const stateOf = async ({ purchaseId }: CardTrade) => (await findOrder(cards.market.ctx.db, purchaseId))?.state
const sweep = () => sweepReservations(cards.market.ctx)
const balanceOf = async ({ buyer }: CardTrade) => {
  const { tokens, tokensInEscrow } = await buyer.refreshUser()
  return [tokens, tokensInEscrow]
}
const PAID = ['6.98', '3.02']
const UNTOUCHED = ['10.00', '0.00']
const tell = ({ buyer, itemId, paymentId }: CardTrade) => finish(buyer, itemId, paymentId)

describe('a payment does not count', () => {
  test.each([
    ['amount', { amount: 349 }],
    ['amount received', { amount_received: 349 }],
    ['currency', { currency: 'eur' }],
    ['purchase', { metadata: { purchase: 'x' } }],
    ['buyer', { metadata: { buyer: 'x' } }],
    ['item', { metadata: { item: 'x' } }],
  ])("when the provider's own answer has another %s", async (_name, change) => {
    const purchase = await paid()
    const { db } = cards.market.ctx
    const tampered = 'metadata' in change ? { key: '{metadata}', value: change.metadata } : { key: '{}', value: change }
    const { body } = (await db('sandbox_object').where({ id: purchase.paymentId }).first())!
    const kept = body as { metadata: object }
    await db('sandbox_object')
      .where({ id: purchase.paymentId })
      .update({
        body: JSON.stringify(
          tampered.key === '{metadata}'
            ? { ...kept, metadata: { ...kept.metadata, ...tampered.value } }
            : { ...kept, ...tampered.value },
        ),
      })
    expect((await tell(purchase)).status).toBe(402)
    await cards.deliverEvents()
    expect(await stateOf(purchase)).toBe('reserved')
    const problems = await db('card_event').where({ payment_intent_id: purchase.paymentId }).whereNotNull('problem')
    expect(problems).toHaveLength(1)
    await db('sandbox_object')
      .where({ id: purchase.paymentId })
      .update({ body: JSON.stringify(body) })
    expect((await tell(purchase)).status).toBe(200)
  })
})

describe('the webhook refuses', () => {
  const HOOK = 'whsec_double'
  const event = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'payment_intent.succeeded',
    created: 1,
    data: { object: {} },
  })

  test('a forged, changed, or old event, and one without signature', async () => {
    const now = cards.market.clock.now()
    const before = new Date(now.getTime() - 301_000)
    for (const [body, signature] of [
      [event, signEvent(event, 'whsec_other', now)],
      [event.replace('forged', 'changed'), signEvent(event, HOOK, now)],
      [event, signEvent(event, HOOK, before)],
      [event, ''],
      [event, 't=1,v1=zz'],
      [event, 't=1,v1='],
      [event, 't='],
      [event, ',=,v1'],
      ['', signEvent('', HOOK, now)],
      ['{', signEvent('{', HOOK, now)],
    ] as const)
      expect(await cards.postEvent(body, signature)).toMatchObject({ status: 400, body: { code: 'BAD_SIGNATURE' } })
    expect(await cards.market.ctx.db('card_event').where({ id: 'evt_forged' })).toEqual([])
  })

  test('nothing that is signed: what it is about nobody knows is kept with the problem', async () => {
    const about = event.replace('"object":{}', '"object":{"object":"payment_intent","id":"pi_none"}')
    const { status } = await cards.postEvent(about, signEvent(about, HOOK, cards.market.clock.now()))
    expect(status).toBe(200)
    expect(await cards.market.ctx.db('card_event').where({ id: 'evt_forged' })).toMatchObject([
      { processed_at: null, problem: expect.stringContaining('pi_none') as string },
    ])
  })
})

describe('a reservation that ends', () => {
  test('is cancelled at the provider before anything is given back', async () => {
    const purchase = await open()
    cards.market.clock.advance({ minutes: 16 })
    await sweep()
    expect(cards.double.requests.at(-1)).toBe(`POST /v1/payment_intents/${purchase.paymentId}/cancel`)
    await expect(cards.pay(purchase.paymentId)).rejects.toThrow()
    expect(await stateOf(purchase)).toBe('expired')
  })

  test('whose provider is away stays reserved until the next round', async () => {
    const purchase = await open()
    cards.market.clock.advance({ minutes: 16 })
    cards.double.faults.push({
      on: `POST /v1/payment_intents/${purchase.paymentId}/cancel`,
      how: 'lose request',
      times: 3,
    })
    await sweep()
    expect(await stateOf(purchase)).toBe('reserved')
    expect(await balanceOf(purchase)).toEqual(PAID)
    await sweep()
    expect(await stateOf(purchase)).toBe('expired')
    expect(await balanceOf(purchase)).toEqual(UNTOUCHED)
  })

  test('is left alone before its time, however often it is asked to end', async () => {
    const purchase = await open()
    await Promise.all([endOverdueReservation(cards.market.ctx, purchase.purchaseId), sweep()])
    expect(await stateOf(purchase)).toBe('reserved')
  })
})
