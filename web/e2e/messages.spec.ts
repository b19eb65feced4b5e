import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, testOnOwnMarket } from './fixtures.ts'
import { newMember, phonePhoto, postToy } from './steps.ts'

/**
 * Section 8 of the specification, row by row: which test shows the words. Those of this file make the server fail on
 * the way; a fallback is what one reads when there is no answer at all.
 */
const CATALOGUE: [situation: string, words: string, shownIn: string][] = [
  ['Post failure', 'Failed to post item. Please try again.', 'messages.spec.ts'],
  ['Too many photos', 'You can upload a maximum of 5 photos.', 'messages.spec.ts'],
  ['Batch too large', 'exceeds 90MB limit. Please select fewer or smaller photos.', 'messages.spec.ts'],
  ['Upload while logged out', 'Please log in to upload photos.', 'messages.spec.ts'],
  ['Upload non-OK', 'Upload failed: 500', 'messages.spec.ts'],
  ['AI failure (single)', 'Failed to analyze photos. Please fill in details manually.', 'messages.spec.ts'],
  ['AI failure (batch)', 'Failed to analyze photos. Please try again.', 'batch.spec.ts'],
  ['Partial batch', '2 of 3 item(s) analyzed by AI. 1 item(s) need manual entry.', 'batch.spec.ts'],
  ['Reanalysis', 'Reanalysis failed', 'batch.spec.ts'],
  ['Batch submit', 'Some items failed to post. Please try again.', 'batch.spec.ts'],
  ['Claim failure', 'Failed to update item status.', 'messages.spec.ts'],
  ['Message failure', 'Failed to send message', 'member-screens.spec.ts'],
  ['Purchase failure', 'Purchase failed', 'messages.spec.ts'],
  ['Delivery quote', 'Unable to get delivery quote. Try messaging the seller instead.', 'messages.spec.ts'],
  ['Payment', 'An unexpected error occurred', 'messages.spec.ts'],
  ['Payment, by the provider', 'declined', 'main-job.spec.ts'],
  ['Save defaults', 'Failed to save your information', 'messages.spec.ts'],
  ["Children's ages", 'Failed to update children ages', 'messages.spec.ts'],
  ['Confirm delivery', 'Failed to confirm delivery', 'messages.spec.ts'],
  ['Admin setup', 'Failed to setup admin', 'messages.spec.ts'],
  ['Admin update', 'Failed to update price', 'messages.spec.ts'],
  ['Admin seed', 'Failed to seed categories', 'messages.spec.ts'],
  ['Admin create', 'Failed to create category', 'messages.spec.ts'],
  ['Admin delete', 'Failed to delete category', 'messages.spec.ts'],
  ['Unauthorized, profile', 'You are logged out. Logging in again...', 'messages.spec.ts'],
  ['Unauthorized, inbox', 'Please log in to view messages.', 'messages.spec.ts'],
  ['Pickup details failure', 'Pickup details will be available after payment is confirmed', 'messages.spec.ts'],
  ['Insufficient tokens', 'Insufficient tokens', 'messages.spec.ts'],
  ['Posted', 'Your item has been posted successfully.', 'steps.ts'],
  ['Sent', 'Message sent!', 'messages.spec.ts'],
  ['Bought', 'Check your inbox for coordination details.', 'messages.spec.ts'],
  ['Saved', 'Settings saved!', 'member-screens.spec.ts'],
  ['Ages saved', "Children's age ranges have been updated.", 'member-screens.spec.ts'],
  ['Delivered', 'Tokens have been released to the seller.', 'main-job.spec.ts'],
  ['Admin', 'You are now the admin. Page will reload.', 'member-screens.spec.ts'],
  ['Prices', 'Category prices have been updated.', 'member-screens.spec.ts'],
  ['Category created', 'Category created successfully', 'messages.spec.ts'],
  ['Category deleted', 'Category deleted successfully', 'member-screens.spec.ts'],
]

const test = testOnOwnMarket()

const shown = async (page: Page, ...words: string[]) => {
  for (const text of words) await expect(page.getByText(text, { exact: false }).first()).toBeVisible()
}
/** Calls to `path` get no answer. */
const cut = (page: Page, path: string, method = 'POST') =>
  page.route(path, (route) => (route.request().method() === method ? route.abort() : route.fallback()))

