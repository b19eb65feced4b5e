import { test as base } from '@playwright/test'
import { type Market, startMarket } from '../../src/testing/start-market.ts'

/** The whole product on its own data, one for each Playwright worker. */
export const test = base.extend<{ baseURL: string }, { market: Market }>({
  market: [
    async ({}, use) => {
      const market = await startMarket()
      await use(market)
      await market.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ market }, use) => {
    await use(market.url)
  },
})

export { expect } from '@playwright/test'
