import { type Page, expect } from '@playwright/test'
import { testOnOwnMarket } from './support/fixtures.ts'
import { expectAccessible, expectGoodLooks, openPage, reloadPage } from './support/steps.ts'

const test = testOnOwnMarket()

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

async function choose(page: Page, menu: string, entry: string): Promise<void> {
  await page
    .getByRole('button', { name: `More about ${menu}` })
    .last()
    .click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('a listing is reported, hidden, and shown again; the log tells of it', async ({
  postItem,
  newMember,
  baseURL,
}) => {
  const admin = await newMember('June')
  await openPage(admin, '/admin')
  await admin.getByRole('button', { name: 'Become Admin' }).click()
  await expect(admin.getByText('1 missing backup')).toBeVisible()
  const seller = await newMember('Sven')
  const item = await postItem(seller, { title: 'Doubtful doll' })
  const reporter = await newMember('Rita')
  await openPage(reporter, item)
  await choose(reporter, 'Sven', 'Report this item')
  const dialog = reporter.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(dialog.getByText('Please choose a reason')).toBeVisible()
  await expectGoodLooks(reporter)
  await dialog.getByLabel('Not what it claims to be').check()
  await dialog.getByLabel('What happened?').fill('The eyes are painted on.')
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(toast(reporter, 'Report sent')).toBeVisible()
  await expect(reporter.getByRole('button', { name: 'More about Sven' })).toBeFocused()
  await choose(reporter, 'Sven', 'Report this item')
  await dialog.getByLabel('Something else').check()
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(dialog.getByRole('alert')).toContainText('already')

  await reloadPage(admin)
  const row = admin.getByRole('article', { name: 'Listing: Doubtful doll' })
  await expect(row).toContainText('The eyes are painted on.')
  const photo = row.getByRole('img', { name: 'First photo of Doubtful doll' })
  await photo.scrollIntoViewIfNeeded()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectGoodLooks(admin)
  await row.getByRole('button', { name: 'Hide listing' }).click()
  const question = admin.getByRole('dialog')
  await question.getByLabel('Why?').fill('Eyes that are painted on are not eyes.')
  await expectGoodLooks(admin)
  await question.getByRole('button', { name: 'Hide Listing' }).click()
  await expect(toast(admin, 'Listing hidden')).toBeVisible()
  await expect(row).toHaveCount(0)
  await openPage(reporter, item)
  await expect(reporter.getByRole('heading', { name: 'Item not found' })).toBeVisible()
  await openPage(seller, item)
  await expect(seller.getByText('Eyes that are painted on are not eyes.').first()).toBeVisible()
  await expectAccessible(seller)

  await openPage(admin, '/admin/listings')
  const restore = row.getByRole('button', { name: 'Restore listing' })
  await restore.press('Enter')
  await admin.getByRole('dialog').getByLabel('Why?').fill('Painted eyes may stay.')
  await expectGoodLooks(admin)
  await admin.getByRole('dialog').getByRole('button', { name: 'Restore Listing' }).press('Enter')
  await expect(toast(admin, 'Listing restored')).toBeVisible()
  // The button goes once the listing is known to be back: the focus stays in its row.
  await expect(restore).toHaveCount(0)
  await expect(row.locator(':focus')).toHaveCount(1)
  await reloadPage(reporter)
  await expect(reporter.getByRole('heading', { name: 'Doubtful doll', level: 1 })).toBeVisible()
  const members = admin.getByRole('searchbox', { name: 'Name, email address, neighbourhood' })
  await openPage(admin, '/admin/members')
  await members.fill('nobody of that name')
  await members.press('Enter')
  await expect(admin.getByText('No member was found.')).toBeVisible()
  await members.fill('sven neigh')
  await admin.getByRole('button', { name: 'Search', exact: true }).click()
  await admin.getByRole('link', { name: 'Sven Neighbour' }).click()
  await expect(admin.getByRole('heading', { name: 'Member', exact: true, level: 1 })).toBeVisible()
  await expect(admin.getByRole('heading', { name: 'Sven Neighbour', level: 2 })).toBeVisible()
  await expectGoodLooks(admin)
  await admin.getByRole('link', { name: 'Their listings' }).click()
  await expect(admin.getByRole('heading', { name: 'Doubtful doll' }).getByRole('link')).toHaveAttribute('href', item)
  await openPage(admin, '/admin/log')
  const rows = admin.getByRole('main').getByRole('listitem')
  await expect(rows.filter({ hasText: 'showed "Doubtful doll" again' })).toHaveCount(1)
  const hid = rows.filter({ hasText: 'hid "Doubtful doll" after a report because “Eyes that are painted' })
  await expect(hid.getByRole('link', { name: '"Doubtful doll"' })).toHaveAttribute('href', item)
  await expectGoodLooks(admin)

  for (let percent = 1; percent <= 54; percent += 1) {
    const answer = await admin.request.patch('/api/admin/settings', {
      data: { processingFeePercentage: percent === 54 ? '2.9' : `${percent}` },
      headers: { origin: baseURL },
    })
    expect(answer.status()).toBe(200)
  }
  await reloadPage(admin)
  await admin.getByLabel('What', { exact: true }).selectOption('Settings')
  await expect(rows.filter({ hasText: 'changed the fees' })).toHaveCount(50)
  await admin.getByRole('button', { name: 'Show older changes' }).click()
  await expect(rows.filter({ hasText: 'changed the fees' })).toHaveCount(54)
})

test('blocked means no words and no trade, until it is taken back', async ({ postItem, newMember }) => {
  const seller = await newMember('Bodo')
  const item = await postItem(seller, { title: 'Quarrel cube' })
  const asker = await newMember('Nele')
  await openPage(asker, item)
  await asker.getByRole('button', { name: 'Ask Question' }).click()
  await asker.getByPlaceholder('Hi, is this item still available?').fill('Give it to me now!')
  await asker.getByRole('button', { name: 'Send Message' }).click()
  await asker.waitForURL('**/inbox?*')

  await openPage(seller, '/inbox')
  await seller.getByRole('link', { name: /Quarrel cube/ }).click()
  await choose(seller, 'this message', 'Report this message')
  await seller.getByRole('dialog').getByLabel('Insults or harassment').check()
  await seller.getByRole('dialog').getByRole('button', { name: 'Send Report' }).click()
  await expect(toast(seller, 'Report sent')).toBeVisible()
  await choose(seller, 'Nele', 'Block Nele')
  await expectGoodLooks(seller)
  await seller.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(seller.getByText('You have blocked Nele.')).toBeVisible()
  await expect(seller.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  await expectAccessible(seller)

  await asker.getByRole('textbox', { name: 'Message' }).fill('Well?')
  await asker.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(toast(asker, "You and this neighbour can't write to or buy from each other")).toBeVisible()
  await openPage(asker, item)
  await choose(asker, 'Bodo', 'Block Bodo')
  await asker.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(asker.getByText('You have blocked Bodo.')).toBeVisible()
  await expect(asker.getByRole('button', { name: 'Purchase Item' })).toHaveCount(0)

  // The other one's block still stands.
  await asker.getByRole('button', { name: 'Unblock' }).click()
  await expect(asker.getByText("You and this neighbour can't write to or buy from each other.")).toBeVisible()
  await expect(asker.getByRole('button', { name: 'Purchase Item' })).toHaveCount(0)
  await openPage(seller, '/account')
  await seller.getByRole('button', { name: 'Unblock Nele' }).press('Enter')
  await expect(seller.getByText("You haven't blocked anybody")).toBeVisible()
  await expect(seller.getByRole('heading', { name: 'Blocked neighbours' })).toBeFocused()
  await reloadPage(asker)
  await expect(asker.getByRole('button', { name: 'Purchase Item' }).first()).toBeVisible()
})
