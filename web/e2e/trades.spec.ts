import type { Page } from '@playwright/test'
import { expect, testOnOwnMarket } from './support/fixtures.ts'
import { expectGoodLooks, openPage, untilAnswers } from './support/steps.ts'
import { ordinaryTime } from '../../src/testing/time/test-clock.ts'

/** A seller, a buyer, and the path of the item of that title which the seller has posted. */
type Trade = (title: string) => Promise<[seller: Page, buyer: Page, item: string]>

const test = testOnOwnMarket().extend<{ begin: Trade }>({
  begin: async ({ newMember, postItem }, use) => {
    await use(async (title) => {
      const seller = await newMember('Nora')
      return [seller, await newMember('Ben'), await postItem(seller, { title })]
    })
  },
})

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

async function pay(buyer: Page): Promise<void> {
  const dialog = buyer.getByRole('dialog')
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await dialog.getByRole('button', { name: 'Go to your inbox' }).click()
  await expect(buyer).toHaveURL(/\/inbox/)
}

async function buy(buyer: Page, item: string): Promise<void> {
  await openPage(buyer, item)
  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
  await pay(buyer)
}

async function write(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(words)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText(words)
}

test('a reservation is given up with its dialog, and by going elsewhere', async ({ begin }) => {
  const [, buyer, item] = await begin('Red scooter')
  await openPage(buyer, item)
  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(buyer.getByRole('timer')).toContainText('Reserved for you for 14:')
  await buyer.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(buyer.getByRole('link', { name: '10 tokens' })).toBeVisible()
  await expect(buyer.getByText('Available', { exact: true })).toBeVisible()

  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(buyer.getByRole('timer')).toBeVisible()
  await openPage(buyer, '/purchases')
  await expect(buyer.getByRole('link', { name: '10 tokens' })).toBeVisible()
  await expect(buyer.getByRole('timer')).toHaveCount(0)

  await openPage(buyer, item)
  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(buyer.getByRole('dialog').getByRole('heading', { name: 'Payment' })).toBeVisible()
  await pay(buyer)
})

test('a list that is read again while older answers are still on their way shows the newest', async ({ begin }) => {
  const [, buyer, item] = await begin('Green scooter')
  await openPage(buyer, item)
  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(buyer.getByRole('timer')).toBeVisible()
  const before = await (await buyer.request.get('/api/purchases')).text()
  const [first, second, heard] = [gate(), gate(), gate()]
  const gates = [first, second]
  await buyer.route('**/api/purchases', async (route) => {
    const mine = gates.shift()
    mine?.reached()
    await mine?.opened
    await (mine === first ? route.fulfill({ contentType: 'application/json', body: before }) : route.continue())
  })
  await buyer.route('**/give-up', async (route) => {
    await first.wasReached
    await route.continue()
  })
  // Nothing else reads it again: the stream is told that there is no more.
  await buyer.route('**/api/messages/stream', (route) => route.fulfill({ status: 204 }))
  await buyer.route(
    '**/api/messages/stream',
    async (route) => {
      await heard.opened
      await route.fulfill({ contentType: 'text/event-stream', body: 'event: trade\ndata: {}\n\n' })
    },
    { times: 1 },
  )
  await buyer.goto('/purchases')
  await second.wasReached
  const stale = buyer.waitForResponse((response) => new URL(response.url()).pathname === '/api/purchases')
  first.open()
  await (await stale).finished()
  await nextFrames(buyer)
  const event = buyer.waitForResponse('**/api/messages/stream')
  heard.open()
  await (await event).finished()
  await nextFrames(buyer)
  second.open()
  await expect(buyer.getByRole('timer')).toHaveCount(0)
})

/** Where a request is held: who tests learns that it is there, and lets it go on. */
function gate() {
  const [reached, opened] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  return {
    reached: () => reached.resolve(undefined),
    wasReached: reached.promise,
    open: () => opened.resolve(undefined),
    opened: opened.promise,
  }
}

/** Earlier answers have had their effect by then. */
const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

