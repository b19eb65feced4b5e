import { type Page, expect } from '@playwright/test'
import { test } from './support/demo.ts'
import { expectGoodLooks, openPage, phonePhoto } from './support/steps.ts'

const MEMBER = 'Maya'
const ADMIN = 'June'

const SCREENS: [path: string, words: string, neighbour?: string][] = [
  ['/', 'Why Our Circular Economy Wins'],
  ['/', 'Hide the introduction', MEMBER],
  ['/?search=a&city=port', 'available'],
  ['/?search=unheard-of', 'No items found'],
  ['/post', 'Please log in to post.'],
  ['/post', 'Add photos', MEMBER],
  ['/batch-upload', 'Upload Photos', MEMBER],
  ['/purchases', 'Login Required'],
  ['/purchases', 'Completed', MEMBER],
  ['/purchases?tab=sold', 'Priya can make it at these times', MEMBER],
  ['/pickup', 'Nothing in your pickup yet'],
  ['/pickup', 'Nothing in your pickup yet', MEMBER],
  ['/tokens', 'How to Earn Tokens', MEMBER],
  ['/verify-statement', 'A statement you saved earlier'],
  ['/inbox', 'Select a conversation to view messages', MEMBER],
  ['/profile', 'My Available Items', MEMBER],
  ['/account', "Children's Ages", MEMBER],
  ['/admin', 'Admin Access Required'],
  ['/admin', 'You do not have admin access to this page', MEMBER],
  ['/admin', 'Needs attention', ADMIN],
  ['/admin/members', 'Members', ADMIN],
  ['/admin/listings', 'Listings', ADMIN],
  ['/admin/trades', 'Decided appeals', ADMIN],
  ['/admin/settings', 'Category prices', ADMIN],
  ['/admin/log', 'What admins have done and read', ADMIN],
  ['/decisions', 'What admins decided', MEMBER],
  ['/api/login', 'Look around as'],
  ['/no/such/page', 'Did you forget to add the page to the router?'],
  ['/item/00000000-0000-4000-8000-000000000000', 'Item not found'],
]

for (const [path, words, neighbour = 'a visitor'] of SCREENS) {
  test(`${path} for ${neighbour}`, async ({ visit }) => {
    const page = await visit(path, neighbour === 'a visitor' ? undefined : neighbour)
    await expect(page.getByText(words).locator('visible=true').first()).toBeVisible()
    await expectGoodLooks(page)
  })
}

test('an item for a visitor and a member', async ({ visit }) => {
  const visitor = await visit(await pathOf('available', 'Play castle', await visit('/')))
  await expect(visitor.getByRole('link', { name: 'Log In to Purchase' }).first()).toBeVisible()
  await expectGoodLooks(visitor)
  const path = new URL(visitor.url()).pathname
  const member = await visit(path, MEMBER)
  await expect(member.getByRole('button', { name: 'Ask Question' }).first()).toBeVisible()
  await expectGoodLooks(member)
})

test('the comparison of the home page leads to outfits that cost just that', async ({ visit }) => {
  const page = await visit('/')
  await page.getByRole('link', { name: 'See 5 outfits from one neighbour that cost just that' }).click()
  const basket = page.getByRole('region', { name: '5 things from Maya' })
  await expect(basket).toContainText('By card: 5 x $0.50 + $3.00')
  await expect(basket).toContainText('$5.50')
  await expect(basket).toContainText('10.00 tokens')
  await expect(page).toHaveURL(/\/pickup$/)
  await expectGoodLooks(page)
})

test('a claimed item', async ({ visit }) => {
  const page = await visit('/')
  await openPage(page, await pathOf('claimed', '', page))
  await expect(page.getByText('This item has been claimed').first()).toBeVisible()
  await expectGoodLooks(page)
})

