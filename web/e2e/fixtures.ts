import { test as base } from '@playwright/test'
import { type Market, startMarket } from '../../src/testing/start-market.ts'

async function runMarket(use: (market: Market) => Promise<void>): Promise<void> {
  const market = await startMarket()
  await use(market)
  await market.stop()
}

/** The whole product on its own data, one for each Playwright worker. */
export const test = base.extend<{ baseURL: string }, { market: Market }>({
  market: [({}, use) => runMarket(use), { scope: 'worker', timeout: 90_000 }],
  baseURL: async ({ market }, use) => {
    await use(market.url)
  },
})

/** For a file that changes what its neighbours rely on, such as who the first admin is: a market that no other file shares. */
export const testOnOwnMarket = () =>
  test.extend<object, { market: Market }>({
    market: [({}, use) => runMarket(use), { scope: 'worker', timeout: 90_000 }],
  })

export { expect } from '@playwright/test'
