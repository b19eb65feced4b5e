import { expect, test } from './support/fixtures.ts'
import { expectGoodLooks, openPage } from './support/steps.ts'

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

test('a giver chooses by hand: whoever had entered reads that, and nothing of a draw', async ({
  newMember,
  postItem,
}) => {
  const [giver, hopeful] = [await newMember('Nora'), await newMember('Ben')]
  const item = await postItem(giver, { title: 'Much wanted balance bike', tokenPrice: '1', draw: { hours: 6 } })
  await openPage(hopeful, item)
  await hopeful.getByRole('button', { name: 'Enter the draw' }).click()
  await expect(hopeful.getByText('1 neighbour has entered.')).toBeVisible()

  await openPage(giver, item)
  await expect(giver.getByText('1 neighbour has entered.')).toBeVisible()
  await expect(giver.getByRole('button', { name: 'Enter the draw' })).toHaveCount(0)
  await giver.getByRole('button', { name: 'Mark as Claimed' }).click()
  const question = giver.getByRole('dialog')
  await expect(question).toContainText('we tell them that you')
  await question.getByRole('button', { name: 'Mark as Claimed' }).click()
  await expect(giver.getByText('Its giver has chosen who gets it.')).toBeVisible()

  await openPage(hopeful, item)
  await expect(hopeful.getByText('Its giver has chosen who gets it.')).toBeVisible()
  await expect(hopeful.getByRole('main')).not.toContainText(/draw/i)
  await expectGoodLooks(hopeful)
  await openPage(hopeful, '/notifications')
  await expect(hopeful.getByText('Somebody else gets it')).toBeVisible()
  await expect(hopeful.getByRole('main')).not.toContainText(/\bdraw/i)
})
