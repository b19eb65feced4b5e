import { cloneDatabase } from '../postgres/database.ts'
import { type MarketOptions, openMarket, type TestMarket } from './open-market.ts'

export type { TestMarket }

/** The whole server on a fresh database, listening on a free port; jobs run when the test says so. */
export async function testMarket(options: MarketOptions = {}): Promise<TestMarket> {
  const database = await cloneDatabase()
  const market = await openMarket(database.url, options)
  return {
    ...market,
    async stop() {
      await market.stop()
      await database.drop()
    },
  }
}
