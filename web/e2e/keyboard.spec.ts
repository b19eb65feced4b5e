import { type Locator, type Page, expect } from '@playwright/test'
import { test } from './support/fixtures.ts'
import { isHydrated, openPage } from './support/steps.ts'

const MOST_STEPS = 80

/** Walks there with Tab alone, as far as a patient person would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor()
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${String(target)}`)
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('a purchase by keyboard alone, on a phone in the dark', async ({ newMember, newPage, postItem }) => {
  const seller = await newMember('Nils')
  await postItem(seller, { title: 'Marble run' })

  const page = await newPage({ viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' })
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await openPage(page, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await press(page, page.getByRole('link', { name: 'Log In' }))
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(`kim-${crypto.randomUUID()}@example.com`)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await page.keyboard.type((await page.getByRole('note').locator('strong').textContent()) ?? '')
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.keyboard.type('Kim')
  await tabTo(page, page.getByLabel('Last name'))
  await page.keyboard.type('Neighbour')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Where do you live?')).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Skip for now' }))

  const marble = page.getByRole('main').getByRole('link', { name: 'Marble run' })
  // It is on the next page alone: the one before is hydrated already.
  await expect(marble).toBeVisible()
  await page.waitForFunction(isHydrated)
  await press(page, marble)
  await expect(page.getByRole('heading', { name: 'Marble run', level: 1 })).toBeFocused()
  const opener = page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Purchase Item' })
  await press(page, opener)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Complete Purchase' })).toBeVisible()
  for (const key of [...Array<string>(12).fill('Tab'), ...Array<string>(12).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await toastOverDialog(page, dialog)

  await press(page, dialog.getByRole('button', { name: 'Proceed to Payment' }))
  await tabTo(page, dialog.getByLabel('Card number'))
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'It is yours!' })).toBeFocused()
  await press(page, dialog.getByRole('button', { name: 'Go to your inbox' }))
  await expect(page).toHaveURL(/\/inbox/)

  // On a phone the conversation fills the screen: the bar with the other pages is one step back.
  await press(page, page.getByLabel('All conversations'))
  await press(page, page.getByRole('link', { name: 'Purchases' }))
  await press(page, page.getByRole('button', { name: 'Confirm Delivery' }))
  const question = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, question.getByRole('button', { name: 'Confirm Delivery' }))
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible()
})

/** Until words are read out, which are there for a second alone. What is inside `aria-hidden` is not. Runs in the page. */
const isReadOut = (words: string): Promise<void> =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role=status]')) {
        if (!status.textContent.includes(words) || status.closest('[aria-hidden=true]')) continue
        observer.disconnect()
        resolve()
      }
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })

/** A toast fired while a dialog is open: read out, reached with F8, ended with Escape, and the dialog stays. */
async function toastOverDialog(page: Page, dialog: Locator): Promise<void> {
  await page.route('**/purchase/intent', (route) =>
    route.fulfill({ status: 503, json: { code: 'PROVIDER_AWAY', error: 'The card service is away.' } }),
  )
  const read = page.evaluate(isReadOut, 'The card service is away.')
  await press(page, dialog.getByRole('button', { name: 'Proceed to Payment' }))
  await read
  const toast = page.getByRole('listitem').filter({ hasText: 'The card service is away.' })
  await expect(toast).toBeVisible()
  await page.keyboard.press('F8')
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') === null)).toBe(true)
  await tabTo(page, toast.getByRole('button', { name: 'Dismiss' }))
  await page.keyboard.press('Enter')
  await expect(toast).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.unroute('**/purchase/intent')
}
