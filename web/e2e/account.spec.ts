import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { expectAccessible, openPage, phonePhoto, reloadPage } from './steps.ts'

test('name, picture and mail are chosen, and the data is taken along', async ({ newMember }) => {
  const page = await newMember('Greta')
  await openPage(page, '/account')
  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(page.getByText('First name is required', { exact: true })).toBeVisible()
  await page.getByLabel('First name').fill('Gretel')
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(page.getByText('Your account information has been updated.').first()).toBeVisible()
  await page.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'me.jpg',
    mimeType: 'image/jpeg',
    buffer: await phonePhoto('#0b5563'),
  })
  await expect(page.getByText('Picture saved!').first()).toBeVisible()
  await page.getByLabel('Messages by mail').selectOption('Daily')
  await page.getByLabel('Alerts on the site').uncheck()
  await page.getByLabel('Quiet until').fill('08:30')
  await page.getByLabel('Quiet hours').focus()
  await expect(page.getByLabel('Messages by mail')).toHaveValue('daily')
  await reloadPage(page)
  await expect(page.getByLabel('First name')).toHaveValue('Gretel')
  await expect(page.getByLabel('Messages by mail')).toHaveValue('daily')
  await expect(page.getByLabel('Alerts on the site')).not.toBeChecked()
  await expect(page.getByLabel('Quiet until')).toHaveValue('08:30')
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /^\/photos\//)

  const arrived = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const file = await arrived
  expect(file.suggestedFilename()).toBe('outgrown-my-data.json')
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ account: { firstName: 'Gretel' } })
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeFocused()
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
})

test('who leaves settles everything first, and is then gone', async ({ postItem, newMember }) => {
  const seller = await newMember('Lena')
  const item = await postItem(seller, { title: 'Last toy' })
  const buyer = await newMember('Luca')
  await openPage(buyer, item)
  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
  await buyer.getByLabel('Card number').fill('4242 4242 4242 4242')
  await buyer.getByRole('button', { name: 'Pay $3.50' }).click()
  await buyer.getByRole('button', { name: 'Go to your inbox' }).click()
  await expect(buyer).toHaveURL(/\/inbox/)

  await openPage(seller, '/account')
  await seller.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = seller.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete my account' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Type DELETE to confirm').fill('delete')
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('You still have 1 open sale.')
  await expectAccessible(seller)

  await openPage(buyer, '/purchases')
  await buyer.getByRole('button', { name: 'Confirm Delivery' }).click()
  await buyer.getByRole('dialog').getByRole('button', { name: 'Confirm Delivery' }).click()
  await expect(buyer.getByRole('heading', { name: 'Completed' })).toBeVisible()
  await confirm.click()
  await expect(dialog.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back to Home' }).click()
  await expect(seller.getByRole('link', { name: 'Log In' })).toBeVisible()
  await openPage(buyer, '/inbox')
  await buyer.getByRole('link', { name: /Former neighbour/ }).click()
  await expect(buyer.getByRole('heading', { name: 'Former neighbour' })).toBeFocused()
  await expect(buyer.getByText('This neighbour has left the market.')).toBeVisible()
  await expect(buyer.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
})