test('beside a conversation the card of its trade has its room before it is here', async ({ begin }) => {
  const [seller, buyer, item] = await begin('Green scooter')
  await buy(buyer, item)
  const answer = Promise.withResolvers<null>()
  await seller.route('**/api/messages/conversations/*?*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await openPage(seller, '/inbox')
  await seller.getByRole('link', { name: /Green scooter/ }).click()
  const box = () => seller.getByRole('textbox', { name: 'Message' }).boundingBox()
  await seller.getByRole('textbox', { name: 'Message' }).fill('It is by the door.')
  const before = await box()
  answer.resolve(null)
  await expect(seller.getByRole('region', { name: 'Trade' })).toBeVisible()
  expect(await box()).toEqual(before)
})

test('step 1 of a purchase: the quote, what it costs, and that closing forgets everything', async ({ begin }) => {
  const [, buyer, item] = await begin('Yellow scooter')
  await openPage(buyer, item)
  const dialog = buyer.getByRole('dialog')
  const open = () => buyer.getByRole('button', { name: 'Purchase Item' }).first().click()
  await open()
  await expect(dialog.getByRole('heading', { name: 'Complete Purchase' })).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /Pick it up/ })).toBeChecked()
  for (const line of ['Item price3.00 tokens', 'Transaction fee (0.5%)0.02 tokens', 'Total tokens 3.02 tokens']) {
    await expect(dialog.locator('dl').first()).toContainText(line)
  }
  await expect(dialog.locator('dl').last()).toHaveText(/\$0\.50.*\$3\.00.*\$3\.50$/)

  await dialog.getByRole('radio', { name: /Courier/ }).check()
  const quote = dialog.getByRole('button', { name: 'Get Quote' })
  const address = dialog.getByLabel('Delivery address')
  await expect(quote).toBeDisabled()
  await address.fill('   ')
  await expect(quote).toBeDisabled()
  await address.fill('9 B')
  await quote.click()
  await expect(dialog.getByText('Please enter a delivery address')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /Courier/ })).toBeChecked()

  let validMs = 300_000
  const asked = Promise.withResolvers<undefined>()
  const held = Promise.withResolvers<undefined>()
  await buyer.route('**/api/delivery/quote', async (route) => {
    asked.resolve(undefined)
    await held.promise
    const expiresAt = new Date(ordinaryTime().getTime() + validMs).toISOString()
    await route.fulfill({ json: { fee: 6.5, estimatedTime: 'about 45 minutes', estimate: true, expiresAt } })
  })
  await address.fill('9 Birch Street')
  await quote.click()
  await asked.promise
  await expect(quote).toBeDisabled()
  // By the time it comes, it is the quote of another address.
  await address.fill('7 Elm Street')
  held.resolve(undefined)
  await expect(quote).toBeEnabled()
  await expect(dialog.getByText('$6.50')).toHaveCount(0)
  await quote.click()
  await expect(dialog.getByText('Courier: $6.50, about 45 minutes (an estimate from the distance)')).toBeVisible()
  await expect(dialog.locator('dl').last()).toContainText('$3.50Courier, paid to the courier$6.50')
  validMs = 500
  await quote.click()
  await expect(dialog.getByText('The quote is no longer valid. Please get a new one.')).toBeVisible()
  await expect(dialog.getByText('$6.50')).toHaveCount(0)
  validMs = 300_000
  await quote.click()
  await expect(dialog.getByText('Courier: $6.50', { exact: false })).toBeVisible()
  await expect(dialog.getByText('The quote is no longer valid. Please get a new one.')).toHaveCount(0)

  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await open()
  await expect(dialog.getByRole('radio', { name: /Pick it up/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /Courier/ }).check()
  await expect(address).toHaveValue('')
  await expect(dialog.getByText('$6.50')).toHaveCount(0)

  await buyer.route('**/api/delivery/quote', (route) => route.abort())
  await address.fill('9 Birch Street')
  await quote.click()
  await expect(toast(buyer, 'Unable to get delivery quote. Try messaging the seller instead.')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /Pick it up/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(dialog.getByRole('heading', { name: 'Payment' })).toBeFocused()

  // A second tab that knew nothing of it goes on with the same purchase.
  const tab = await buyer.context().newPage()
  await openPage(tab, item)
  await tab.getByRole('button', { name: 'Continue Payment' }).first().click()
  await pay(tab)
})

test('the seller cancels a sale, and the buyer has everything back', async ({ begin }) => {
  const [seller, buyer, item] = await begin('Green scooter')
  await buy(buyer, item)
  await openPage(seller, '/purchases?tab=sold')
  await expect(seller.getByText('Sold to Ben')).toBeVisible()
  await expect(seller.getByText('Pickup by Ben')).toBeVisible()
  await seller.getByRole('button', { name: 'Cancel this sale' }).click()
  await seller.getByRole('dialog').getByRole('button', { name: 'Cancel the Sale' }).click()
  await expect(toast(seller, 'Sale cancelled')).toBeVisible()
  await expect(seller.getByText('Cancelled by you')).toBeVisible()
  await untilAnswers(buyer, '/api/purchases', /"refunded"/)
  await openPage(buyer, '/purchases')
  await expect(buyer.getByText('You got back 3.02 tokens and $3.50.')).toBeVisible()
  await expect(buyer.getByRole('link', { name: '10 tokens' })).toBeVisible()
})

