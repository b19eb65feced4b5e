import { afterEach, beforeEach, expect, test } from 'vitest'
import { testMarket, type TestMarket } from '../market/market.ts'
import { toldOnce } from './notices.ts'

let market: TestMarket
beforeEach(async () => {
  market = await testMarket({ env: { LOG_LEVEL: 'silent' } })
})
afterEach(() => market.stop())

test('each notice is mailed once, alone or in the mail of the day, when the model says', async () => {
  const figures = await toldOnce(
    { ctx: market.ctx, clock: market.clock, random: Math.random },
    { members: 40, events: 20, step: 30 },
  )
  expect(figures).toMatchObject({ members: 40, events: 800 })
  expect(figures['digests']).toBeGreaterThan(0)
  expect(figures['failures']).toBeGreaterThan(0)
})
