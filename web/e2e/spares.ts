import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

export interface Spares {
  /** A blank page in a browser context that no other page is in. With options of its own it is a new one. */
  take(options?: BrowserContextOptions): Promise<Page>
  /** For the next test, without anything that this one left behind; closed where that can not be told. */
  giveBack(page: Page): Promise<void>
  close(): Promise<void>
}

/** What lasts as long as the page, or the whole context. */
const LASTING = ['addInitScript', 'clock', 'context', 'emulateMedia', 'exposeBinding', 'exposeFunction'] as const
const VIEWPORT = { width: 1280, height: 720 }

/**
 * Pages that one test after the other uses: to start a browser process and to compile the site's scripts in it costs
 * more than most tests do with them.
 */
export function openSpares(browser: Browser, baseURL: string): Spares {
  const spare: Page[] = []
  /** Of the pages that are as they were made, but for what `clean` takes away. */
  const plain = new Map<Page, { context: BrowserContext; devtools: CDPSession }>()

  async function clean(page: Page, context: BrowserContext, devtools: CDPSession): Promise<void> {
    page.removeAllListeners()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // Ends what the page still asks of the server, in the same browser process.
    await page.goto('/robots.txt')
    await context.clearCookies()
    await page.mouse.move(-1, -1)
    await page.setViewportSize(VIEWPORT)
    await devtools.send('Storage.clearDataForOrigin', { origin: new URL(baseURL).origin, storageTypes: 'all' })
    await page.evaluate(() => sessionStorage.clear())
    await devtools.send('Page.resetNavigationHistory')
  }

  return {
    async take(options) {
      const left = options === undefined ? spare.pop() : undefined
      if (left) return left
      const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', viewport: VIEWPORT, ...options })
      const page = await context.newPage()
      if (options !== undefined) return page
      plain.set(page, { context, devtools: await context.newCDPSession(page) })
      for (const name of LASTING) {
        const value: unknown = page[name]
        Object.defineProperty(page, name, {
          get() {
            plain.delete(page)
            return value
          },
        })
      }
      return page
    },
    async giveBack(page) {
      const made = plain.get(page)
      if (!made || page.isClosed()) {
        await page.context().close()
        return
      }
      await clean(page, made.context, made.devtools)
      spare.push(page)
    },
    async close() {
      for (const page of spare.splice(0)) await page.context().close()
    },
  }
}
