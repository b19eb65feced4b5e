import { expect, testOnOwnMarket } from './support/fixtures.ts'
import { openPage } from './support/steps.ts'

const test = testOnOwnMarket()

test('a price that changes while the dialog is open is asked about again, and nothing is held before', async ({
  newMember,
  postItem,
  baseURL,
}) => {
  const [seller, buyer] = [await newMember('Nora'), await newMember('Ben')]
  const item = await postItem(seller, { title: 'Bait kite', tokenPrice: '1' })
  await openPage(buyer, item)
  await buyer.getByRole('button', { name: 'Purchase Item' }).first().click()
  const dialog = buyer.getByRole('dialog')
  await expect(dialog.getByText('1.01 tokens')).toBeVisible()
  const changed = await seller.request.patch(`/api${item.replace('/item/', '/items/')}`, {
    headers: { origin: baseURL },
    data: { tokenPrice: '2' },
  })
  expect(changed.status()).toBe(200)
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The price has changed: it is 2.01 tokens now')
  await expect(dialog.getByText('2.01 tokens', { exact: true })).toBeVisible()
  const { tokens } = (await (await buyer.request.get('/api/auth/user')).json()) as { tokens: string }
  expect(tokens).toBe('10.00')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(dialog.getByLabel('Card number')).toBeVisible()
})

test('so is a card fee that the market changes meanwhile, and the receipt shows the new one', async ({
  newMember,
  postItem,
  baseURL,
}) => {
  const headers = { origin: baseURL }
  const [admin, seller, buyer] = [await newMember('Ada'), await newMember('Nora'), await newMember('Ben')]
  await admin.request.post('/api/admin/setup', { headers, data: {} })
  await openPage(buyer, await postItem(seller, { title: 'Bait boat', tokenPrice: '1' }))
  await buyer.getByRole('button', { name: 'Purchase Item' }).first().click()
  const dialog = buyer.getByRole('dialog')
  const charge = dialog.locator('dl').last()
  await expect(charge).toContainText('Charged to your card$3.50')
  const { version } = (await (await admin.request.get('/api/admin/site')).json()) as { version: number }
  const data = { version, cardPerOrder: '4.20' }
  expect((await admin.request.patch('/api/admin/site', { headers, data })).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The card payment has changed: it is $4.70 now. Do you still want it?',
  )
  await expect(charge).toContainText('Service fee$4.20Charged to your card$4.70')
  const { tokens } = (await (await buyer.request.get('/api/auth/user')).json()) as { tokens: string }
  expect(tokens).toBe('10.00')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await expect(dialog.getByRole('button', { name: 'Pay $4.70' })).toBeVisible()
})
