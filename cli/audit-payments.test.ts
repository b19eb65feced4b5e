import { expect, test } from 'vitest'
import { captureOutput, type Outcome } from '../src/testing/run/capture-output.ts'
import { useMarket } from '../src/testing/market/use-market.ts'
import { buildPurchase } from '../src/testing/market/trades.ts'
import { handlers } from '../src/worker.ts'
import { runMarket } from './run-market.ts'

const market = useMarket()

function audit(...options: string[]): Promise<Outcome> {
  const { DATABASE_URL, DATA_DIR } = market.ctx.config
  return captureOutput({ DATABASE_URL, DATA_DIR }, () => runMarket(['audit-ledger', ...options]))
}

test('--payments asks the card provider too, lists what it sees otherwise, and repairs nothing', async () => {
  const { purchaseId, paymentId } = await buildPurchase(market)
  expect(await audit('--payments')).toMatchObject({ code: 0 })
  await market.ctx.db('sandbox_object').where({ id: paymentId }).delete()
  expect((await audit()).code).toBe(0)
  for (let round = 0; round < 2; round += 1) {
    const { code, stdout } = await audit('--payments')
    expect(code).toBe(1)
    expect(stdout).toContain(`payments: ${purchaseId}: is paid: the provider does not know its payment`)
  }
  const { stdout } = await audit('--payments', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ clean: false, findings: [{ check: 'payments', ids: [purchaseId] }] })
})

test('--payments --repair refunds the payments that belong to no purchase, once, and names each', async () => {
  const stray = [await buildPurchase(market), await buildPurchase(market)]
  const kept = await buildPurchase(market)
  const ids = stray.map(({ paymentId }) => paymentId).sort()
  // As after an old backup: the provider knows payments that we don't.
  for (const [index, { purchaseId }] of stray.entries())
    await market.ctx
      .db('purchase')
      .where({ id: purchaseId })
      .update({ payment_intent_id: `pi_before_${index}` })
  const refunds = async () =>
    (await market.ctx.db('sandbox_object').where({ kind: 'refund' }).select('body'))
      .map(({ body }) => (body as { payment_intent: string }).payment_intent)
      .sort()
  await handlers(market.ctx)['purchasing.compare-payments']({})
  const differing = async () => await market.ctx.db('payment_difference').whereIn('subject', ids).pluck('subject')
  expect(await differing()).toHaveLength(2)
  expect((await audit('--repair')).code).toBe(2)
  await audit('--payments')
  expect(await refunds()).toEqual([])
  const { stdout } = await audit('--payments', '--repair')
  for (const id of ids) expect(stdout).toContain(`repair: ${id}: refund succeeded`)
  expect(stdout).not.toContain(kept.paymentId)
  expect(await refunds()).toEqual(ids)
  // The same call also settles what `market status` and the admin page count of the daily comparison.
  expect(await differing()).toEqual([])
  const again = await audit('--payments', '--repair', '--json')
  expect(JSON.parse(again.stdout)).toMatchObject({ repairs: [] })
  expect(await refunds()).toEqual(ids)
})