test('a reported problem is decided by an admin', async ({ begin, newMember }) => {
  const admin = await newMember('Ada')
  await openPage(admin, '/admin')
  await admin.getByRole('button', { name: 'Become Admin' }).click()
  await expect(admin.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  // These questions stand above the problems, and come after them on a slow machine.
  await admin.getByRole('button', { name: 'Later, in the settings' }).click()
  await expect(admin.getByRole('heading', { name: 'A site of your own' })).toHaveCount(0)
  const [seller, buyer, item] = await begin('Blue scooter')
  await buy(buyer, item)
  await openPage(buyer, '/purchases')
  await buyer.getByRole('button', { name: 'Report a problem' }).click()
  const dialog = buyer.getByRole('dialog')
  await dialog.getByText('Something is missing').click()
  await dialog.getByLabel("What's wrong?").fill('Bad.')
  await dialog.getByRole('button', { name: 'Report Problem' }).click()
  await expect(dialog.getByText('Please describe the problem in at least 10 characters')).toBeVisible()
  await dialog.getByLabel("What's wrong?").fill('One wheel is missing.')
  await dialog.getByRole('button', { name: 'Report Problem' }).click()
  await expect(buyer.getByText('Problem reported', { exact: true }).first()).toBeVisible()
  await expect(buyer.getByText('You reported: One wheel is missing.')).toBeVisible()

  await buyer.getByRole('link', { name: 'Message Nora' }).click()
  await write(buyer, 'Where is the second wheel?')
  await openPage(seller, '/inbox')
  await seller.getByRole('link', { name: /Blue scooter/ }).click()
  await write(seller, 'It was there on Sunday.')

  await openPage(admin, '/admin')
  const row = admin.getByRole('article', { name: 'Blue scooter' })
  await expect(row).toContainText('One wheel is missing.')
  await row.getByRole('button', { name: 'Read what they wrote' }).click()
  const said = row.getByRole('listitem')
  await expect(said.filter({ hasText: /Ben Neighbour \(buyer\).*Where is the second wheel\?/ })).toBeVisible()
  await expect(said.filter({ hasText: /Nora Neighbour \(seller\).*It was there on Sunday\./ })).toBeVisible()
  await expectGoodLooks(admin)
  await row.getByRole('button', { name: 'Refund buyer' }).click()
  const question = admin.getByRole('dialog')
  await expect(question).toContainText('Ben Neighbour gets 3.02 tokens back, price and fee, and $3.50 on the card')
  await expect(question).toContainText('Nora Neighbour gets no tokens. The listing is withdrawn')
  await expectGoodLooks(admin)
  await question.getByLabel('Why?').fill('The photo shows two wheels.')
  await question.getByRole('button', { name: 'Refund' }).click()
  await expect(row).toHaveCount(0)

  await openPage(seller, '/purchases?tab=sold')
  const card = seller.getByRole('article')
  await expect(card.getByRole('heading', { name: "Decided in Ben's favour" })).toBeVisible()
  await expect(card).toContainText('The admin writes: The photo shows two wheels.')
  await expectGoodLooks(seller)
  await card.getByRole('button', { name: 'Appeal' }).click()
  const appeal = seller.getByRole('dialog')
  await appeal.getByLabel('What should be looked at again?').fill('The photo is of another scooter.')
  await expectGoodLooks(seller)
  await appeal.getByRole('button', { name: 'Appeal' }).click()
  await expect(card).toContainText('Your appeal: The photo is of another scooter.')

  await openPage(admin, '/admin')
  await expect(row).toContainText('The photo is of another scooter.')
  await row.getByRole('button', { name: 'Refund buyer' }).click()
  await expect(question).toContainText("You can undo this for a minute. Then it takes effect, and it's final.")
  await question.getByLabel('Why?').fill('It is the same.')
  await question.getByRole('button', { name: 'Refund' }).click()
  await expect(row).toHaveCount(0)
  await admin.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(toast(admin, 'Undone')).toBeVisible()
  await expect(row).toContainText('The photo is of another scooter.')
})
