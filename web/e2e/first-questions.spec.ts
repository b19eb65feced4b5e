import { type Page, expect } from '@playwright/test'
import { test as onMarket } from './support/fixtures.ts'
import { type RunningMarket, runMarket } from './support/run-market.ts'
import { expectGoodLooks, openPage, phonePhoto, postItem, signUp } from './support/steps.ts'

/** The questions can be put aside for good: each test has a market that nobody has set up, and whose zone is its own choice. */
const test = onMarket.extend<{ fresh: RunningMarket; admin: Page; baseURL: string }>({
  fresh: [({}, use) => runMarket(use, { MARKET_TIME_ZONE: '' }), { timeout: 300_000 }],
  baseURL: async ({ fresh }, use) => {
    await use(fresh.url)
  },
  admin: async ({ newPage, baseURL }, use) => {
    const admin = await newPage({ locale: 'en-US' })
    await signUp(admin, baseURL, 'June')
    await openPage(admin, '/admin')
    await admin.getByRole('button', { name: 'Become Admin' }).click()
    await expect(questions(admin)).toBeVisible()
    await use(admin)
  },
})

const questions = (page: Page) => page.getByRole('region', { name: 'A site of your own' })

/** The desk is here, and with it all that it asks. */
async function expectNotAsked(admin: Page): Promise<void> {
  await expect(admin.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(questions(admin)).toHaveCount(0)
}

test('the first admin says what the site is, and every page follows', async ({ admin, newPage, baseURL }) => {
  const asked = questions(admin)
  await expectGoodLooks(admin)
  await asked.getByLabel('Photo of the neighbourhood').setInputFiles({
    name: 'street.jpg',
    mimeType: 'image/jpeg',
    buffer: await phonePhoto('#0b5563'),
  })
  await expect(asked.getByRole('img', { name: 'Photo of the neighbourhood' })).toBeVisible()
  await asked.getByLabel('Name of the site').fill('Kiezkiste')
  await asked.getByLabel('Place').fill('Berlin-Wedding')
  await asked.getByLabel('Time zone').selectOption('Europe/Berlin')
  await asked.getByLabel('Language').selectOption('de')
  await asked.getByLabel('Currency').selectOption('eur')
  await asked.getByLabel('Weights and distances').selectOption('metric')
  await asked.getByRole('button', { name: 'Seed Categories' }).click()
  const toys = asked.getByRole('form', { name: 'Toys' })
  await toys.getByLabel('Tokens').fill('7')
  await toys.getByRole('button', { name: 'Save' }).click()
  await expect(toys.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await asked.getByRole('button', { name: 'This is our site' }).click()
  await expectNotAsked(admin)

  await openPage(admin, '/admin')
  await expectNotAsked(admin)
  await openPage(admin, '/')
  await expect(admin.getByRole('banner')).toContainText('Kiezkiste')
  await expect(admin.getByRole('contentinfo')).toContainText('Berlin-Wedding')
  await expect(admin.locator('main img[src^="/photos/"]').first()).toBeVisible()
  await openPage(admin, await postItem(admin, baseURL, { title: 'Wooden train', category: 'toys' }))
  await expect(admin.getByRole('main')).toContainText('€')
  await expect(admin.getByRole('main')).not.toContainText('$')

  const visitor = await newPage({ locale: 'ja' })
  await openPage(visitor, '/')
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'de')
})

test('the questions are put aside for later, without a photo or a name', async ({ admin }) => {
  await questions(admin).getByRole('button', { name: 'Later, in the settings' }).click()
  await expectNotAsked(admin)
  await openPage(admin, '/admin')
  await expectNotAsked(admin)
  await openPage(admin, '/')
  await expect(admin.getByRole('banner')).toContainText('Outgrown')
})

test('the site: what another admin saves shows beside what is typed, and Undo brings the fields back', async ({
  admin,
  baseURL,
}) => {
  await questions(admin).getByRole('button', { name: 'Later, in the settings' }).click()
  await expectNotAsked(admin)
  await openPage(admin, '/admin/settings')
  await admin.getByLabel('Tagline').fill('From us to you')
  const { version } = (await (await admin.request.get('/api/admin/site')).json()) as { version: number }
  const other = await admin.request.patch('/api/admin/site', {
    headers: { origin: baseURL },
    data: { version, place: 'Linz' },
  })
  expect(other.status()).toBe(200)
  const save = admin.getByRole('button', { name: 'Save the site' })
  await save.click()
  await expect(admin.getByText('Another admin has just saved the site. Please look at it again.').first()).toBeVisible()
  await expect(admin.getByLabel('Place')).toHaveValue('Linz')
  await expect(admin.getByLabel('Tagline')).toHaveValue('From us to you')
  await save.click()
  await expect(admin.getByText('The site has been updated.').first()).toBeVisible()
  await admin.getByRole('button', { name: 'Undo' }).click()
  await expect(admin.getByLabel('Tagline')).toHaveValue('')
  await expect(admin.getByLabel('Place')).toHaveValue('Linz')
  await expect(save).toBeDisabled()

  const fee = admin.getByLabel('Transaction fee (%)')
  const before = await fee.inputValue()
  await fee.fill('7.5')
  await admin.getByRole('button', { name: 'Save Fees' }).click()
  await expect(fee).toHaveValue('7.50')
  await admin.getByRole('button', { name: 'Undo' }).click()
  await expect(fee).toHaveValue(before)
})