test("an own item, and the owner's questions", async ({ visit }) => {
  const page = await visit('/profile', MEMBER)
  await page.getByRole('main').getByRole('article').first().getByRole('link').click()
  await expect(page.getByText('Your item')).toBeVisible()
  await expectGoodLooks(page)
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeEnabled()
  await expectGoodLooks(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  for (const name of ['Mark as Claimed', 'Delete']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectGoodLooks(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
})

test('the message dialog', async ({ visit }) => {
  const page = await visit('/', MEMBER)
  await openPage(page, await pathOf('available', 'Play castle', page))
  await page.getByRole('button', { name: 'Ask Question' }).first().click()
  await expect(page.getByPlaceholder('Hi, is this item still available?')).toBeVisible()
  await expectGoodLooks(page)
})

// Reserves the castle: what looks at it comes before.
test('the purchase dialog, step by step', async ({ visit }) => {
  const page = await visit('/', MEMBER)
  await openPage(page, await pathOf('available', 'Play castle', page))
  await page.getByRole('button', { name: 'Purchase Item' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').last().check()
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(dialog.getByText('Please enter a delivery address')).toBeVisible()
  await expectGoodLooks(page)
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await dialog.getByLabel('Card number').fill('4000 0000 0000 9995')
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await expect(dialog.getByRole('alert')).toContainText('insufficient')
  await expectGoodLooks(page)
})

test('the questions about a trade: delivered, a problem, called off', async ({ visit }) => {
  const page = await visit('/purchases', 'Priya')
  await unfold(page)
  for (const [button, title] of [
    ['Confirm Delivery', 'Confirm Delivery?'],
    ['Report a problem', 'Report a problem'],
  ] as const) {
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible()
    await expectGoodLooks(page)
    await page.keyboard.press('Escape')
  }
  const seller = await visit('/purchases?tab=sold', MEMBER)
  await unfold(seller)
  await seller.getByRole('button', { name: 'Cancel this sale' }).first().click()
  await expect(seller.getByRole('dialog')).toContainText('Cancel this sale?')
  await expectGoodLooks(seller)
})

test('a conversation', async ({ visit }) => {
  const page = await visit('/inbox', MEMBER)
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expectGoodLooks(page)
})

test('the post form with its suggestions, messages and a toast', async ({ visit }) => {
  const page = await visit('/post', MEMBER)
  const buffer = await phonePhoto('#0b5563')
  await page.getByLabel(/Add photos/).setInputFiles([{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer }])
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  await page.getByLabel('Title').fill('')
  await page.getByLabel('Contact email').fill('nowhere')
  await page.getByRole('button', { name: 'Post Item' }).last().click()
  await expect(page.getByRole('alert')).toContainText('Title must be at least 3 characters')
  await expectGoodLooks(page)
  await openPage(page, '/account')
  await page.getByLabel('Age range', { exact: true }).selectOption('newborn')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText("Children's age ranges have been updated.").first()).toBeVisible()
  await expectGoodLooks(page)
})

test('the menus of the header', async ({ visit }) => {
  const page = await visit('/purchases', MEMBER)
  for (const name of ['Post Item', 'Profile menu']) {
    await page.getByRole('banner').getByRole('button', { name }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectGoodLooks(page, [1440])
    await page.keyboard.press('Escape')
  }
})

test('the API reference, and a call in full, from this site alone', async ({ visit, baseURL }) => {
  const page = await visit('/')
  const elsewhere: string[] = []
  page.on('request', (request) => request.url().startsWith(`${baseURL}/`) || elsewhere.push(request.url()))
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'For developers' }).click()
  await page.getByLabel('Only calls with').fill('items')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/filter=items$/)
  await expect(page.locator('html')).toHaveClass('dark')
  await expectGoodLooks(page)
  await page.getByRole('link', { name: 'POST /api/items', exact: true }).click()
  await expect(page.getByText('"title": "Wooden train"')).toHaveCount(2)
  await expectGoodLooks(page)
  await page.getByRole('link', { name: 'Outgrown', exact: true }).click()
  await expect(page).toHaveURL(`${baseURL}/`)
  expect(elsewhere.filter((url) => !url.startsWith('data:'))).toEqual([])
})

/** The page of the newest listing in that state whose title holds these words. */
async function pathOf(status: string, title: string, { request }: Page): Promise<string> {
  const query = new URLSearchParams({ status, limit: '1', ...(title && { search: title }) })
  const [item] = (await (await request.get(`/api/items?${query}`)).json()) as { id: string }[]
  return `/item/${item?.id}`
}

/** Opens every trade that is a row. */
async function unfold(page: Page): Promise<void> {
  const rows = page.locator('main article button[aria-expanded="false"]')
  await expect(rows.first()).toBeVisible()
  while ((await rows.count()) > 0) await rows.first().click()
}
