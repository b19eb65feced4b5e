import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditFindings } from '../../testing/audit.ts'
import { buildListing } from '../../testing/builders.ts'
import { testMarket, type TestMarket } from '../../testing/market.ts'
import { paidOrder } from '../../testing/orders.ts'
import { buildPurchase, confirmDelivery, finish, payAhead, reserve } from '../../testing/trades.ts'
import { sweepReservations } from './buying/sweep-reservations.ts'

let market: TestMarket
beforeAll(async () => {
  market = await testMarket()
})
afterAll(() => market.stop())

const MIGRATION = '20261122060000_orders.ts'
const TABLES = ['purchase', 'purchase_line', 'card_refund', 'token_transactions'] as const

async function undo(): Promise<void> {
  for (let undone: string[] = []; !undone.some((path) => path.endsWith(MIGRATION));)
    [, undone] = (await market.ctx.db.migrate.down()) as [number, string[]]
}

const rowsOf = async () => {
  const all = await Promise.all(TABLES.map((table) => market.ctx.db(table)))
  return TABLES.map((table, index) => [
    table,
    all[index]
      ?.map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
      .sort(),
  ])
}

/** One purchase of each kind there is. */
async function fill(): Promise<void> {
  const { db } = market.ctx
  const free = (await buildListing(market, { fields: { tokenPrice: '0' } })).listing.id
  await buildPurchase(market, { itemId: free })
  await buildPurchase(market)
  const delivered = await buildPurchase(market)
  await confirmDelivery(delivered.buyer, delivered.itemId)
  const disputed = await buildPurchase(market)
  await disputed.buyer.post(`/api/purchases/${disputed.purchaseId}/problem`, {
    reason: 'broken',
    words: 'Two wheels are missing.',
  })
  const cancel = async () => {
    const seller = await market.signIn()
    const { purchaseId } = await buildPurchase(market, { seller })
    await seller.post(`/api/purchases/${purchaseId}/cancel`, { relist: true })
  }
  await cancel()
  await market.runJobs()
  // Expired, and paid too late.
  const [itemId, late] = [(await buildListing(market)).listing.id, (await buildListing(market)).listing.id]
  await reserve(await market.signIn(), itemId)
  const buyer = await market.signIn()
  const { purchaseId, paymentId } = await payAhead(buyer, late)
  await db('sandbox_object').where({ id: paymentId }).update({ id: 'pi_away' })
  market.clock.advance({ minutes: 16 })
  await sweepReservations(market.ctx)
  await db('sandbox_object').where({ id: 'pi_away' }).update({ id: paymentId })
  expect((await finish(buyer, late, paymentId)).status).toBe(409)
  expect(await db('purchase').where({ id: purchaseId }).first()).toMatchObject({ state: 'expired' })
  await reserve(await market.signIn(), itemId)
  await cancel()
}

/** Going back drops the table of problems, and the audit rightly names those that the history knows. */
const findingsButProblems = async () =>
  (await auditFindings(market)).filter(({ problem }) => problem !== 'has a history as a row of problem, but is gone')

test('purchases of before become orders of one line, and nothing else changes', async () => {
  await fill()
  const before = await rowsOf()
  const states = await market.ctx.db('purchase_line').select('state')
  expect(new Set(states.map(({ state }) => state))).toEqual(
    new Set(['reserved', 'expired', 'paid', 'disputed', 'delivered', 'refund_due', 'refunded']),
  )
  expect(await auditFindings(market)).toEqual([])
  await undo()
  const old = await market.ctx.db.raw<{ rows: { state: string; price: bigint }[] }>('select state, price from purchase')
  expect(old.rows.map(({ state }) => state).toSorted()).toEqual(states.map(({ state }) => state).toSorted())
  await market.ctx.db.migrate.latest()
  expect(await rowsOf()).toEqual(before)
  expect(await findingsButProblems()).toEqual([])
  // And they go on from there.
  await market.runJobs()
  const { rows } = await market.ctx.db.raw<{ rows: { due: number }[] }>(
    'select count(*)::int as due from card_refund where refunded_at is null',
  )
  expect(rows).toEqual([{ due: 0 }])
  expect(await findingsButProblems()).toEqual([])
})

test("an order of several things can't go back to the version before", async () => {
  await paidOrder(market)
  await expect(undo()).rejects.toThrow('orders of several things')
})
