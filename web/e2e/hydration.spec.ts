import { type Page, expect } from '@playwright/test'
import type { Listing } from '../../src/modules/catalog/contract.ts'
import { test } from './demo.ts'

declare global {
  interface Window {
    changes: string[]
  }
}

/**
 * Notes what is taken away or reworded of the painted page; that the parser adds to it is no change. Attributes are compared
 * at the end: React writes some of them anew with the same value.
 */
function watchPaintedPage(): void {
  window.changes = []
  const inside = (node: Node) => document.getElementById('root')?.contains(node) ?? false
  new MutationObserver((records) => {
    for (const { type, target, removedNodes } of records) {
      if (!inside(target) || (type === 'childList' && removedNodes.length === 0)) continue
      const element = target instanceof Element ? target : target.parentElement
      window.changes.push(`${type} in ${element?.outerHTML.slice(0, 120) ?? ''}`)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** React knows the last thing on the page: all of it has been hydrated. */
const isHydrated = () =>
  [...document.querySelectorAll('h1, footer a')].every((element) =>
    Object.keys(element).some((key) => key.startsWith('__reactFiber')),
  )

async function hydrate(page: Page, path: string): Promise<void> {
  const said: string[] = []
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => said.push(error.message))
  await page.addInitScript(watchPaintedPage)
  // What a page asks for afterwards may change it; until then it stays as it was painted.
  await page.route('**/api/**', () => undefined)
  const painted = await (await page.goto(path))?.text()
  await page.waitForFunction(isHydrated)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.evaluate(() => window.changes)).toEqual([])
  const [before, after] = await page.evaluate((html) => {
    const served = new DOMParser().parseFromString(html, 'text/html')
    return [served, document].map((page) => page.getElementById('root')?.innerHTML)
  }, painted ?? '')
  expect(before?.length).toBeGreaterThan(5000)
  expect(after).toBe(before)
  expect(said).toEqual([])
}

for (const neighbour of [undefined, 'Maya']) {
  test(`what the server has painted for ${neighbour ?? 'a visitor'} is what React finds`, async ({ visit }) => {
    const home = await visit('/no/such/page', neighbour)
    const [item] = (await (await home.request.get('/api/items?search=castle')).json()) as Listing[]
    await hydrate(home, '/')
    const other = await visit('/no/such/page', neighbour)
    await hydrate(other, `/item/${item?.id}`)
  })
}
