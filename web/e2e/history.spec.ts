import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { openPage, scroll, scrolledTo } from './support/steps.ts'

const PHONE = { width: 390, height: 500 }

/** A card stays where it was, so what is above it may move the page: by a line, where the font comes meanwhile. */
const expectNear = (page: Page, top: number) =>
  expect.poll(async () => Math.abs((await scrolledTo(page)) - top)).toBeLessThan(40)

test('Back goes past a page that sends a visitor to the sign-in screen', async ({ newPage }) => {
  const page = await newPage()
  await openPage(page, '/economy')
  await page.goto('/profile')
  await expect(page).toHaveURL('/api/login?returnTo=%2Fprofile')
  await page.goBack()
  await expect(page).toHaveURL('/economy')
})

test('each filter has its place, and the link to this page leads to its top', async ({ newMember, postItem }) => {
  const owner = await newMember('Olga')
  for (const title of ['Blue drum', 'Red drum', 'Green drum', 'Small drum']) await postItem(owner, { title })
  const page = await newMember('Ben')
  await page.setViewportSize(PHONE)
  const browse = page.getByRole('navigation').getByRole('link', { name: 'Browse' })
  // The address changes before the page does: the chosen chip tells when the page is there.
  const isChosen = (category: string) =>
    expect(page.getByRole('navigation', { name: 'Categories' }).locator('[aria-current]')).toHaveText(
      new RegExp(`^${category}`),
    )
  await openPage(page, '/?category=toys')
  await expect(page.getByRole('link', { name: /Blue drum/ }).first()).toBeVisible()
  await scroll(page, 200)
  await browse.click()
  await isChosen('All')
  await scroll(page, 90)
  await page.goBack()
  await isChosen('Toys')
  await expectNear(page, 200)
  await page.goForward()
  await isChosen('All')
  await expectNear(page, 90)

  await browse.click()
  await expect.poll(() => scrolledTo(page)).toBe(0)
})

test('Back returns to where a page was left, also one that was pressed in the moment it scrolled', async ({
  newMember,
  postItem,
}) => {
  const page = await newMember('Olga')
  for (const title of ['Blue drum', 'Red drum', 'Green drum', 'Small drum']) await postItem(page, { title })
  await page.setViewportSize(PHONE)
  await openPage(page, '/?category=toys')
  const drum = page.getByRole('link', { name: /Blue drum/ }).first()
  await scroll(page, 200)
  await drum.evaluate((link: HTMLElement) => {
    window.scrollTo(0, 150)
    link.click()
  })
  await expect(page.getByRole('heading', { name: 'Blue drum', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(drum).toBeVisible()
  await expectNear(page, 150)
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
