import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMarket, type TestMarket } from '../src/testing/market.ts'
import { buildPurchase } from '../src/testing/trades.ts'

const cli = fileURLToPath(new URL('index.ts', import.meta.url))

let market: TestMarket
beforeAll(async () => {
  market = await testMarket()
})
afterAll(() => market.stop())

function audit(...options: string[]): Promise<{ code: number | null; stdout: string }> {
  const { DATABASE_URL, DATA_DIR } = market.ctx.config
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, DATABASE_URL, DATA_DIR, NODE_ENV: 'test' }
    const child = execFile(process.execPath, [cli, 'audit-ledger', ...options], { cwd: tmpdir(), env }, (_, stdout) =>
      resolve({ code: child.exitCode, stdout }),
    )
  })
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
}, 60_000)
