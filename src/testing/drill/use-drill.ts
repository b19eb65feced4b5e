import { afterAll, beforeEach } from 'vitest'
import { testMarket, type TestMarket } from '../market/market.ts'
import type { DrillMarket } from './drill.ts'

/** A drill's market for a test file, anew and empty for each test; until the first it is empty itself. */
export function useDrill(): DrillMarket {
  const drill = {} as DrillMarket
  let market: TestMarket | undefined
  beforeEach(async () => {
    await market?.stop()
    market = await testMarket()
    let turn = 0
    Object.assign(drill, { ctx: market.ctx, clock: market.clock, random: () => (turn = (turn + 0.618034) % 1) })
  })
  afterAll(() => market?.stop())
  return drill
}
