import { type Page, expect } from '@playwright/test'
import { test } from './support/fixtures.ts'
import { isHydrated, openPage, toast } from './support/steps.ts'

/** One that keeps no file of an earlier test. */
const NEW_BROWSER = {}

const lose = (page: Page, chunk: string, answer: 'gone' | 'offline') =>
  page.route(`**/assets/${chunk}*.js`, (route) => (answer === 'gone' ? route.fulfill({ status: 404 }) : route.abort()))

const loads = (page: Page) => {
  let count = 0
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) count += 1
  })
  return () => count
}

test('a toast is shown where its code is gone, and the page stays', async ({ newMember }) => {
  const page = await newMember('Tove', NEW_BROWSER)
  await lose(page, 'toast-view', 'gone')
  await openPage(page, '/account')
  await page.getByLabel('First name').fill('Tuva')
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Settings saved!' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Tuva')
})

test('the code of toasts is here before the connection goes', async ({ newMember }) => {
  const page = await newMember('Tora', NEW_BROWSER)
  const arrived = page.waitForResponse(/\/assets\/toast-view/)
  await openPage(page, '/account')
  // All of it: its headers come first, and what it imports after it.
  await page.evaluate((url) => import(url).then(() => undefined), (await arrived).url())
  await page.context().setOffline(true)
  await page.getByLabel('First name').fill('Tuva')
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(toast(page)).toBeVisible()
})

test('after a deployment a page whose code is gone is loaded anew, once', async ({ newMember }) => {
  const page = await newMember('Dora', NEW_BROWSER)
  await openPage(page, '/')
  let gone = true
  await page.route('**/assets/tokens*.js', (route) => (gone ? route.fulfill({ status: 404 }) : route.continue()))
  const fresh = page.waitForRequest((request) => request.isNavigationRequest())
  await page.getByRole('link', { name: /tokens$/ }).click()
  await fresh
  gone = false
  await expect(page).toHaveURL(/\/tokens$/)
  await expect(page.getByRole('heading', { level: 1, name: /token/i })).toBeVisible()
  await page.waitForFunction(isHydrated)
})

test('code that stays away makes no loop: the page says so, and the rest of the site goes on', async ({
  newMember,
}) => {
  const member = await newMember('Lone', NEW_BROWSER)
  // React tells the console of what a boundary has caught: this one is not watched.
  const page = await member.context().newPage()
  await openPage(page, '/')
  await lose(page, 'purchases', 'gone')
  const count = loads(page)
  await page.getByRole('link', { name: 'Purchases' }).first().click()
  await expect(page.getByRole('heading', { name: 'This page could not be reached' })).toBeVisible()
  expect(count()).toBeLessThanOrEqual(2)
  await page.getByRole('link', { name: /tokens$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /token/i })).toBeVisible()
})

test('a dialog that can not be fetched offline says so, and opens once the connection is back', async ({
  newMember,
}) => {
  const page = await newMember('Vera', NEW_BROWSER)
  await openPage(page, '/account')
  const leave = page.getByRole('button', { name: 'Delete my account' })
  await expect(leave).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await leave.click()
  await expect(page.getByText('We could not reach the server.', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().setOffline(false)
  await leave.click()
  // The browser may remember the failure: then the page comes anew first.
  await expect(async () => {
    if (!(await page.getByRole('dialog').isVisible())) await leave.click({ timeout: 2000 })
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 2000 })
  }).toPass()
})