test('each row of the catalogue names a test that looks for its words', async () => {
  const files = new Map<string, string>()
  for (const [situation, words, file] of CATALOGUE) {
    const source = files.get(file) ?? (await readFile(new URL(file, import.meta.url), 'utf8'))
    files.set(file, source)
    const checks = file === 'messages.spec.ts' ? source.slice(source.indexOf('const shown')) : source
    expect(checks, situation).toContain(words)
  }
})

test('posting', async ({ browser, baseURL }) => {
  const page = await newMember(browser, baseURL, 'Pia')
  const buffer = await phonePhoto('#0b5563')
  const photos = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${index}.jpg`, mimeType: 'image/jpeg', buffer }))
  await page.goto('/post')
  const input = page.getByLabel(/Add photos/)
  for (const [status, words] of [
    [401, 'Please log in to upload photos.'],
    [500, 'Upload failed: 500'],
  ] as const) {
    await page.route('**/api/upload', (route) => route.fulfill({ status, json: {} }))
    await input.setInputFiles(photos(1))
    await shown(page, words)
    await page.unroute('**/api/upload')
    await page.getByRole('button', { name: 'Remove photo 1' }).click()
  }
  await page.route('**/api/upload', (route) =>
    route.fulfill({ status: 201, json: { urls: [`/photos/${crypto.randomUUID()}.webp`] } }),
  )
  await input.setInputFiles(photos(6))
  await shown(page, 'You can upload a maximum of 5 photos.')
  await cut(page, '**/api/ai/analyze-photos')
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  await shown(page, 'Analysis failed', 'Failed to analyze photos. Please fill in details manually.')
  await page.getByRole('button', { name: 'Continue without AI' }).click()
  await page.getByLabel('Title').fill('Wooden spoon')
  await page.getByLabel('Description').fill('It has stirred many soups.')
  await page.getByLabel('City', { exact: true }).fill('Portland')
  await page.getByLabel('Pickup address').fill('12 Alder Street')
  await page.getByLabel('Contact name').fill('Pia Neighbour')
  await page.getByLabel('Contact email').fill('pia@example.com')
  await cut(page, '**/api/items')
  await page.getByRole('button', { name: 'Post Item' }).last().click()
  await shown(page, 'Failed to post item. Please try again.')

  await page.goto('/batch-upload')
  await page.getByLabel(/Add photos/).evaluate((element: HTMLInputElement) => {
    const chosen = new DataTransfer()
    const large = new File(['x'], 'large.jpg', { type: 'image/jpeg' })
    Object.defineProperty(large, 'size', { value: 91 * 1024 * 1024 })
    chosen.items.add(large)
    Object.defineProperty(element, 'files', { value: [large] })
    element.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await shown(page, 'Total file size (91 MB) exceeds 90MB limit. Please select fewer or smaller photos.')
})

test('an item: asking, buying, claiming', async ({ browser, baseURL }) => {
  const seller = await newMember(browser, baseURL, 'Sina')
  const item = await postToy(seller, 'Paper kite')
  const buyer = await newMember(browser, baseURL, 'Bela')
  await buyer.goto(item)
  await cut(buyer, '**/messages')
  await buyer.getByRole('button', { name: 'Ask Question' }).first().click()
  const dialog = buyer.getByRole('dialog')
  await dialog.getByLabel('Message').fill('Does it fly?')
  await dialog.getByRole('button', { name: 'Send Message' }).click()
  await shown(buyer, 'Failed to send message')
  await buyer.unroute('**/messages')
  await dialog.getByRole('button', { name: 'Send Message' }).click()
  await shown(buyer, 'Message sent!')
  await buyer.waitForURL('**/inbox')

  await buyer.route(`**/api/items/${item.split('/').at(-1)}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), tokenPrice: '30.00' } })
  })
  await buyer.goto('/')
  await buyer.getByRole('main').getByRole('link', { name: 'Paper kite' }).click()
  await shown(buyer, 'Insufficient tokens')
  await buyer.unrouteAll()

  await buyer.goto(item)
  await buyer.getByRole('button', { name: 'Purchase Item' }).first().click()
  await cut(buyer, '**/api/delivery/quote')
  await dialog.getByRole('radio').last().check()
  await dialog.getByLabel('Delivery address').fill('9 Birch Street')
  await dialog.getByRole('button', { name: /quote/i }).click()
  await shown(buyer, 'Unable to get delivery quote. Try messaging the seller instead.')
  await cut(buyer, '**/purchase/intent')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await shown(buyer, 'Purchase failed')
  await buyer.unroute('**/purchase/intent')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await cut(buyer, '**/api/sandbox/**')
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await shown(buyer, 'An unexpected error occurred')
  await buyer.unrouteAll()
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await shown(buyer, 'Purchase successful!', 'Check your inbox for coordination details.')
  await buyer.waitForURL('**/inbox**')

  await buyer.route('**/api/purchases', async (route) => {
    const answer = await route.fetch()
    const purchases = (await answer.json()) as object[]
    await route.fulfill({ response: answer, json: purchases.map((purchase) => ({ ...purchase, pickup: null })) })
  })
  await buyer.goto('/purchases')
  await shown(buyer, 'Pickup details will be available after payment is confirmed')
  await cut(buyer, '**/confirm-delivery')
  await buyer.getByRole('button', { name: 'Confirm Delivery' }).click()
  await dialog.getByRole('button', { name: 'Confirm Delivery' }).click()
  await shown(buyer, 'Failed to confirm delivery')

  await seller.goto(await postToy(seller, 'Second kite'))
  await cut(seller, '**/claim', 'PATCH')
  await seller.getByRole('button', { name: 'Mark as Claimed' }).click()
  await seller.getByRole('dialog').getByRole('button', { name: 'Mark as Claimed' }).click()
  await shown(seller, 'Failed to update item status.')
})

