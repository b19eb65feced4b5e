import { type BrowserContextOptions, type Page, test as base } from '@playwright/test'
import { type RunningMarket, runMarket } from './run-market.ts'
import type { CreateListingBody } from '../../src/modules/catalog/contract.ts'
import { failOnConsoleErrors, postItem, signUp } from './steps.ts'

interface Fixtures {
  baseURL: string
  /** A page in a browser context of its own, closed after the test: an open page goes on asking the server for news. */
  newPage: (options?: BrowserContextOptions) => Promise<Page>
  /** A page, still blank, of a new member with that first name. */
  newMember: (name: string, options?: BrowserContextOptions) => Promise<Page>
  /** Posts an item, a toy with two photos unless told otherwise, and answers the path of its page. */
  postItem: (owner: Page, fields: Partial<CreateListingBody>) => Promise<string>
}

/** The whole product on its own data, one for each Playwright worker. */
export const test = base.extend<Fixtures, { market: RunningMarket }>({
  market: [({}, use) => runMarket(use), { scope: 'worker', timeout: 90_000 }],
  baseURL: async ({ market }, use) => {
    await use(market.url)
  },
  newPage: async ({ browser, baseURL }, use) => {
    const opened: Page[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options })
      const page = await context.newPage()
      opened.push(page)
      failOnConsoleErrors(page)
      return page
    })
    for (const page of opened) await page.context().close()
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
  test.extend<object, { market: RunningMarket }>({
    market: [({}, use) => runMarket(use), { scope: 'worker', timeout: 90_000 }],
  })

export { expect } from '@playwright/test'
