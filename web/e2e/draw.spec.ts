import { expect, test } from './fixtures.ts'
import { expectGoodLooks, openPage } from './steps.ts'

test('a neighbour enters a draw in one tap, leaves it again, and nothing is held', async ({ newMember, postItem }) => {
  const [giver, hopeful] = [await newMember('Nora'), await newMember('Ben')]
  const item = await postItem(giver, { title: 'Much wanted play kitchen', tokenPrice: '1', draw: { hours: 6 } })
  await openPage(hopeful, item)
  await expect(hopeful.getByText(/^A draw decides\. Enter until /)).toBeVisible()
  await expect(hopeful.getByRole('button', { name: 'Purchase Item' })).toHaveCount(0)
  await hopeful.getByRole('button', { name: 'Enter the draw' }).click()
  await expect(hopeful.getByText('1 neighbour has entered.')).toBeVisible()
  await expectGoodLooks(hopeful)
  const { tokens } = (await (await hopeful.request.get('/api/auth/user')).json()) as { tokens: string }
  expect(tokens).toBe('10.00')
  await hopeful.getByRole('button', { name: 'Leave the draw' }).click()
  await expect(hopeful.getByText('0 neighbours have entered.')).toBeVisible()
})
