import { expect, test } from 'vitest'
import type { Trx } from '../../../platform/database.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import { untilSomebodyWaits } from '../../../testing/postgres/lock-waits.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { buildPurchase, confirmDelivery, reserve } from '../../../testing/market/trades.ts'

const market = useMarket()

const db = () => market.ctx.db
const numbers = () => db()('purchase_history').orderBy('number').pluck('number')
const linesOf = async (purchaseId: string, subject = 'purchase') => {
  const lines = await db()('purchase_history').where({ subject_id: purchaseId, subject }).orderBy('number')
  return lines.map(({ change, facts }) => ({ change, facts: facts as Record<string, unknown> }))
}
const statesOf = async (purchaseId: string, subject?: string) =>
  (await linesOf(purchaseId, subject)).map(({ facts }) => facts['state'])

test('a line is written for each change, and none for what does not matter', async () => {
  const { buyer, itemId, purchaseId, paymentId } = await buildPurchase(market)
  await db()('purchase').where({ id: purchaseId }).update({ reminded_day: 3 })
  await buyer.post(`/api/purchases/${purchaseId}/problem`, { reason: 'broken', words: 'Two wheels are missing.' })
  await confirmDelivery(buyer, itemId)

  // Between reservation and payment the card payment got its id.
  expect(await statesOf(purchaseId)).toEqual(['reserved', 'reserved', 'paid'])
  expect(await statesOf(purchaseId, 'purchase_line')).toEqual(['reserved', 'paid', 'disputed', 'delivered'])
  const [made, opened, paid] = await linesOf(purchaseId)
  expect(made?.change).toBe('insert')
  expect(made?.facts).not.toHaveProperty('payment_intent_id')
  expect(opened).toMatchObject({ change: 'update', facts: { payment_intent_id: paymentId } })
  expect(paid?.facts).toHaveProperty('paid_at')
})

test('no word of a member and no address is in it', async () => {
  const seller = await market.signIn()
  const { listing } = await buildListing(market, { seller, fields: { title: 'Red tricycle', deliveryOption: 'both' } })
  const order = { deliveryMethod: 'doordash', deliveryAddress: '98 Birch Lane' }
  const buyer = await market.signIn()
  const { status } = await reserve(buyer, listing.id, order)
  expect(status).toBe(201)
  const { purchaseId } = await buildPurchase(market, { buyer })
  await buyer.post(`/api/purchases/${purchaseId}/problem`, { reason: 'broken', words: 'Two wheels are missing.' })

  const text = JSON.stringify(await db()('purchase_history').select('facts'))
  expect(text).toContain('doordash')
  for (const word of ['tricycle', 'Birch', 'wheels', buyer.user.email]) expect(text).not.toContain(word)
})

test.each([
  "update purchase_history set noted_at = '2026-11-18'",
  'delete from purchase_history',
  'truncate purchase_history',
])('is append-only: %s', async (statement) => {
  await expect(db().raw(statement)).rejects.toThrow('append-only')
})

test.each([
  ['rollback', 1],
  ['commit', 2],
] as const)('a writer waits for the number of another, and there is no gap after its %s', async (end, lines) => {
  const [one, other] = [await buildPurchase(market), await buildPurchase(market)]
  const dispute = (trx: Trx, purchaseId: string) =>
    trx('purchase_line')
      .where({ purchase_id: purchaseId })
      .update({ state: 'disputed', disputed_at: market.clock.now(), dispute_reason: 'Two wheels are missing.' })
  const before = await numbers()

  const first = await db().transaction()
  await dispute(first, one.purchaseId)
  await first.raw('set constraints all immediate')
  const second = db().transaction((trx) => dispute(trx, other.purchaseId))
  await untilSomebodyWaits(db())
  await first[end]()
  await second

  const after = await numbers()
  expect(after).toHaveLength(before.length + lines)
  expect(after).toEqual(after.map((_, index) => BigInt(index + 1)))
  expect(await auditFindings(market)).toEqual([])
})
