import type { Page } from '@playwright/test'
import type { Site } from '../../src/modules/identity/contract.ts'
import { type Market, startMarket } from '../../src/testing/start-market.ts'
import { test as base } from './fixtures.ts'
import { failOnConsoleErrors, openPage } from './steps.ts'

/** The product with its demo neighbourhood; `visit` opens a page in a browser of its own, as a visitor or as a neighbour. */
export const test = base.extend<{ visit: (path: string, neighbour?: string) => Promise<Page> }, { market: Market }>({
  market: [
    async ({}, use) => {
      const market = await startMarket({ DEMO: 'on' })
      await demoIsComplete(market.url)
      await use(market)
      await market.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  visit: async ({ browser, baseURL }, use) => {
    const close: (() => Promise<void>)[] = []
    await use(async (path, neighbour) => {
      const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
      close.push(() => context.close())
      const page = await context.newPage()
      failOnConsoleErrors(page)
      if (neighbour !== undefined) await signInAs(page, baseURL, neighbour)
      await openPage(page, path)
      return page
    })
    for (const end of close) await end()
  },
})

async function signInAs(page: Page, origin: string, neighbour: string): Promise<void> {
  const { demoMembers } = (await (await page.request.get('/api/site')).json()) as Site
  const member = demoMembers.find(({ name }) => name.startsWith(neighbour))
  if (!member) throw new Error(`${neighbour} does not live here`)
  const answer = await page.request.post('/api/auth/demo', { data: { memberId: member.id }, headers: { origin } })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** The neighbourhood fills while the site is already open; its last trade is an item that somebody has claimed. */
export async function demoIsComplete(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/impact/stats`)
    const { itemsSold, totalItems } = (await answer.json()) as { itemsSold: number; totalItems: number }
    if (totalItems >= 60 && itemsSold >= 19) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
