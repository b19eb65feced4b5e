import { afterAll, beforeAll } from 'vitest'
import { testMarket, type TestMarket } from './market.ts'
import type { MarketOptions } from './open-market.ts'

/** The market of a test file, opened before its first test and stopped after the last; until then it is empty. */
export function useMarket(options?: MarketOptions): TestMarket {
  const market = {} as TestMarket
  beforeAll(async () => {
    Object.assign(market, await testMarket(options))
  })
  afterAll(() => market.stop())
  return market
}
