import { expect, type Page } from '@playwright/test'
import { test } from './support/fixtures.ts'
import { openPage, toast } from './support/steps.ts'

test('an owner edits, withdraws, relists, gives away and deletes', async ({ postItem, newMember }) => {
  const owner = await newMember('Olaf')
  const path = await postItem(owner, { title: 'Stacking rings' })

  await openPage(owner, path)
  await owner.getByRole('link', { name: 'Edit' }).click()
  await expect(owner.getByRole('img', { name: /^Photo/ })).toHaveCount(2)
  await owner.getByLabel('Title').fill('Ri')
  await owner.getByRole('button', { name: 'Save Changes' }).click()
  await expect(owner.getByRole('alert')).toContainText('Title must be at least 3 characters')
  await owner.getByLabel('Title').fill('Stacking rings, complete')
  await owner.getByRole('button', { name: 'Remove photo 2' }).click()
  await watchFocus(owner, 'Stacking rings, complete')
  await owner.getByRole('button', { name: 'Save Changes' }).click()
  await expect(owner.getByRole('heading', { name: 'Stacking rings, complete', level: 1 })).toBeVisible()
  await expect(owner.locator('html')).toHaveAttribute('data-focused-at-once', 'true')
  await expect(owner.getByRole('img', { name: 'Stacking rings, complete', exact: true })).toBeVisible()

  await owner.getByRole('button', { name: 'Withdraw' }).press('Enter')
  await expect(toast(owner)).toContainText('Item withdrawn')
  // It was out of use for a moment, and keeps the focus all the same.
  await expect(owner.getByRole('button', { name: 'Relist' })).toBeFocused()
  await toast(owner).getByRole('button', { name: 'Undo' }).click()
  await expect(owner.getByRole('button', { name: 'Withdraw' })).toBeVisible()

  await openPage(owner, '/profile')
  const card = owner.getByRole('listitem').filter({ hasText: 'Stacking rings, complete' })
  const choose = async (entry: string) => {
    await card.getByRole('button', { name: 'Actions for Stacking rings, complete' }).click()
    await owner.getByRole('menuitem', { name: entry }).click()
  }
  await choose('Withdraw')
  await expect(owner.getByRole('heading', { name: 'Withdrawn Items' })).toBeVisible()
  await toast(owner).getByRole('button', { name: 'Dismiss' }).click()
  await choose('Relist')
  await expect(owner.getByRole('heading', { name: 'Withdrawn Items' })).toHaveCount(0)
  await choose('Mark as Claimed')
  await owner.getByRole('dialog').getByRole('button', { name: 'Mark as Claimed' }).click()
  await expect(toast(owner)).toContainText('Item marked as claimed!')
  await expect(owner.getByRole('heading', { name: 'Claimed Items' })).toBeVisible()
  await expect(card.getByRole('button', { name: /Actions/ })).toHaveCount(0)

  const other = await postItem(owner, { title: 'Humming top' })
  await openPage(owner, other)
  await owner.getByRole('button', { name: 'Delete' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(owner).toHaveURL(/\/profile$/)
  await openPage(owner, other)
  await expect(owner.getByRole('heading', { name: 'Item not found' })).toBeVisible()
})

test('what a buyer has begun to pay for can no longer be changed, and the owner is told', async ({
  postItem,
  newMember,
  baseURL,
}) => {
  const owner = await newMember('Oda')
  const path = await postItem(owner, { title: 'Rocking boat' })
  const editing = await owner.context().newPage()
  await openPage(editing, `${path}/edit`)
  await expect(editing.getByLabel('Title')).toHaveValue('Rocking boat')
  await openPage(owner, path)
  await expect(owner.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  const question = owner.getByRole('dialog')
  await owner.getByRole('button', { name: 'Delete' }).click()

  const buyer = await newMember('Bo')
  const id = path.replace('/item/', '')
  const reserved = await buyer.request.post(`/api/items/${id}/purchase/intent`, {
    data: {},
    headers: { origin: baseURL },
  })
  expect(reserved.status()).toBe(201)

  const refused = owner.waitForResponse((response) => response.status() === 409)
  await question.getByRole('button', { name: 'Delete' }).click()
  const { error } = (await (await refused).json()) as { error: string }
  await expect(toast(owner)).toContainText(error)
  await expect(owner.getByText('A neighbour is paying for it right now.')).toBeVisible()

  await editing.getByLabel('Title').fill('Rocking boat, blue')
  await editing.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(editing)).toContainText(error)
  await expect(editing.getByLabel('Title')).toHaveValue('Rocking boat, blue')
})

test('an owner who works with the keyboard stays with the card, or with the next one', async ({
  postItem,
  newMember,
}) => {
  const owner = await newMember('Kim')
  await postItem(owner, { title: 'Toy to delete' })
  await postItem(owner, { title: 'Toy to keep' })
  await openPage(owner, '/profile')
  const actions = (title: string) => owner.getByRole('button', { name: `Actions for ${title}` })
  const choose = async (title: string, entry: string) => {
    await actions(title).press('Enter')
    await owner.getByRole('menuitem', { name: entry }).press('Enter')
  }
  const confirm = (name: string) => owner.getByRole('dialog').getByRole('button', { name }).press('Enter')

  await choose('Toy to keep', 'Withdraw')
  await expect(owner.getByRole('heading', { name: 'Withdrawn Items' })).toBeVisible()
  await expect(actions('Toy to keep')).toBeFocused()
  await toast(owner).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(owner.getByRole('heading', { name: 'Withdrawn Items' })).toHaveCount(0)
  await expect(actions('Toy to keep')).toBeFocused()

  await choose('Toy to delete', 'Delete')
  await confirm('Delete')
  await expect(actions('Toy to delete')).toHaveCount(0)
  await expect(owner.getByRole('main').getByRole('link', { name: 'Toy to keep' })).toBeFocused()

  await choose('Toy to keep', 'Mark as Claimed')
  await confirm('Mark as Claimed')
  await expect(owner.getByRole('heading', { name: 'Claimed Items' })).toBeVisible()
  await expect(owner.getByRole('main').getByRole('link', { name: 'Toy to keep' })).toBeFocused()
})

test('an item of a category that is gone is edited under its own name', async ({ postItem, newMember }) => {
  const owner = await newMember('Gil')
  const path = await postItem(owner, { title: 'Watering can' })
  await owner.route(`**/api${path.replace('item', 'items')}`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const answer = await route.fetch()
    const item = (await answer.json()) as object
    return route.fulfill({ response: answer, json: { ...item, category: 'garden-tools' } })
  })
  await openPage(owner, '/profile')
  await owner.getByRole('button', { name: 'Actions for Watering can' }).press('Enter')
  await owner.getByRole('menuitem', { name: 'Edit' }).press('Enter')
  await expect(owner.getByLabel('Category')).toHaveValue('garden-tools')
  await expect(owner.getByLabel('Category').locator('option:checked')).toHaveText('Garden Tools')
})

/** Notes whether a heading has the focus as soon as it is in the page: later it would take it from what is pressed. */
const watchFocus = (page: Page, title: string) =>
  page.evaluate((text) => {
    const watch = new MutationObserver(() => {
      const heading = [...document.querySelectorAll('h1')].find((shown) => shown.textContent === text)
      if (!heading) return
      watch.disconnect()
      document.documentElement.dataset['focusedAtOnce'] = String(document.activeElement === heading)
    })
    watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  }, title)
