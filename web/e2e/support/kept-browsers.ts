import type { Browser, BrowserContext, Page } from '@playwright/test'
import { setOrdinaryTime } from './ordinary-pages.ts'

interface KeptBrowser {
  context: BrowserContext
  /** Keeps the process alive in which all pages of the context run. */
  anchor: Page
  isSpoilt: boolean
}

/**
 * Browser contexts that tests use one after the other. A new one has a new process, fetches every file anew and compiles
 * it anew: that was two thirds of the cost of the first page of each.
 */
export class KeptBrowsers {
  readonly #browser: Browser
  readonly #origin: string
  readonly #idle: KeptBrowser[] = []

  constructor(browser: Browser, origin: string) {
    this.#browser = browser
    this.#origin = origin
  }

  async take(): Promise<KeptBrowser> {
    return this.#idle.pop() ?? (await this.#create())
  }

  async #create(): Promise<KeptBrowser> {
    const context = await this.#browser.newContext({ baseURL: this.#origin, reducedMotion: 'reduce' })
    await setOrdinaryTime(context)
    const anchor = await context.newPage()
    await anchor.goto('/robots.txt')
    const kept = { context, anchor, isSpoilt: false }
    // A clock can't be taken back.
    for (const name of ['install', 'setFixedTime', 'setSystemTime'] as const) {
      const method = context.clock[name].bind(context.clock) as (...args: unknown[]) => Promise<void>
      context.clock[name] = (...args: unknown[]) => {
        kept.isSpoilt = true
        return method(...args)
      }
    }
    return kept
  }

  /** Closes its pages, and empties it for the next test. @param isSound false if it may be the reason of a failure */
  async giveBack(kept: KeptBrowser, isSound: boolean): Promise<void> {
    const { context, anchor, isSpoilt } = kept
    if (isSpoilt || !isSound) return context.close()
    for (const page of context.pages()) if (page !== anchor) await page.close()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearPermissions()
    await context.setGeolocation(null)
    await anchor.evaluate(emptyStorage)
    await context.clearCookies()
    this.#idle.push(kept)
  }
}

/** A page of the anchor's process. */
export async function openIn({ context, anchor }: KeptBrowser): Promise<Page> {
  const [page] = await Promise.all([context.waitForEvent('page'), anchor.evaluate(() => void window.open(''))])
  return page
}

/** All that a page can leave behind but cookies. Runs in the page. */
async function emptyStorage(): Promise<void> {
  localStorage.clear()
  for (const { name = '' } of await indexedDB.databases()) {
    await new Promise((resolve) => {
      const request = indexedDB.deleteDatabase(name)
      request.onsuccess = request.onerror = resolve
    })
  }
  for (const name of await caches.keys()) await caches.delete(name)
}
