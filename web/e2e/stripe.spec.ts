import type { Page } from '@playwright/test'
import type { Market } from '../../src/testing/market/start-market.ts'
import { expect, test as base } from './support/fixtures.ts'
import { runMarket } from './support/run-market.ts'
import { expectAccessible, openPage } from './support/steps.ts'
import { startStripeStandIn, type StripeStandIn } from './support/stripe-stand-in.ts'

/** The whole product with card keys, whose provider is a stand-in for both the server and the browser. */
const test = base.extend<object, { stripe: StripeStandIn; market: Market }>({
  stripe: [
    async ({}, use) => {
      const stripe = await startStripeStandIn()
      await use(stripe)
      await stripe.double.stop()
    },
    { scope: 'worker' },
  ],
  market: [({ stripe }, use) => runMarket(use, stripe.env), { scope: 'worker', timeout: 300_000 }],
})

const dialogOf = (page: Page) => page.getByRole('dialog')
const frameOf = (page: Page) => dialogOf(page).getByTitle('Secure payment input frame')
const cardOf = (page: Page) => frameOf(page).contentFrame().getByLabel('Card number')

async function reachCard(page: Page, item: string): Promise<void> {
  await openPage(page, item)
  await page.getByRole('button', { name: 'Purchase Item' }).first().click()
  await dialogOf(page).getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(cardOf(page)).toBeVisible()
}

async function payWith(page: Page, number: string): Promise<void> {
  await cardOf(page).fill(number)
  await dialogOf(page).getByRole('button', { name: 'Pay $3.50' }).click()
}

test('the card form of Stripe: typed into, declined, paid, in the colours of the site', async ({
  newMember,
  postItem,
  stripe,
}) => {
  const item = await postItem(await newMember('Nora'), { title: 'Red kite' })
  const buyer = await newMember('Ben')
  await stripe.appearTo(buyer)
  await reachCard(buyer, item)
  await expect(frameOf(buyer)).toHaveAttribute('data-background', await surfaceOf(buyer))
  await buyer.evaluate(() => document.documentElement.classList.add('dark'))
  const dark = await surfaceOf(buyer)
  await expect(frameOf(buyer)).toHaveAttribute('data-background', dark)

  // The dialog keeps the keyboard, and lets it into the frame of the other site all the same.
  await cardOf(buyer).click()
  await buyer.keyboard.type('4000000000000002')
  await expect(cardOf(buyer)).toHaveValue('4000000000000002')
  await buyer.keyboard.press('Tab')
  await expect(dialogOf(buyer).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await buyer.keyboard.press('Shift+Tab')
  await expect(cardOf(buyer)).toBeFocused()
  await dialogOf(buyer).getByRole('button', { name: 'Pay $3.50' }).click()
  await expect(dialogOf(buyer).getByRole('alert')).toContainText('Your card was declined.')
  await expectAccessible(buyer)
  await payWith(buyer, '4242424242424242')
  await dialogOf(buyer).getByRole('button', { name: 'Go to your inbox' }).click()
  await expect(buyer).toHaveURL(/\/inbox/)
  expect([...stripe.intents.values()]).toMatchObject([{ status: 'succeeded', amount: 350, currency: 'usd' }])
})

test("the bank's question lies over the dialog, and can be answered", async ({ newMember, postItem, stripe }) => {
  const item = await postItem(await newMember('Nora'), { title: 'Green kite' })
  const buyer = await newMember('Ben')
  await stripe.appearTo(buyer)
  await reachCard(buyer, item)
  await payWith(buyer, '4000000000003220')
  const bank = buyer.getByTitle('Bank confirmation').contentFrame()
  await bank.getByLabel('Code from your bank').click()
  await buyer.keyboard.type('1234')
  await expect(bank.getByLabel('Code from your bank')).toHaveValue('1234')
  await expect(frameOf(buyer)).toBeAttached()
  await bank.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialogOf(buyer).getByRole('heading', { name: 'It is yours!' })).toBeVisible()
  await dialogOf(buyer).getByRole('button', { name: 'Go to your inbox' }).click()
  await expect(buyer).toHaveURL(/\/inbox/)
})

test('a bank with a page of its own: refused there, then paid', async ({ newMember, postItem, stripe, baseURL }) => {
  const item = await postItem(await newMember('Nora'), { title: 'Blue kite' })
  const buyer = await newMember('Ben')
  await stripe.appearTo(buyer)
  await reachCard(buyer, item)
  await payWith(buyer, '4000000000009987')
  await expect(buyer.getByText('Purchase failed').first()).toBeVisible()
  expect(buyer.url()).toBe(`${baseURL}/purchases`)
  // Nothing is lost: the same reservation can be paid with another card.
  await buyer.getByRole('link', { name: 'Continue Payment' }).click()
  await payWith(buyer, '4000002500003155')
  await expect(buyer.getByText('Purchase successful!').first()).toBeVisible()
  expect(buyer.url()).not.toContain('secret')
  await expect(buyer).toHaveURL(/\/inbox/)
  await openPage(buyer, '/purchases')
  await expect(buyer.getByText('12 Alder Street')).toHaveCount(1)
})

const surfaceOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--surface').trim())
