import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import { cardMarket, type CardMarket } from '../../../testing/market/card-market.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { finish, reserve } from '../../../testing/market/trades.ts'
import { findOrder } from '../purchase/read-purchase.ts'

let cards: CardMarket
beforeAll(async () => {
  cards = await cardMarket()
})
afterAll(() => cards.stop())
afterEach(async () => expect(await auditFindings(cards.market)).toEqual([]))

async function open() {
  const itemId = (await buildListing(cards.market)).listing.id
  const buyer = await cards.market.signIn()
  const { body } = await reserve(buyer, itemId)
  return { buyer, itemId, purchaseId: body.purchaseId, paymentId: body.clientSecret.split('_secret_')[0]! }
}
const giveUp = (member: TestClient, id: string) => member.post(`/api/purchases/${id}/give-up`)
const stateOf = async (id: string) => (await findOrder(cards.market.ctx.db, id))?.state

test('gives the tokens back and the item free at once, after the payment is cancelled; a repeat does nothing', async () => {
  const { buyer, itemId, purchaseId, paymentId } = await open()
  expect((await giveUp(await cards.market.signIn(), purchaseId)).status).toBe(404)
  expect((await giveUp(buyer, purchaseId)).status).toBe(204)
  expect(cards.double.requests.at(-1)).toBe(`POST /v1/payment_intents/${paymentId}/cancel`)
  expect(await buyer.refreshUser()).toMatchObject({ tokens: '10.00', tokensInEscrow: '0.00' })
  await expect(cards.pay(paymentId)).rejects.toThrow()
  expect((await giveUp(buyer, purchaseId)).status).toBe(204)
  expect((await reserve(await cards.market.signIn(), itemId)).status).toBe(201)
})

test('of a payment that has just succeeded is too late: it is paid, once', async () => {
  const { buyer, itemId, purchaseId, paymentId } = await open()
  await cards.pay(paymentId)
  expect(await giveUp(buyer, purchaseId)).toMatchObject({ status: 409, body: { code: 'ALREADY_PAID' } })
  expect(await stateOf(purchaseId)).toBe('paid')
  expect((await finish(buyer, itemId, paymentId)).status).toBe(200)
})

test('while the provider is away changes nothing', async () => {
  const { buyer, purchaseId } = await open()
  cards.double.faults.push({ on: 'POST /v1/payment_intents/', how: 'lose request', times: 3 })
  expect((await giveUp(buyer, purchaseId)).status).toBe(503)
  expect(await stateOf(purchaseId)).toBe('reserved')
  expect((await giveUp(buyer, purchaseId)).status).toBe(204)
})

test('and paid at once: either all of it or none of it', async () => {
  for (const { buyer, itemId, purchaseId, paymentId } of await Promise.all([open(), open(), open()])) {
    const [card, gaveUp] = await Promise.all([
      cards.pay(paymentId).then(
        () => true,
        () => false,
      ),
      giveUp(buyer, purchaseId),
    ])
    expect(gaveUp.status).toBe(card ? 409 : 204)
    expect(await stateOf(purchaseId)).toBe(card ? 'paid' : 'expired')
    expect((await finish(buyer, itemId, paymentId)).status).toBe(card ? 200 : 402)
  }
})
