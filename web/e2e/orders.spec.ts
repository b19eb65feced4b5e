import type { Page } from '@playwright/test'
import type { StartedPurchase } from '../../src/modules/purchasing/contract.ts'
import { expect, testOnOwnMarket } from './support/fixtures.ts'
import { expectAccessible, expectGoodLooks, openPage, payFor, toast, untilAnswers } from './support/steps.ts'

interface Setting {
  seller: Page
  buyer: Page
  /** Ids of things of the seller's. */
  things: string[]
  /** Reserves things of the seller's, through the API. */
  reserve: (member: Page, itemIds: string[], expectedTotal: string) => Promise<StartedPurchase>
  /** Reserves and pays them. */
  buy: (member: Page, itemIds: string[], expectedTotal: string) => Promise<StartedPurchase>
  report: (member: Page, started: StartedPurchase, itemIds: string[], reason: string) => Promise<void>
  /** Ends the reservation, through the API. */
  giveUp: (member: Page, started: StartedPurchase) => Promise<void>
}

const TITLES = ['Wooden train', 'Rag doll', 'Picture book']

const test = testOnOwnMarket().extend<{ setting: Setting }>({
  setting: async ({ newMember, postItem, baseURL }, use) => {
    const [seller, buyer] = [await newMember('Nora'), await newMember('Ben')]
    const things: string[] = []
    for (const title of TITLES) things.push((await postItem(seller, { title })).replace('/item/', ''))
    const post = async (member: Page, path: string, data: object) => {
      const answer = await member.request.post(path, { headers: { origin: baseURL }, data })
      expect(answer.ok(), await answer.text()).toBe(true)
      return answer
    }
    const reserve: Setting['reserve'] = async (member, itemIds, expectedTotal) => {
      const answer = await post(member, '/api/purchases/intent', { itemIds, expectedTotal })
      return (await answer.json()) as StartedPurchase
    }
    await use({
      seller,
      buyer,
      things,
      reserve,
      buy: async (member, itemIds, expectedTotal) => {
        const started = await reserve(member, itemIds, expectedTotal)
        await payFor(member, baseURL, started)
        return started
      },
      report: async (member, { purchaseId }, itemIds, words) =>
        void (await post(member, `/api/purchases/${purchaseId}/problem`, { itemIds, reason: 'broken', words })),
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
  await expect(dialog.getByRole('alert')).toHaveText('Someone else is paying for "Rag doll" right now.')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Rag doll' })).toContainText('Unavailable right now')
  await expectAccessible(buyer)
  await dialog.getByRole('button', { name: 'Continue without it' }).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(sums.last()).toContainText('$3.00 + 2 × $0.50 = $4.00')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await dialog.getByLabel('Card number').fill('4000 0000 0000 0002')
  await dialog.getByRole('button', { name: 'Pay $4.00' }).click()
  await expect(dialog.getByRole('alert')).toContainText('your reservation stays meanwhile')
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByRole('button', { name: 'Pay $4.00' }).click()
  await expect(dialog.getByRole('heading', { name: 'They are yours!' })).toBeVisible()
  await expectAccessible(buyer)
  await untilAnswers(buyer, '/api/messages/conversations', /Wooden train/)
  await dialog.getByRole('button', { name: 'Go to your inbox' }).click()
  await expect(buyer).toHaveURL(/\/inbox\?conversation=/)
  await buyer.setViewportSize({ width: 390, height: 844 })
  await expect(buyer.getByRole('button', { name: 'About the order: Wooden train and 1 more' })).toBeVisible()
  await expectGoodLooks(buyer)
})

test('one is confirmed, one reported, one cancelled by the seller: both see the same figures', async ({
  setting: { seller, buyer, things, buy },
}) => {
  await buy(buyer, things, '9.06')
  await openPage(buyer, '/purchases')
  const card = buyer.getByRole('article')
  await expect(card).toHaveCount(1)
  const lines = card.getByRole('list', { name: 'Things' }).getByRole('listitem')
  await expect(lines).toHaveText(TITLES.map((title) => `${title}3 tokensPending`))
  await expect(card).toContainText('9 tokens in escrow')
  await expectGoodLooks(buyer)

  // By keyboard: all are ticked, and what was not there is unticked.
  await card.getByRole('button', { name: 'Confirm Delivery' }).focus()
  await buyer.keyboard.press('Enter')
  const dialog = buyer.getByRole('dialog')
  await expect(dialog.getByRole('status').last()).toHaveText(
    'Nora then gets 9 tokens from escrow, for “Wooden train”, “Rag doll”, and “Picture book”. This cannot be undone.',
  )
  for (const title of ['Rag doll', 'Picture book']) {
    await dialog.getByRole('checkbox', { name: title }).focus()
    await buyer.keyboard.press('Space')
  }
  await expect(dialog.getByRole('status').last()).toHaveText(
    'Nora then gets 3 tokens from escrow, for “Wooden train”. This cannot be undone.',
  )
  await expectGoodLooks(buyer)
  await dialog.getByRole('button', { name: 'Confirm Delivery' }).focus()
  await buyer.keyboard.press('Enter')
  await expect(lines).toHaveText([/^Wooden train3 tokens · .*Delivered$/, /Rag doll.*Pending/, /Picture book.*Pending/])
  await expect(card).toContainText('6 tokens in escrow')
  await expect(card).toContainText('1 of 3')
  await expect(card.getByRole('button', { name: 'Confirm Delivery' })).toBeFocused()

  await card.getByRole('button', { name: 'Report a problem' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Report Problem' })).toBeDisabled()
  await dialog.getByLabel("What's wrong?").fill('One arm is missing.')
  await expect(dialog.getByRole('button', { name: 'Report Problem' })).toBeDisabled()
  // A button that is out of use says why.
  const missing = dialog.getByRole('status').last()
  await expect(missing).toHaveText('Please choose what is wrong')
  await dialog.getByRole('radio', { name: 'Broken' }).press('Space')
  await expect(missing).toHaveText('Please choose what it is about')
  await dialog.getByRole('checkbox', { name: 'Rag doll' }).press('Space')
  await expect(missing).toBeEmpty()
  await expect(
    dialog.getByRole('status').filter({ hasText: 'If an admin decides for you, you get back 3.02 tokens and $0.50.' }),
  ).toBeVisible()
  await expectGoodLooks(buyer)
  await dialog.getByRole('button', { name: 'Report Problem' }).press('Enter')
  await expect(lines.nth(1)).toContainText('Problem reported')
  await expect(card).toContainText('You reported, about “Rag doll”: One arm is missing.')

  await openPage(seller, '/purchases?tab=sold')
  await expect(seller.getByRole('article')).toContainText('Ben reported, about “Rag doll”: One arm is missing.')
  await expectGoodLooks(seller)
  await seller.getByRole('button', { name: 'Cancel this sale' }).press('Enter')
  const question = seller.getByRole('dialog')
  await question.getByRole('checkbox', { name: 'Picture book' }).press('Space')
  await expect(question.getByRole('status').last()).toHaveText(
    'Ben gets the tokens for “Picture book” and the $0.50 back. The service fee of $3.00 would go back only if nothing of the sale were delivered. This cannot be undone.',
  )
  await expectGoodLooks(seller)
  await question.getByRole('button', { name: 'Cancel 1 Thing' }).press('Enter')
  await expect(toast(seller)).toContainText('Part of the sale cancelled')
  const sold = seller.getByRole('list', { name: 'Things' }).getByRole('listitem')
  await expect(sold).toHaveText([
    /Wooden train.*Delivered/,
    /Rag doll.*Problem reported/,
    /Picture book.*by you.*Cancelled/,
  ])

  await untilAnswers(buyer, '/api/purchases', /"refunded"/)
  await openPage(buyer, '/purchases')
  await expect(card).toContainText('“Picture book”: Cancelled by the seller. You got back 3.02 tokens and $0.50.')
  await card.getByText('Receipt').click()
  const receipt = card.locator('details dl')
  await expect(receipt).toContainText('Tokens9.06 tokensCard$3.00 + 3 × $0.50 = $4.50')
  await expect(receipt).toContainText('Refunded: tokens3.02 tokensRefunded: card$0.50')
  await expectGoodLooks(buyer)

  // The reported one was there after all.
  await card.getByRole('button', { name: 'More' }).press('Enter')
  await buyer.getByRole('menuitem', { name: 'Confirm Delivery' }).press('Enter')
  await dialog.getByRole('button', { name: 'Confirm Delivery' }).press('Enter')
  await expect(buyer.getByRole('heading', { name: 'Completed' })).toBeVisible()
  await expect(card).toContainText('2 of 2')
  await expect(card.getByRole('heading', { name: 'Wooden train and 1 more' })).toBeFocused()
  await openPage(seller, '/purchases?tab=sold')
  await expect(seller.getByRole('article')).toContainText('6 tokens earned')

  await openPage(buyer, '/tokens')
  const bought = buyer.getByRole('row').filter({ hasText: 'Purchase:' })
  await expect(bought).toHaveText([
    /Picture book.*One of 3 things in one order-3\.02/,
    /Rag doll.*One of 3 things in one order-3\.02/,
    /Wooden train.*Fee: \$4\.50, once for the 3 things of this order-3\.02/,
  ])
  await expect(buyer.getByRole('region', { name: 'Balance' })).toContainText('3.96')
  await expectGoodLooks(buyer)
})

test('the conversation about an order shows all of it, to both', async ({
  setting: { seller, buyer, things, buy },
}) => {
  await buy(buyer, things, '9.06')
  await openPage(buyer, `/item/${things[1] ?? ''}`)
  await expect(buyer.getByText('In one order with “Wooden train” and “Picture book”.')).toBeVisible()
  await expect(buyer.getByText('12 Alder Street')).toBeVisible()
  for (const page of [buyer, seller]) {
    await untilAnswers(page, '/api/messages/conversations', /Wooden train/)
    await openPage(page, '/inbox')
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().click()
    await expect(page.getByRole('log', { name: 'Messages' })).toContainText('3 items are paid for')
    await expect(page.getByRole('button', { name: 'About the order: Wooden train and 2 more' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Trade' })).toContainText('9 tokens in escrow')
    await expect(page.getByRole('list', { name: 'Things' }).getByRole('listitem')).toHaveCount(3)
    await expectGoodLooks(page, [768, 1440])
  }
})

test('an admin decides about each of the things that were reported', async ({
  setting: { seller, buyer, things, buy, report },
  newMember,
}) => {
  const admin = await newMember('Ada')
  await openPage(admin, '/admin')
  await admin.getByRole('button', { name: 'Become Admin' }).click()
  await expect(admin.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  const [train = '', doll = '', book = ''] = things
  const started = await buy(buyer, things, '9.06')
  await report(buyer, started, [train, doll], 'Both are soaking wet.')
  await report(buyer, started, [book], 'Half of the pages are missing.')

  await openPage(admin, '/admin')
  const row = admin.getByRole('article').filter({ hasText: 'Wooden train' })
  await expect(row).toContainText('9 tokens in escrow · $4.50 by card')
  await expect(row).toContainText(
    'Rag doll3 tokensBoth are soaking wet.Picture book3 tokensHalf of the pages are missing.',
  )
  await expectGoodLooks(admin)
  await row.getByRole('button', { name: 'Refund buyer' }).press('Enter')
  const question = admin.getByRole('dialog')
  const outcome = question.getByRole('status')
  await expect(outcome).toContainText(
    'Ben Neighbour gets 9.06 tokens back, price and fee, and $4.50 on the card within a few days.',
  )
  await question.getByRole('checkbox', { name: 'Wooden train' }).press('Space')
  await expect(outcome).toContainText('Ben Neighbour gets 6.04 tokens back, price and fee, and $1.00 on the card')
  await expect(outcome).toContainText('The listings are withdrawn, and can be offered again.')
  await expectGoodLooks(admin)
  await question.getByLabel('Why?').fill('They were wet.')
  await question.getByRole('button', { name: 'Refund' }).press('Enter')
  await expect(row).toContainText('3 tokens in escrow')
  await row.getByRole('button', { name: 'Release to seller' }).press('Enter')
  await expect(question).toContainText('Nora Neighbour gets 3 tokens from escrow; the market keeps the fee of 0.02.')
  await question.getByLabel('Why?').fill('The train had dried.')
  await question.getByRole('button', { name: 'Release' }).press('Enter')
  await expect(row).toHaveCount(0)

  for (const [page, path] of [
    [seller, '/purchases?tab=sold'],
    [buyer, '/purchases'],
  ] as const) {
    await openPage(page, path)
    await page.getByRole('button', { name: 'Accept it' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Accept it' })).toHaveCount(0)
  }
  await openPage(seller, '/purchases?tab=sold')
  await expect(seller.getByRole('article')).toContainText('3 tokens earned')
  await untilAnswers(buyer, '/api/purchases', /^(?!.*"refund_due").*"refunded"/s)
  await openPage(buyer, '/purchases')
  await expect(buyer.getByRole('article')).toContainText('You got back 6.04 tokens and $1.00.')
})
