import { type Page, expect } from '@playwright/test'
import { test } from './support/fixtures.ts'
import { openPage, reloadPage } from './support/steps.ts'
import { ordinaryTime } from '../../src/testing/time/test-clock.ts'

test('the theme is kept, and there before the first paint', async ({ page }) => {
  await page.addInitScript(() => {
    // The class of the document when its body begins: nothing can have been painted before.
    new MutationObserver((_, observer) => {
      if (document.querySelector('body') === null) return
      observer.disconnect()
      document.documentElement.dataset.early = document.documentElement.className
    }).observe(document, { childList: true, subtree: true })
  })
  await openPage(page, '/')
  const root = page.locator('html')
  await expect(root).not.toHaveClass(/dark/)
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await expect(root).toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  for (const path of ['/', '/purchases']) {
    await openPage(page, path)
    await expect(root).toHaveAttribute('data-early', /dark/)
  }
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  await reloadPage(page)
  await expect(root).toHaveAttribute('data-early', '')
})

test('a tooltip comes after 700 ms', async ({ page }) => {
  await page.clock.install({ time: ordinaryTime() })
  await openPage(page, '/')
  await standStill(page)
  await page.getByRole('button', { name: 'Toggle theme' }).hover()
  await page.clock.runFor(690)
  await expect(page.locator('[data-tooltip]')).toHaveCount(0)
  await page.clock.runFor(10)
  await expect(page.locator('[data-tooltip]')).toHaveText('Toggle theme')
  await page.mouse.move(0, 300)
  await expect(page.locator('[data-tooltip]')).toHaveCount(0)
})

test('toasts: one at a time, for 5 seconds, gone by a swipe of 50 px', async ({ newMember }) => {
  const page = await newMember('Tove')
  await page.clock.install({ time: ordinaryTime() })
  await openPage(page, '/account')
  const ages = page.getByLabel('Age range', { exact: true })
  const toast = page.getByRole('region', { name: /F8/ }).getByRole('listitem')
  const fire = async (range: string) => {
    await ages.selectOption(range)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(ages).toHaveValue('')
    await expect(toast).toHaveCount(1)
    // A toast that is pointed at stays.
    await page.mouse.move(5, 5)
  }
  // The first one brings the notification area.
  await fire('newborn')
  // Ten seconds later it is gone.
  await standStill(page)
  await expect(toast).toHaveCount(0)
  await fire('6-12mo')
  await page.clock.runFor(3000)
  await fire('0-3mo')
  await page.clock.runFor(4900)
  await expect(toast).toHaveCount(1)
  expect((await toast.boundingBox())?.width).toBeLessThanOrEqual(420)
  await page.clock.runFor(150)
  await expect(toast).toHaveCount(0)

  await fire('3-6mo')
  await swipe(page, 45)
  await expect(toast).toHaveCount(1)
  await swipe(page, 55)
  await expect(toast).toHaveCount(0)

  async function swipe(on: Page, by: number): Promise<void> {
    const { x, y } = (await toast.boundingBox()) ?? { x: 0, y: 0 }
    await on.mouse.move(x + 60, y + 20)
    await on.mouse.down()
    await on.mouse.move(x + 60 + by / 2, y + 20)
    await on.mouse.move(x + 60 + by, y + 20)
    await on.mouse.up()
  }
})

/** From here on time passes only when the test says so. */
async function standStill(page: Page): Promise<void> {
  await page.clock.pauseAt(ordinaryTime().getTime() + 10_000)
}
