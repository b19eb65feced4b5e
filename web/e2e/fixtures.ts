import { type BrowserContextOptions, type Page, test as base } from '@playwright/test'
import type { Market } from '../../src/testing/start-market.ts'
import { runMarket } from './run-market.ts'
import type { CreateListingBody } from '../../src/modules/catalog/contract.ts'
import { openSpares, type Spares } from './spares.ts'
import { failOnConsoleErrors, postItem, signUp } from './steps.ts'

interface Fixtures {
  baseURL: string
  /** A page in a browser context of its own: one with options a new one, else maybe one that a former test has left clean. */
  newPage: (options?: BrowserContextOptions) => Promise<Page>
  /** A page, still blank, of a new member with that first name. */
  newMember: (name: string, options?: BrowserContextOptions) => Promise<Page>
  /** Posts an item, a toy with two photos unless told otherwise, and answers the path of its page. */
  postItem: (owner: Page, fields: Partial<CreateListingBody>) => Promise<string>
}

/** The whole product on its own data, one for each Playwright worker. */
export const test = base.extend<Fixtures, { market: Market; spares: Spares }>({
  market: [({}, use) => runMarket(use), { scope: 'worker', timeout: 90_000 }],
  spares: [
    async ({ browser, market }, use) => {
      const spares = openSpares(browser, market.url)
      await use(spares)
      await spares.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ market }, use) => {
    await use(market.url)
  },
  newPage: async ({ spares }, use) => {
    const opened: Page[] = []
    await use(async (options) => {
      const page = await spares.take(options)
      opened.push(page)
      failOnConsoleErrors(page)
      return page
    })
    for (const page of opened) await spares.giveBack(page)
  },
  newMember: async ({ newPage, baseURL }, use) => {
    await use(async (name, options) => {
      const page = await newPage(options)
      await signUp(page, baseURL, name)
      return page
    })
  },
  postItem: async ({ baseURL }, use) => {
    await use((owner, fields) => postItem(owner, baseURL, fields))
  },
})

/** For a file that changes what others rely on, such as who the first admin is: a market that no other file shares. */
export const testOnOwnMarket = () =>
  test.extend<object, { market: Market }>({
    market: [({}, use) => runMarket(use), { scope: 'worker', timeout: 90_000 }],
  })

export { expect } from '@playwright/test'