test('account settings', async ({ browser, baseURL }) => {
  const page = await newMember(browser, baseURL, 'Kaja')
  await page.goto('/account')
  await cut(page, '**/api/users/me/**', 'PATCH')
  await page.getByLabel('City').fill('Portland')
  await page.getByLabel('Pickup address').fill('12 Alder Street')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await shown(page, 'Failed to save your information')
  await page.getByLabel('Age range', { exact: true }).selectOption('newborn')
  await page.getByRole('button', { name: 'Add' }).click()
  await shown(page, 'Failed to update children ages')
})

test('the admin page', async ({ browser, baseURL }) => {
  const page = await newMember(browser, baseURL, 'Adan')
  await cut(page, '**/api/admin/setup')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Become Admin' }).click()
  await shown(page, 'Setup Failed', 'Failed to setup admin')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Become Admin' }).click()
  const seed = page.getByRole('button', { name: 'Seed Categories' })
  await cut(page, '**/api/admin/seed-categories')
  await seed.click()
  await shown(page, 'Seed Failed', 'Failed to seed categories')
  await page.unrouteAll()
  await seed.click()
  const toys = page.getByRole('form', { name: 'Toys' })
  for (const method of ['PATCH', 'DELETE']) await cut(page, '**/api/admin/category-prices/toys', method)
  await toys.getByLabel('Tokens').fill('4')
  await toys.getByRole('button', { name: 'Save' }).click()
  await shown(page, 'Update Failed', 'Failed to update price')
  page.once('dialog', (dialog) => void dialog.accept())
  await toys.getByRole('button', { name: 'Delete' }).click()
  await shown(page, 'Delete Failed', 'Failed to delete category')
  await page.getByLabel('Name', { exact: true }).fill('Garden Tools')
  await page.getByRole('button', { name: 'Create Category' }).click()
  await shown(page, 'Success!', 'Category created successfully')
  await cut(page, '**/api/admin/category-prices')
  await page.getByLabel('Name', { exact: true }).fill('Bikes')
  await page.getByRole('button', { name: 'Create Category' }).click()
  await shown(page, 'Create Failed', 'Failed to create category')
})

test('visitors', async ({ page, baseURL }) => {
  // The words stand for half a second only, so the page itself notes what it shows.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const toast = document.querySelector('[role=region][aria-label*=F8] li')?.textContent
      if (toast) sessionStorage.setItem('toast', toast)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  for (const [path, words] of [
    ['/profile', 'You are logged out. Logging in again...'],
    ['/inbox', 'Please log in to view messages.'],
  ] as const) {
    await page.goto(baseURL + path)
    await page.waitForURL('**/api/login**')
    expect(await page.evaluate(() => sessionStorage.getItem('toast'))).toBe(`Unauthorized${words}`)
  }
})
