import { type Page, expect } from '@playwright/test'
import { test } from './demo.ts'

const cards = (page: Page) => page.locator('#items').getByRole('article')
const searchBox = (page: Page) => page.getByRole('main').getByRole('searchbox', { name: 'Search items' })

test('filters combine in the address bar and survive back and forward', async ({ visit }) => {
  const page = await visit('/')
  const all = await page.locator('#items-heading').textContent()
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Toys' }).click()
  await expect(page.locator('#items-heading')).not.toHaveText(all ?? '')
  const toys = await page.locator('#items-heading').textContent()
  await searchBox(page).fill('A')
  await page.getByRole('searchbox', { name: 'City' }).fill('PORT')
  await expect(page).toHaveURL('/?search=A&city=PORT&category=toys')
  await expect(async () => {
    for (const card of await cards(page).all()) await expect(card).toContainText('Toys · Portland', { timeout: 100 })
    for (const title of await cards(page).getByRole('heading').allTextContents()) expect(title).toMatch(/a/i)
  }).toPass()

  await cards(page).last().getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Back to listings' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/?search=A&city=PORT&category=toys')
  await expect(searchBox(page)).toHaveValue('A')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(page.locator('#items-heading')).toHaveText(all ?? '')
  await expect(searchBox(page)).toHaveValue('')
  await page.goForward()
  await expect(page).toHaveURL('/?search=A&city=PORT&category=toys')
  await searchBox(page).fill('')
  await page.getByRole('searchbox', { name: 'City' }).fill('')
  await expect(page.locator('#items-heading')).toHaveText(toys ?? '')
})

test('more follows twice by itself, then by a button; back returns to the item', async ({ visit }) => {
  const page = await visit('/')
  // Small pages, so that the demo has enough of them.
  await page.route('**/api/items?*cursor=*', (route) =>
    route.continue({ url: route.request().url().replace('limit=24', 'limit=4') }),
  )
  const more = page.getByRole('button', { name: 'Load more' })
  await expect(cards(page)).toHaveCount(24)
  await more.scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(32)
  await more.scrollIntoViewIfNeeded()
  await expect(more).toBeEnabled()
  await expect(cards(page)).toHaveCount(32)
  await more.press('Enter')
  await expect(cards(page)).toHaveCount(36)

  const chosen = cards(page).nth(33)
  await chosen.scrollIntoViewIfNeeded()
  const before = await chosen.boundingBox()
  await chosen.getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Back to listings' })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(36)
  await expect(async () => {
    const after = await chosen.boundingBox()
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(40)
  }).toPass()
})

test('a late answer to an earlier word changes nothing', async ({ visit }) => {
  const page = await visit('/')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const late = page.waitForResponse((response) => /search=a(&|$)/.test(response.url()))
  await page.route(/search=a(&|$)/, async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(/search=a(&|$)/)
  await searchBox(page).fill('a')
  await asked
  await searchBox(page).fill('castle')
  await expect(page).toHaveURL('/?search=castle')
  await expect(cards(page).first()).toContainText(/castle/i)
  release()
  await late
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  for (const title of await cards(page).getByRole('heading').allTextContents()) expect(title).toMatch(/castle/i)
  await expect(searchBox(page)).toHaveValue('castle')
})

test('without scripts one can search, browse and read', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(cards(page)).toHaveCount(24)
  await searchBox(page).fill('castle')
  await searchBox(page).press('Enter')
  await expect(page).toHaveURL(/search=castle/)
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Toys' }).click()
  await cards(page).getByRole('link', { name: 'Play castle' }).click()
  await expect(page.getByRole('heading', { name: 'Play castle', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log In to Purchase' }).first()).toBeVisible()
  await context.close()
})
