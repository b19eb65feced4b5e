import { expect, test } from './fixtures.ts'
import { openPage } from './steps.ts'

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
