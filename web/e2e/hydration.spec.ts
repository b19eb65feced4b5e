import { type Page, expect } from '@playwright/test'
import type { Listing } from '../../src/modules/catalog/contract.ts'
import { test } from './support/demo.ts'
import { isHydrated } from './support/steps.ts'

declare global {
  interface Window {
    changes: string[]
    watching?: boolean
  }
}

/**
 * Notes what React removes or rewords of the painted page. The parser adds long texts in several pieces, so watching starts
 * when it has finished; the site's scripts are modules and run after that. Attributes are compared at the end: React sets
 * some of them again to the same value.
 */
function watchPaintedPage(): void {
  window.changes = []
  const observer = new MutationObserver((records) => {
    for (const { type, target, removedNodes } of records) {
      if (type === 'childList' && removedNodes.length === 0) continue
      const element = target instanceof Element ? target : target.parentElement
      window.changes.push(`${type} in ${element?.outerHTML.slice(0, 120) ?? ''}`)
    }
  })
  document.addEventListener('readystatechange', () => {
    const root = document.getElementById('root')
    if (document.readyState !== 'interactive' || !root) return
    observer.observe(root, { subtree: true, childList: true, characterData: true })
    window.watching = true
  })
}

async function hydrate(page: Page, path: string): Promise<void> {
  const said: string[] = []
  page.on('console', (message) => {
    // Playwright says so itself.
    if (!message.text().startsWith('Service Worker registration blocked')) {
      said.push(`${message.type()}: ${message.text()}`)
    }
  })
  page.on('pageerror', (error) => said.push(error.message))
  await page.addInitScript(watchPaintedPage)
  // A later answer may change the page; until then it stays as it was painted.
  await page.route('**/api/**', () => undefined)
  const painted = await (await page.goto(path))?.text()
  await page.waitForFunction(isHydrated)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.evaluate(() => [window.watching, window.changes])).toEqual([true, []])
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
    const [item] = (await (await home.request.get('/api/items?status=available&search=castle')).json()) as Listing[]
    await hydrate(home, '/')
    const other = await visit('/no/such/page', neighbour)
    await hydrate(other, `/item/${item?.id}`)
  })
}

test('what is pressed and typed before the scripts are here is not lost', async ({ visit }) => {
  const page = await visit('/no/such/page', 'Maya')
  const [item] = (await (await page.request.get('/api/items?status=available&search=castle')).json()) as Listing[]
  const early = async (at: Page, path: string, act: () => Promise<void>) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await at.route('**/*.js', async (route) => {
      await held
      await route.continue()
    })
    await at.goto(path, { waitUntil: 'commit' })
    await act()
    expect(await at.evaluate(isHydrated)).toBe(false)
    release()
  }
  await early(page, `/item/${item?.id}`, () => page.getByRole('button', { name: 'Purchase Item' }).first().click())
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Complete Purchase' })).toBeVisible()

  const search = page.getByRole('main').getByRole('searchbox', { name: 'Search items' })
  await early(page, '/', () => search.fill('castle'))
  await expect(page).toHaveURL('/?search=castle')
  await expect(search).toHaveValue('castle')

  const visitor = await visit('/no/such/page')
  await early(visitor, '/api/login', async () => {
    await visitor.getByLabel('Email').fill('early-bird@example.com')
    await visitor.getByLabel('Email').press('Enter')
  })
  await expect(visitor.getByLabel('Six-digit code')).toBeVisible()
  await expect(visitor).toHaveURL('/api/login')
})
