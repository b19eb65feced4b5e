import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import { cardMarket, type CardMarket } from '../../../testing/market/card-market.ts'
import { paidTrade, type CardTrade } from '../../../testing/market/card-trades.ts'
import type { Fault } from '../../../testing/doubles/stripe-double.ts'
import { finish, reserve } from '../../../testing/market/trades.ts'
import { findOrder } from '../purchase/read-purchase.ts'
import { comparePayments } from './compare-payments.ts'

/** The provider keeps an error of its own under the request's key: a repeat with that key never gets another answer. */
const KEPT: Fault['how'][] = ['keep failing before', 'keep failing after']

let cards: CardMarket
beforeAll(async () => {
  cards = await cardMarket()
})
afterAll(() => cards.stop())
beforeEach(() => {
  cards.double.faults.length = 0
})
afterEach(async () => {
  expect(await auditFindings(cards.market)).toEqual([])
  expect(await Array.fromAsync(comparePayments(cards.market.ctx))).toEqual([])
})

const stateOf = async ({ purchaseId }: CardTrade) => (await findOrder(cards.market.ctx.db, purchaseId))?.lines[0]?.state
const refundsOf = async ({ paymentId }: CardTrade) =>
  (await cards.market.ctx.db('sandbox_object').where({ kind: 'refund' }).select('body')).filter(
    ({ body }) => (body as { payment_intent: string }).payment_intent === paymentId,
  )

describe.each(KEPT)('%s', (how) => {
  test('a refund: the card has its money back, once, and the purchase is refunded', async () => {
    const trade = await paidTrade(cards)
    cards.double.faults.push({ on: 'POST /v1/refunds', how })
    await trade.seller.post(`/api/purchases/${trade.purchaseId}/cancel`, { relist: true })
    await cards.market.runJobs()
    expect(await stateOf(trade)).toBe('refunded')
    expect(await refundsOf(trade)).toHaveLength(1)
  })

  test('a new payment: the buyer can pay when they try again', async () => {
    const { listing } = await buildListing(cards.market)
    const buyer = await cards.market.signIn()
    cards.double.faults.push({ on: 'POST /v1/payment_intents', how })
    expect((await reserve(buyer, listing.id)).status).toBe(503)
    const { status, body } = await reserve(buyer, listing.id)
    expect(status).toBe(201)
    const paymentId = body.clientSecret.split('_secret_')[0]!
    await cards.pay(paymentId)
    expect((await finish(buyer, listing.id, paymentId)).status).toBe(200)
  })
})
