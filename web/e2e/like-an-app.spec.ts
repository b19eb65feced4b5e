import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { openPage } from './support/steps.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
/** As if the tab had been closed, once this visit has been counted. */
async function nextVisit(page: Page) {
  await page.waitForFunction(() => sessionStorage.getItem('visit-counted') !== null)
  await page.evaluate(() => sessionStorage.clear())
}

test("a member's own screens have no footer on a phone, those of visitors and a desktop's keep it", async ({
  newMember,
  postItem,
}) => {
  const item = await postItem(await newMember('Olga'), { title: 'A kite' })
  const page = await newMember('Ben')
  const footer = page.getByRole('contentinfo')
  await page.setViewportSize(PHONE.viewport)
  for (const own of ['/purchases', '/tokens', '/notifications', '/account']) {
    await openPage(page, own)
    await expect(footer).toBeHidden()
  }
  for (const shared of ['/', item]) {
    await openPage(page, shared)
    await expect(footer).toBeVisible()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPage(page, '/tokens')
  await expect(footer).toBeVisible()
})

test('from the second visit Android is asked to install the site, by one press, and after a no never again', async ({
  newPage,
}) => {
  const page = await newPage(PHONE)
  const asks = () =>
    page.evaluate(() => {
      const question = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: () => Promise.resolve(void (document.title = 'asked')),
      })
      window.dispatchEvent(question)
      return question.defaultPrevented
    })
  const hint = page.getByRole('complementary', { name: 'Install Outgrown' })
  await openPage(page, '/')
  expect(await asks()).toBe(true)
  await openPage(page, '/economy')
  await openPage(page, '/')
  await asks()
  await expect(hint).toHaveCount(0)

  await nextVisit(page)
  await openPage(page, '/')
  await expect(hint).toHaveCount(0)
  await asks()
  await hint.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(page).toHaveTitle('asked')
  await expect(hint).toHaveCount(0)

  await nextVisit(page)
  await openPage(page, '/')
  await asks()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(hint).toHaveCount(0)
})

test("an iPhone's visitor reads how, from the second visit until it is closed", async ({ newPage }) => {
  const page = await newPage(PHONE)
  // Safari says so itself, unlike any other browser.
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }))
  const hint = page.getByRole('complementary', { name: 'Install Outgrown' })
  await openPage(page, '/')
  await expect(hint).toHaveCount(0)
  await nextVisit(page)
  await openPage(page, '/')
  await expect(hint).toContainText('Add to Home Screen')
  await page.getByRole('button', { name: "Don't offer this again" }).click()
  await expect(hint).toHaveCount(0)
  await nextVisit(page)
  await openPage(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(hint).toHaveCount(0)
})

test('who has come from a sign-in provider is asked the first questions, and goes on to where they wanted', async ({
  newMember,
  newPage,
}) => {
  const page = await newMember('Ina')
  await openPage(page, '/api/login?newcomer=yes&returnTo=/tokens')
  await expect(page.getByLabel(/Where do you live/)).toBeVisible()
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await page.waitForURL('**/tokens')
  const visitor = await newPage()
  await openPage(visitor, '/api/login?newcomer=yes')
  await expect(visitor.getByLabel('Email')).toBeVisible()
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const softly = reducedMotion === 'no-preference'
  test(`pages give way ${softly ? 'softly' : 'at once'} where motion is ${softly ? 'wanted' : 'not'}`, async ({
    newMember,
    newPage,
    postItem,
  }) => {
    await postItem(await newMember('Olga'), { title: 'A tin drum' })
    const page = await newPage({ reducedMotion })
    await page.addInitScript(() => {
      const start = document.startViewTransition.bind(document)
      document.startViewTransition = (update) => {
        document.documentElement.dataset['turns'] = String(Number(document.documentElement.dataset['turns'] ?? 0) + 1)
        return start(update)
      }
    })
    await openPage(page, '/')
    const turns = () => page.evaluate(() => Number(document.documentElement.dataset['turns'] ?? 0))
    await page
      .getByRole('link', { name: /A tin drum/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'A tin drum', level: 1 })).toBeVisible()
    await page
      .getByRole('link', { name: /Outgrown/ })
      .first()
      .click()
    await expect(page.getByRole('link', { name: /A tin drum/ }).first()).toBeVisible()
    if (softly) await expect.poll(turns).toBeGreaterThan(1)
    else expect(await turns()).toBe(0)
  })
}
