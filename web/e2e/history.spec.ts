import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { openPage } from './support/steps.ts'

const PHONE = { width: 390, height: 500 }

const pathIn = (page: Page) => page.evaluate(() => location.pathname + location.search)
const scrolledTo = (page: Page) => page.evaluate(() => window.scrollY)
/** Scrolls there, and waits until it is noted for whoever comes back. */
const scroll = (page: Page, top: number) =>
  page.evaluate(
    (to) =>
      new Promise((resolve) => {
        window.addEventListener('scrollend', () => setTimeout(resolve), { once: true })
        window.scrollTo(0, to)
      }),
    top,
  )

test('Back goes past a page that sends a visitor to the sign-in screen', async ({ newPage }) => {
  const page = await newPage()
  await openPage(page, '/economy')
  await page.goto('/profile')
  await expect.poll(() => pathIn(page)).toBe('/api/login?returnTo=%2Fprofile')
  await page.goBack()
  await expect.poll(() => pathIn(page)).toBe('/economy')
})

test('each filter has its place, and the link to this page leads to its top', async ({ newMember, postItem }) => {
  const owner = await newMember('Olga')
  for (const title of ['Blue drum', 'Red drum', 'Green drum', 'Small drum']) await postItem(owner, { title })
  const page = await newMember('Ben')
  await page.setViewportSize(PHONE)
  await openPage(page, '/?category=toys')
  await expect(page.getByRole('link', { name: /Blue drum/ }).first()).toBeVisible()
  await scroll(page, 200)
  await page.getByRole('navigation').getByRole('link', { name: 'Browse' }).click()
  await expect.poll(() => pathIn(page)).toBe('/')
  await scroll(page, 90)
  await page.goBack()
  await expect.poll(() => pathIn(page)).toBe('/?category=toys')
  await expect.poll(() => scrolledTo(page)).toBe(200)
  await page.goForward()
  await expect.poll(() => pathIn(page)).toBe('/')
  await expect.poll(() => scrolledTo(page)).toBe(90)

  await page.getByRole('navigation').getByRole('link', { name: 'Browse' }).click()
  await expect.poll(() => scrolledTo(page)).toBe(0)
})

test('the link that says how tokens work unfolds the introduction', async ({ newMember }) => {
  const page = await newMember('Ben')
  await page.setViewportSize(PHONE)
  await openPage(page, '/')
  const how = page.getByRole('heading', { name: 'How it works' })
  await expect(how).toBeHidden()
  await page.goto('/#how')
  await expect(how).toBeInViewport()
})
