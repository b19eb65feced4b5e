import type { Page } from '@playwright/test'
import type { StartedPurchase } from '../../src/modules/purchasing/contract.ts'
import { expect, test as base } from './fixtures.ts'
import { expectAccessible, expectGoodLooks, openPage } from './steps.ts'

interface Setting {
  seller: Page
  buyer: Page
  /** Ids of things of the seller's. */
  things: string[]
  /** Reserves things of the seller's, through the API. */
  reserve: (member: Page, itemIds: string[], expectedTotal: string) => Promise<StartedPurchase>
  /** Ends the reservation, through the API. */
  giveUp: (member: Page, started: StartedPurchase) => Promise<void>
}

const TITLES = ['Wooden train', 'Rag doll', 'Picture book']

const test = base.extend<{ setting: Setting }>({
  setting: async ({ newMember, postItem, baseURL }, use) => {
    const [seller, buyer] = [await newMember('Nora'), await newMember('Ben')]
    const things: string[] = []
    for (const title of TITLES) things.push((await postItem(seller, { title })).replace('/item/', ''))
    const post = async (member: Page, path: string, data: object) => {
      const answer = await member.request.post(path, { headers: { origin: baseURL }, data })
      expect(answer.ok(), await answer.text()).toBe(true)
      return answer
    }
    await use({
      seller,
      buyer,
      things,
      reserve: async (member, itemIds, expectedTotal) => {
        const answer = await post(member, '/api/purchases/intent', { itemIds, expectedTotal })
        return (await answer.json()) as StartedPurchase
      },
      giveUp: async (member, { purchaseId }) => void (await post(member, `/api/purchases/${purchaseId}/give-up`, {})),
    })
  },
})

test('three things in one purchase: what they cost, one that is gone meanwhile, and the rest is paid', async ({
  setting: { buyer, things, reserve, giveUp },
  newMember,
}) => {
  const reserved = await reserve(buyer, things, '9.06')
  await openPage(buyer, '/purchases')
  // The price is asked about again: the way back to step 1.
  await buyer.route('**/api/purchases/intent', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'PRICE_CHANGED', error: '', details: [{ path: ['expectedTotal'], message: '9.06' }] },
    }),
  )
  await buyer.getByRole('link', { name: 'Continue Payment' }).click()
  const dialog = buyer.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toHaveText(
    'The price has changed: it is 9.06 tokens now, with the fee. Do you still want them?',
  )
  await buyer.unroute('**/api/purchases/intent')
  await expect(dialog.getByRole('listitem')).toHaveText(TITLES.map((title) => `${title}3.00 tokens+ 0.02 fee`))
  const sums = dialog.locator('dl')
  await expect(sums.first()).toHaveText(
    'Item prices9.00 tokensTransaction fees (0.5% each)0.06 tokensTotal tokens 9.06 tokens',
  )
  await expect(sums.last()).toContainText('Charged to your card$3.00 + 3 × $0.50 = $4.50')
  await expectGoodLooks(buyer)

  await giveUp(buyer, reserved)
  const [, doll] = things
  await reserve(await newMember('Cara'), [doll ?? ''], '3.02')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Somebody else is paying for "Rag doll" right now.')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Rag doll' })).toContainText('Not to be had')
  await expectAccessible(buyer)
  await dialog.getByRole('button', { name: 'Go on without it' }).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(sums.last()).toContainText('$3.00 + 2 × $0.50 = $4.00')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByRole('button', { name: 'Pay $4.00' }).click()
  await expect(dialog.getByRole('heading', { name: 'They are yours!' })).toBeVisible()
  await expectAccessible(buyer)
  await dialog.getByRole('button', { name: 'Go to your inbox' }).click()
  await expect(buyer).toHaveURL(/\/inbox\?conversation=/)
})
