import { type BrowserContextOptions, type Page, test as base } from '@playwright/test'
import { KeptBrowsers, openIn } from './kept-browsers.ts'
import { setOrdinaryTime } from './ordinary-pages.ts'
import { type RunningMarket, runMarket } from './run-market.ts'
import type { CreateListingBody } from '../../../src/modules/catalog/contract.ts'
import { failOnConsoleErrors, postItem, signUp } from './steps.ts'

interface Fixtures {
  baseURL: string
  /**
   * A page in a browser that is empty but for its cache of files; with options, even none, in a new one. Closed after the
   * test: an open page goes on asking the server for news.
   */
  newPage: (options?: BrowserContextOptions) => Promise<Page>
  /** A page, still blank, of a new member with that first name. */
  newMember: (name: string, options?: BrowserContextOptions) => Promise<Page>
  /** Posts an item, a toy with two photos unless told otherwise, and answers the path of its page. */
  postItem: (owner: Page, fields: Partial<CreateListingBody>) => Promise<string>
}

/** The whole product on its own data, one for each Playwright worker. */
export const test = base.extend<Fixtures, { market: RunningMarket; keptBrowsers: KeptBrowsers }>({
  market: [({}, use) => runMarket(use), { scope: 'worker', timeout: 300_000 }],
  baseURL: async ({ market }, use) => {
    await use(market.url)
  },
  context: async ({ context }, use) => {
    await setOrdinaryTime(context)
    await use(context)
  },
  keptBrowsers: [({ browser, market }, use) => use(new KeptBrowsers(browser, market.url)), { scope: 'worker' }],
  newPage: async ({ browser, keptBrowsers, serviceWorkers, baseURL }, use, info) => {
    const closings: ((hasPassed: boolean) => Promise<void>)[] = []
    const open = async (options?: BrowserContextOptions) => {
      if (options === undefined && serviceWorkers === 'block') {
        const kept = await keptBrowsers.take()
        closings.push((hasPassed) => keptBrowsers.giveBack(kept, hasPassed))
        return openIn(kept)
      }
      const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options })
      await setOrdinaryTime(context)
      closings.push(() => context.close())
      return context.newPage()
    }
    await use(async (options) => {
      const page = await open(options)
      failOnConsoleErrors(page)
      return page
    })
    for (const close of closings) await close(info.status === info.expectedStatus)
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
    market: [({}, use) => runMarket(use), { scope: 'worker', timeout: 300_000 }],
  })

export { expect } from '@playwright/test'
