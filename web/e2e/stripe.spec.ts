import { test as base } from '@playwright/test'
import { startMarket, type Market } from '../../src/testing/start-market.ts'
import { expect } from './fixtures.ts'
import { expectAccessible, newMember, postToy } from './steps.ts'
import { startStripeStandIn, type StripeStandIn } from './stripe-stand-in.ts'

/** The whole product with card keys, whose provider is a stand-in for both the server and the browser. */
const test = base.extend<object, { cards: { market: Market; stripe: StripeStandIn } }>({
  cards: [
    async ({}, use) => {
      const stripe = await startStripeStandIn()
      const market = await startMarket(stripe.env)
      await use({ market, stripe })
      await market.stop()
      await stripe.double.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test('the card form of Stripe: declined, paid, in the colours of the site; and a bank with a page of its own', async ({
  browser,
  cards,
}) => {
  const { market, stripe } = cards
  const seller = await newMember(browser, market.url, 'Nora')
  const first = await postToy(seller, 'Red kite')
  const second = await postToy(seller, 'Blue kite')
  const buyer = await newMember(browser, market.url, 'Ben')
  await stripe.appearTo(buyer)

  await buyer.goto(first)
  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  const dialog = buyer.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  const card = dialog.getByLabel('Card number')
  await expect(card).toHaveAttribute('data-background', await surfaceOf(buyer))
  await card.fill('4000000000000002')
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Your card was declined.')
  await expectAccessible(buyer)
  await card.fill('4242424242424242')
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await expect(buyer).toHaveURL(/\/inbox/)
  expect([...stripe.intents.values()]).toMatchObject([{ status: 'succeeded', amount: 350, currency: 'usd' }])

  await buyer.evaluate(() => localStorage.setItem('theme', 'dark'))
  await buyer.goto(second)
  const dark = await surfaceOf(buyer)
  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(card).toHaveAttribute('data-background', dark)
  await card.fill('4000002500003155')
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await expect(buyer.getByText('Purchase successful!').first()).toBeVisible()
  expect(buyer.url()).not.toContain('secret')
  await expect(buyer).toHaveURL(/\/inbox/)
  await buyer.goto('/purchases')
  await expect(buyer.getByText('12 Alder Street')).toHaveCount(2)
})

const surfaceOf = (page: Parameters<typeof expectAccessible>[0]) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--surface').trim())
