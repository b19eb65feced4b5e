import { type Page, expect } from '@playwright/test'
import { testOnOwnMarket } from './support/fixtures.ts'
import { expectGoodLooks, openPage } from './support/steps.ts'

const test = testOnOwnMarket()

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

test('a spammer is suspended, reads why, and appeals; what they offer is away meanwhile', async ({
  newMember,
  postItem,
}) => {
  const admin = await newMember('June')
  await openPage(admin, '/admin')
  await admin.getByRole('button', { name: 'Become Admin' }).click()
  await expect(admin.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  const spammer = await newMember('Sven')
  const item = await postItem(spammer, { title: 'Miracle cream' })
  await openPage(admin, '/admin/members')
  await admin.getByRole('link', { name: 'Sven Neighbour' }).click()
  await admin.getByRole('button', { name: 'Suspend', exact: true }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Why?').fill('The same advertisement ten times')
  await expectGoodLooks(admin)
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(toast(admin, 'Sven Neighbour is suspended')).toBeVisible()
  await expect(admin.getByText(/Suspended for good by June/)).toBeVisible()

  const visitor = await newMember('Vera')
  await openPage(visitor, item)
  await expect(visitor.getByRole('heading', { name: 'Item not found' })).toBeVisible()
  await openPage(spammer, '/')
  const note = spammer.getByRole('region', { name: 'Your account is suspended' })
  await expect(note).toContainText('The same advertisement ten times')
  await expectGoodLooks(spammer)
  await note.getByRole('link', { name: 'See the decision, or appeal' }).click()
  await spammer.getByRole('button', { name: 'Appeal', exact: true }).click()
  await spammer.getByLabel('Why should it be decided differently?').fill('It was my brother')
  await spammer.getByRole('button', { name: 'Send Appeal' }).click()
  await expect(toast(spammer, 'Appeal sent')).toBeVisible()
  await expect(spammer.getByText('You have appealed: It was my brother')).toBeVisible()

  await openPage(admin, '/admin')
  const appeal = admin.getByRole('article', { name: 'Appeal of Sven Neighbour' })
  await expect(appeal).toContainText('It was my brother')
  await appeal.getByRole('button', { name: 'Undo it' }).click()
  await admin.getByRole('dialog').getByLabel('Why?').fill('He has apologised')
  await admin.getByRole('button', { name: 'Decide', exact: true }).click()
  await expect(admin.getByText('We wait a minute before we tell anyone.').first()).toBeVisible()
  await openPage(visitor, item)
  await expect(visitor.getByRole('heading', { name: 'Miracle cream', level: 1 })).toBeVisible()
})
