import type { Browser, Page } from '@playwright/test'
import { expect, testOnOwnMarket } from './fixtures.ts'
import { expectAccessible, newMember, postToy } from './steps.ts'

const test = testOnOwnMarket()

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

async function begin(browser: Browser, baseURL: string, title: string): Promise<[Page, Page, string]> {
  const seller = await newMember(browser, baseURL, 'Nora')
  const item = await postToy(seller, title)
  return [seller, await newMember(browser, baseURL, 'Ben'), item]
}

async function pay(buyer: Page): Promise<void> {
  const dialog = buyer.getByRole('dialog')
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await expect(buyer).toHaveURL(/\/inbox/)
}

test('a reservation is given up with its dialog, and goes on after a reload', async ({ browser, baseURL }) => {
  const [, buyer, item] = await begin(browser, baseURL, 'Red scooter')
  await buyer.goto(item)
  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(buyer.getByRole('timer')).toContainText('Reserved for you for 14:')
  await buyer.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(buyer.getByRole('link', { name: '10 tokens' })).toBeVisible()
  await expect(buyer.getByText('Available', { exact: true })).toBeVisible()

  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(buyer.getByRole('timer')).toBeVisible()
  await buyer.goto('/purchases')
  await expect(buyer.getByRole('timer')).toBeVisible()
  await expectAccessible(buyer)
  await buyer.getByRole('link', { name: 'Continue Payment' }).click()
  await expect(buyer.getByRole('dialog').getByRole('heading', { name: 'Payment' })).toBeVisible()
  await pay(buyer)
})

test('the seller cancels a sale, and the buyer has everything back', async ({ browser, baseURL }) => {
  const [seller, buyer, item] = await begin(browser, baseURL, 'Green scooter')
  await buyer.goto(item)
  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
  await pay(buyer)
  await seller.goto('/purchases?tab=sold')
  await expect(seller.getByText('Sold to Ben')).toBeVisible()
  await expect(seller.getByText('Pickup by Ben')).toBeVisible()
  await expectAccessible(seller)
  await seller.getByRole('button', { name: 'Cancel this sale' }).click()
  await expectAccessible(seller)
  await seller.getByRole('dialog').getByRole('button', { name: 'Cancel the Sale' }).click()
  await expect(toast(seller, 'Sale cancelled')).toBeVisible()
  await expect(seller.getByText('Cancelled by you')).toBeVisible()
  await expect(async () => {
    await buyer.goto('/purchases')
    await expect(buyer.getByText('You got back 3.02 tokens and $3.50.')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(buyer.getByRole('link', { name: '10 tokens' })).toBeVisible()
  await expectAccessible(buyer)
})

test('a reported problem is decided by an admin', async ({ browser, baseURL }) => {
  const admin = await newMember(browser, baseURL, 'Ada')
  await admin.goto('/admin')
  await admin.getByRole('button', { name: 'Become Admin' }).click()
  await expect(admin.getByRole('heading', { name: 'Reported problems' })).toBeVisible()
  const [, buyer, item] = await begin(browser, baseURL, 'Blue scooter')
  await buyer.goto(item)
  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
  await pay(buyer)
  await buyer.goto('/purchases')
  await buyer.getByRole('button', { name: 'Report a problem' }).click()
  const dialog = buyer.getByRole('dialog')
  await dialog.getByLabel('What is wrong?').fill('Bad.')
  await dialog.getByRole('button', { name: 'Report Problem' }).click()
  await expect(dialog.getByText('Please describe the problem in at least 10 characters')).toBeVisible()
  await expectAccessible(buyer)
  await dialog.getByLabel('What is wrong?').fill('One wheel is missing.')
  await dialog.getByRole('button', { name: 'Report Problem' }).click()
  await expect(buyer.getByText('Problem reported', { exact: true }).first()).toBeVisible()
  await expect(buyer.getByText('You reported: One wheel is missing.')).toBeVisible()
  await expectAccessible(buyer)

  await admin.goto('/admin')
  const row = admin.getByRole('article', { name: 'Blue scooter' })
  await expect(row).toContainText('One wheel is missing.')
  await expectAccessible(admin)
  await row.getByRole('button', { name: 'Refund buyer' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
  await expect(admin.getByText('Nothing to decide.')).toBeVisible()
  await expect(async () => {
    await buyer.goto('/purchases')
    await expect(buyer.getByText('An admin has decided for you.')).toBeVisible({ timeout: 1000 })
  }).toPass()
})
