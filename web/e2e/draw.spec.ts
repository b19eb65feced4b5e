import type { Draw } from '../../src/modules/purchasing/draw/contract.ts'
import { openMarket } from '../../src/testing/market/open-market.ts'
import { handlers } from '../../src/worker.ts'
import { expect, test } from './support/fixtures.ts'
import type { RunningMarket } from './support/run-market.ts'
import { expectGoodLooks, openPage } from './support/steps.ts'

test('a neighbour enters a draw in one tap, leaves it again, and nothing is held', async ({ newMember, postItem }) => {
  const [giver, hopeful] = [await newMember('Nora'), await newMember('Ben')]
  const item = await postItem(giver, { title: 'Much wanted play kitchen', tokenPrice: '1', draw: { hours: 6 } })
  await openPage(hopeful, item)
  await expect(hopeful.getByText(/^A draw decides\. Enter until /)).toBeVisible()
  await expect(hopeful.getByRole('button', { name: 'Purchase Item' })).toHaveCount(0)
  await hopeful.getByRole('button', { name: 'Enter the draw' }).click()
  await expect(hopeful.getByText('1 neighbour has entered.')).toBeVisible()
  await hopeful.getByText('How it is drawn').click()
  await expect(hopeful.getByText('A ticket weighs 12, divided by one more')).toBeVisible()
  await expect(hopeful.getByText(/^Your ticket is [0-9a-f]{8}\.$/)).toBeVisible()
  await expect(hopeful.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
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

/** A worker whose clock is past the closing: it closes the draws, and a minute later it draws them. */
async function drawAll({ databaseUrl }: RunningMarket): Promise<void> {
  const worker = await openMarket(databaseUrl)
  try {
    for (const minutes of [361, 1]) {
      worker.clock.advance({ minutes })
      await handlers(worker.ctx)['purchasing.follow-draws']({})
    }
  } finally {
    await worker.stop()
  }
}

test('what was drawn is replayed in the browser, each step in words; an answer that was changed is found', async ({
  newMember,
  postItem,
  market,
}) => {
  const [giver, one, other] = [await newMember('Nora'), await newMember('Ben'), await newMember('Ada')]
  const item = await postItem(giver, { title: 'Much wanted dolls house', tokenPrice: '1', draw: { hours: 6 } })
  for (const page of [one, other]) {
    await openPage(page, item)
    await page.getByRole('button', { name: 'Enter the draw' }).click()
    await expect(page.getByRole('button', { name: 'Leave the draw' })).toBeVisible()
  }
  await drawAll(market)
  const path = `/api/items/${item.split('/').at(-1)}/draw`
  const draw = (await (await one.request.get(path)).json()) as Draw
  const [first, second] = draw.mine?.place === 1 ? [one, other] : [other, one]

  await openPage(first, item)
  await expect(first.getByText(/^You were drawn\. Buy it until /)).toBeVisible()
  await openPage(second, item)
  await expect(second.getByText('You are number 2.')).toBeVisible()
  await second.getByText('Check the draw yourself').click()
  const checks = second.getByRole('status').filter({ hasText: 'Do seed and tickets give this order?' })
  await expect(checks.getByText('Yes.')).toHaveCount(3)
  const places = second.getByRole('region', { name: 'The places' }).getByRole('listitem')
  const [winner, next] = draw.order!.map((ticket) => ticket.slice(0, 8))
  await expect(places.first()).toContainText(`Ticket ${winner}, weight 12`)
  await expect(places.first()).toContainText('24 shares were left, and number ')
  await expect(places.first()).toContainText(`it belongs to ${winner}.`)
  await expect(places.nth(1)).toContainText(`Ticket ${next}, weight 12 · yours`)
  await expectGoodLooks(second)

  const changed = { ...draw, order: draw.order!.toReversed() }
  await second.route(`**${path}`, (route) => route.fulfill({ json: changed }))
  await openPage(second, item)
  await second.getByText('Check the draw yourself').click()
  await expect(checks.getByText('Yes.')).toHaveCount(2)
  await expect(checks.getByText('No, it was changed.')).toHaveCount(1)
  await expect(places.first()).toContainText(`Ticket ${next}, weight 12`)
  await expect(places.first()).toContainText(`it belongs to ${winner}.`)
})

test('an item that its giver has given away, and whose draw had no order, is not offered to whoever comes first', async ({
  newMember,
  postItem,
  baseURL,
}) => {
  const [giver, visitor] = [await newMember('Nora'), await newMember('Ben')]
  const item = await postItem(giver, { title: 'Much wanted balance board', tokenPrice: '1', draw: { hours: 6 } })
  const path = `/api/items/${item.split('/').at(-1)}`
  await giver.request.patch(`${path}/claim`, { headers: { origin: baseURL } })
  // As if it was withdrawn when it closed, and only then given away.
  await visitor.route(`**${path}/draw`, async (route) => {
    const draw = (await (await route.fetch()).json()) as Draw
    await route.fulfill({ json: { ...draw, byHand: false } })
  })
  await openPage(visitor, item)
  await expect(visitor.getByText('The draw is over.')).toBeVisible()
  await expect(visitor.getByText('whoever comes first')).toHaveCount(0)
})
