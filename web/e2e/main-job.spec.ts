import { expect, test } from './support/fixtures.ts'
import { fillToy, openPage, phonePhoto, signUpOnScreen, untilAnswers } from './support/steps.ts'
import { stretchTimeouts } from './support/ordinary-pages.ts'

test('a neighbour lists, another claims with a test card, the tokens arrive', async ({ newPage, newMember }) => {
  const seller = await newPage()
  await openPage(seller, '/api/login')
  await signUpOnScreen(seller, 'Nora')
  await openPage(seller, '/post')
  const photos = await Promise.all(['#0b5563', '#f4a62a'].map(phonePhoto))
  await seller
    .getByLabel(/Add photos/)
    .setInputFiles(photos.map((buffer, index) => ({ name: `${index}.jpg`, mimeType: 'image/jpeg', buffer })))
  await seller.getByRole('button', { name: 'Analyze with AI' }).click()
  await fillToy(seller, 'Wooden train set')
  await seller.getByRole('button', { name: 'Post Item' }).last().click()
  await expect(seller.getByText('Your item has been posted successfully.').first()).toBeVisible()
  await expect(seller.getByRole('heading', { name: 'It is listed!' })).toBeFocused()
  await expect(seller.getByRole('main').getByRole('listitem')).toHaveText([
    /Neighbours can see .+ now, for 3 tokens/,
    'Your first listing earns you +5 tomorrow, or as soon as it is sold.',
    "You'll find questions and buyers in your inbox.",
  ])

  const buyer = await newMember('Ben')
  // So long the way on waits for what comes meanwhile.
  await stretchTimeouts(buyer, 10_000, 600_000)
  await openPage(buyer, '/')
  await buyer.getByRole('main').getByRole('link', { name: 'Wooden train set' }).click()
  await expect(buyer.getByRole('heading', { name: 'Wooden train set' })).toBeVisible()
  const item = new URL(buyer.url()).pathname
  await expect(buyer.getByText('Full pickup address will be shared after purchase')).toBeVisible()
  await expect(buyer.getByText('12 Alder Street')).toHaveCount(0)

  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  const dialog = buyer.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Complete Purchase' })).toBeVisible()
  await expect(dialog.getByText('3.02')).toBeVisible()
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await dialog.getByLabel('Card number').fill('4000 0000 0000 0002')
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await expect(dialog.getByRole('alert')).toContainText('declined')
  const held = { trade: Promise.withResolvers(), more: Promise.withResolvers() }
  for (const name of ['trade', 'more'] as const)
    await buyer.route(new RegExp(`/api/purchases/[^/]+/${name}$`), async (route) => {
      await held[name].promise
      await route.continue()
    })
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  // It stays until the buyer goes on: what happens now takes a moment to read.
  await expect(dialog.getByRole('listitem')).toHaveText([/escrow/, /inbox/, /Confirm the delivery/])
  // Times come above it, other things of the seller below: were it there before them, it would move from under the finger.
  const goOn = dialog.getByRole('button', { name: 'Go to your inbox' })
  const trade = buyer.waitForResponse(/\/trade$/)
  held.trade.resolve(true)
  await (await trade).finished()
  await expect(goOn).toHaveCount(0)
  held.more.resolve(true)
  await untilAnswers(buyer, '/api/messages/conversations', /Wooden train set/)
  await goOn.click()
  await expect(buyer).toHaveURL(/\/inbox\?conversation=/)

  await openPage(buyer, item)
  await expect(buyer.getByText('12 Alder Street')).toBeVisible()
  await expect(buyer.getByText('Full pickup address will be shared after purchase')).toHaveCount(0)
  await openPage(buyer, '/purchases')
  await expect(buyer.getByRole('heading', { name: 'Awaiting Delivery' })).toBeVisible()
  await expect(buyer.getByText('12 Alder Street')).toBeVisible()
  await expect(buyer.getByText('in escrow').first()).toBeVisible()
  await buyer.getByRole('button', { name: 'Confirm Delivery' }).click()
  await expect(buyer.getByRole('alertdialog').or(buyer.getByRole('dialog'))).toContainText('Confirm Delivery?')
  await buyer
    .getByRole('alertdialog')
    .or(buyer.getByRole('dialog'))
    .getByRole('button', { name: 'Confirm Delivery' })
    .click()
  await expect(buyer.getByText('Tokens have been released to the seller.').first()).toBeVisible()
  await expect(buyer.getByRole('heading', { name: 'Completed' })).toBeVisible()

  await openPage(buyer, '/tokens')
  await expect(buyer.getByRole('region', { name: 'Balance' })).toContainText('6.98')
  await expect(buyer.getByText('Fee: $3.50')).toBeVisible()

  // Welcome 10, first listing 5, the sale 3, first sale 5, and 10 for listing and selling in one month.
  await untilAnswers(seller, '/api/auth/user', /"tokens":"33\.00"/)
  await openPage(seller, '/tokens')
  await expect(seller.getByRole('region', { name: 'Balance' })).toContainText('33.00')

  await openPage(seller, item)
  await expect(seller.getByText('This item has been claimed').first()).toBeVisible()
})
