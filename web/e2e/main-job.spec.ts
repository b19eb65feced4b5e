import { expect, test } from './fixtures.ts'
import { expectAccessible, newMember, openPage, postToy, reloadPage } from './steps.ts'

test('a neighbour lists, another claims with a test card, the tokens arrive', async ({ browser, baseURL }) => {
  const seller = await newMember(browser, baseURL, 'Nora')
  await expectAccessible(seller)
  const item = await postToy(seller, 'Wooden train set')

  const buyer = await newMember(browser, baseURL, 'Ben')
  await buyer.getByRole('main').getByRole('link', { name: 'Wooden train set' }).click()
  await expect(buyer.getByRole('heading', { name: 'Wooden train set' })).toBeVisible()
  await expect(buyer.getByText('Full pickup address will be shared after purchase')).toBeVisible()
  await expect(buyer.getByText('12 Alder Street')).toHaveCount(0)
  await expectAccessible(buyer)

  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  const dialog = buyer.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Complete Purchase' })).toBeVisible()
  await expect(dialog.getByText('3.02')).toBeVisible()
  await expectAccessible(buyer)
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await dialog.getByLabel('Card number').fill('4000 0000 0000 0002')
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await expect(dialog.getByRole('alert')).toContainText('declined')
  await expectAccessible(buyer)
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await expect(buyer).toHaveURL(/\/inbox/)
  await expectAccessible(buyer)

  await openPage(buyer, '/purchases')
  await expect(buyer.getByRole('heading', { name: 'Awaiting Delivery' })).toBeVisible()
  await expect(buyer.getByText('12 Alder Street')).toBeVisible()
  await expect(buyer.getByText('in escrow').first()).toBeVisible()
  await expectAccessible(buyer)
  await buyer.getByRole('button', { name: 'Confirm Delivery' }).click()
  await expect(buyer.getByRole('alertdialog').or(buyer.getByRole('dialog'))).toContainText('Confirm Delivery?')
  await expectAccessible(buyer)
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
  await expectAccessible(buyer)

  // Welcome 10, first listing 5, the sale 3, first sale 5, and 10 for listing and selling in one month.
  await openPage(seller, '/tokens')
  await expect(async () => {
    await reloadPage(seller)
    await expect(seller.getByRole('region', { name: 'Balance' })).toContainText('33.00', { timeout: 500 })
  }).toPass()
  await expectAccessible(seller)

  await openPage(seller, item)
  await expect(seller.getByText('This item has been claimed').first()).toBeVisible()
  await expectAccessible(seller)
})
