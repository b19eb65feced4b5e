import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { buildPhoto } from '../../src/testing/market/builders.ts'
import { expect, testOnOwnMarket } from './support/fixtures.ts'
import { expectAccessible, openPage, phonePhoto, reloadPage } from './support/steps.ts'

/**
 * Section 8 of the specification, sentence by sentence. Each walk below notes what it has seen on the screen, and the last
 * test compares: a row that nothing has shown fails. The AI's own rows are walked where there is an AI: `elsewhere`.
 */
const CATALOGUE: { situation: string; words: string[]; elsewhere?: string }[] = [
  { situation: 'Post failure', words: ['Error', 'Failed to post item. Please try again.'] },
  { situation: 'Too many photos', words: ['You can upload a maximum of 5 photos.'] },
  { situation: 'Too many photos, batch', words: ['You can upload a maximum of 10 photos.'] },
  {
    situation: 'Batch too large',
    words: ['Total file size (91 MB) exceeds 90MB limit. Please select fewer or smaller photos.'],
  },
  { situation: 'Upload while logged out', words: ['Login Required', 'Please log in to upload photos.'] },
  { situation: 'Upload non-OK', words: ['Upload failed: 500'] },
  { situation: 'AI without photos', words: ['No photos', 'Please upload at least one photo first'] },
  {
    situation: 'AI failure (single)',
    words: ['Analysis failed', 'Failed to analyze photos. Please fill in details manually.'],
  },
  {
    situation: 'AI failure (batch)',
    words: ['Failed to analyze photos. Please try again.'],
    elsewhere: 'batch.spec.ts',
  },
  {
    situation: 'Partial batch',
    words: ['2 of 3 item(s) analyzed by AI. 1 item(s) need manual entry.', 'Manual entry required'],
    elsewhere: 'batch.spec.ts',
  },
  { situation: 'Reanalysis', words: ['Reanalysis failed'], elsewhere: 'batch.spec.ts' },
  {
    situation: 'Batch submit',
    words: ['Some items failed to post. Please try again.'],
    elsewhere: 'batch.spec.ts',
  },
  { situation: 'Claim failure', words: ['Failed to update item status.', 'This item is no longer available'] },
  { situation: 'Message failure', words: ['Failed to send message'] },
  { situation: 'Purchase failure', words: ['Purchase failed'] },
  {
    situation: 'Delivery quote',
    words: ['Unable to get delivery quote. Try messaging the seller instead.'],
  },
  {
    situation: 'Payment',
    words: ['Your card was declined.', 'Payment failed', 'An unexpected error occurred'],
  },
  { situation: 'Save defaults', words: ['Error', 'Failed to save your information'] },
  { situation: "Children's ages", words: ['Error', 'Failed to update children ages'] },
  { situation: 'Confirm delivery', words: ['Failed to confirm delivery'] },
  { situation: 'Admin setup', words: ['Setup Failed', 'Failed to setup admin'] },
  { situation: 'Admin update', words: ['Update Failed', 'Failed to update price'] },
  { situation: 'Admin seed', words: ['Seed Failed', 'Failed to seed categories'] },
  { situation: 'Admin create', words: ['Create Failed', 'Failed to create category'] },
  { situation: 'Admin delete', words: ['Delete Failed', 'Failed to delete category'] },
  { situation: 'Unauthorized, profile', words: ['Unauthorized', 'You are logged out. Logging in again...'] },
  { situation: 'Unauthorized, inbox', words: ['Unauthorized', 'Please log in to view messages.'] },
  {
    situation: 'Pickup details failure',
    words: ['Pickup details will be available after payment is confirmed'],
  },
  { situation: 'Insufficient tokens', words: ['Insufficient tokens'] },
  { situation: 'Posted', words: ['Your item has been posted successfully.'] },
  { situation: 'Sent', words: ['Message sent!'] },
  {
    situation: 'Bought',
    words: ['Purchase successful!', 'Check your inbox for coordination details.'],
  },
  { situation: 'Claimed', words: ['Item marked as claimed!'] },
  { situation: 'Saved', words: ['Settings saved!', 'Your account information has been updated.'] },
  { situation: 'Ages saved', words: ['Updated!', "Children's age ranges have been updated."] },
  {
    situation: 'Delivered',
    words: ['Delivery confirmed!', 'Tokens have been released to the seller.'],
  },
  { situation: 'Admin', words: ['Success!', 'You are now the admin. Page will reload.'] },
  { situation: 'Prices', words: ['Updated!', 'Category prices have been updated.'] },
  { situation: 'Category created', words: ['Success!', 'Category created successfully'] },
  { situation: 'Category deleted', words: ['Success!', 'Category deleted successfully'] },
]

const test = testOnOwnMarket()
// One after the other, and again from the first after a failure: the last test knows what all of them have seen.
test.describe.configure({ mode: 'serial' })

const seen = new Set<string>()
/** These sentences stand on the screen, in one notification if there are several. */
const shown = async (page: Page, ...words: string[]) => {
  const place = words.length > 1 ? notice(page, ...words) : page.getByText(words[0] ?? '', { exact: true })
  await expect(place.first()).toBeVisible()
  for (const text of words) seen.add(text)
}
const notice = (page: Page, ...words: string[]) => {
  const exactly = new RegExp(`^${words.map((text) => RegExp.escape(text)).join('')}(Undo)?$`)
  return page.getByRole('region', { name: /F8/ }).getByRole('listitem').filter({ hasText: exactly })
}
/** Whether a notification says this right now. Runs in the page. */
const isToldOf = (words: string[]) =>
  [...document.querySelectorAll('[role=region][aria-label*=F8] li')].some(({ textContent }) =>
    textContent.startsWith(words.join('')),
  )
/** Calls to `path` get no answer. */
const cut = (page: Page, path: string, method = 'POST') =>
  page.route(path, (route) => (route.request().method() === method ? route.abort() : route.fallback()))

test('posting', async ({ newMember }) => {
  const page = await newMember('Pia')
  const buffer = await buildPhoto({ width: 64, height: 48 })
  const photos = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${index}.jpg`, mimeType: 'image/jpeg', buffer }))
  await openPage(page, '/post')
  const input = page.getByLabel(/Add photos/)
  const analyze = page.getByRole('button', { name: 'Analyze with AI' })
  for (const [status, words] of [
    [401, ['Login Required', 'Please log in to upload photos.']],
    [500, ['Upload failed: 500']],
  ] as const) {
    await page.route('**/api/upload', (route) => route.fulfill({ status, json: {} }))
    await input.setInputFiles(photos(1))
    await shown(page, ...words)
    await page.unroute('**/api/upload')
    await page.getByRole('button', { name: 'Remove photo 1' }).click()
  }
  // The button is switched off as long as there is no photo. A press that was on its way when the last one went: its handler
  // is called as React would.
  await analyze.evaluate((button) => {
    const props = Object.entries(button).find(([key]) => key.startsWith('__reactProps$'))?.[1] as {
      onClick: () => void
    }
    props.onClick()
  })
  await expect(analyze).toBeDisabled()
  await shown(page, 'No photos', 'Please upload at least one photo first')
  await page.route('**/api/upload', (route) =>
    route.fulfill({ status: 201, json: { urls: [`/photos/${crypto.randomUUID()}.webp`] } }),
  )
  await input.setInputFiles(photos(6))
  await shown(page, 'You can upload a maximum of 5 photos.')
  await cut(page, '**/api/ai/analyze-photos')
  await analyze.click()
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
  await shown(page, 'Error', 'Failed to post item. Please try again.')
  await page.unroute('**/api/items')
  await page.route('**/api/items', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 201,
          json: { id: crypto.randomUUID(), title: 'Spoon', photos: [], tokenPrice: '3.00' },
        })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Post Item' }).last().click()
  await shown(page, 'Your item has been posted successfully.')

  await openPage(page, '/batch-upload')
  await page.route('**/api/upload-batch', (route) =>
    route.fulfill({ status: 201, json: { urls: [`/photos/${crypto.randomUUID()}.webp`] } }),
  )
  await page.getByLabel(/Add photos/).evaluate((element: HTMLInputElement) => {
    const chosen = new DataTransfer()
    const large = new File(['x'], 'large.jpg', { type: 'image/jpeg' })
    Object.defineProperty(large, 'size', { value: 91 * 1024 * 1024 })
    chosen.items.add(large)
    Object.defineProperty(element, 'files', { value: [large] })
    element.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await shown(page, 'Total file size (91 MB) exceeds 90MB limit. Please select fewer or smaller photos.')
  await reloadPage(page)
  await page.getByLabel(/Add photos/).setInputFiles(photos(11))
  await shown(page, 'You can upload a maximum of 10 photos.')
  await page.getByLabel(/Add photos/).setInputFiles(photos(1))
  for (const [status, json] of [
    [500, { code: 'INTERNAL', error: 'Internal Server Error', message: 'Internal Server Error' }],
    [503, { code: 'UNAVAILABLE', error: 'The market is away', message: 'The market is away' }],
  ] as const) {
    await page.route('**/api/ai/analyze-batch', (route) => route.fulfill({ status, json }))
    await page.getByRole('button', { name: 'Analyze with AI' }).click()
    await shown(page, 'Analysis failed', 'Failed to analyze photos. Please try again.')
    await expect(page.getByText(json.message)).toHaveCount(0)
    await page.unroute('**/api/ai/analyze-batch')
    await reloadPage(page)
  }
})

test('an item: asking, buying, claiming', async ({ postItem, newMember, baseURL }) => {
  const seller = await newMember('Sina')
  const item = await postItem(seller, { title: 'Paper kite' })
  const buyer = await newMember('Bela')
  await openPage(buyer, item)
  await cut(buyer, '**/messages')
  await buyer.getByRole('button', { name: 'Ask Question' }).first().click()
  const dialog = buyer.getByRole('dialog')
  await dialog.getByLabel('Message').fill('Does it fly?')
  await dialog.getByRole('button', { name: 'Send Message' }).click()
  await shown(buyer, 'Failed to send message')
  await buyer.unroute('**/messages')
  await dialog.getByRole('button', { name: 'Send Message' }).click()
  await shown(buyer, 'Message sent!')
  await buyer.waitForURL('**/inbox?*')

  await buyer.route(`**/api/items/${item.split('/').at(-1)}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), tokenPrice: '30.00' } })
  })
  await openPage(buyer, '/')
  await buyer.getByRole('main').getByRole('link', { name: 'Paper kite' }).click()
  await expect(buyer.getByText('Insufficient tokens').first()).toBeVisible()
  seen.add('Insufficient tokens')
  await buyer.unrouteAll()

  await openPage(buyer, item)
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
  await dialog.getByLabel('Card number').fill('4000 0000 0000 0002')
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await shown(buyer, 'Your card was declined.')
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  const silent = { status: 'requires_payment_method', paymentIntentId: 'pi_1' }
  await buyer.route('**/api/sandbox/**', (route) => route.fulfill({ json: silent }))
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await shown(buyer, 'Payment failed')
  await buyer.unrouteAll()
  await cut(buyer, '**/api/sandbox/**')
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await shown(buyer, 'An unexpected error occurred')
  await buyer.unrouteAll()
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await shown(buyer, 'Purchase successful!', 'Check your inbox for coordination details.')
  await dialog.getByRole('button', { name: 'Go to your inbox' }).click()
  await buyer.waitForURL('**/inbox**')

  await buyer.route('**/api/purchases', async (route) => {
    const answer = await route.fetch()
    const purchases = (await answer.json()) as object[]
    await route.fulfill({ response: answer, json: purchases.map((purchase) => ({ ...purchase, pickup: null })) })
  })
  await openPage(buyer, '/purchases')
  await shown(buyer, 'Pickup details will be available after payment is confirmed')
  await cut(buyer, '**/api/purchases/*/confirm')
  await buyer.getByRole('button', { name: 'Confirm Delivery' }).click()
  await dialog.getByRole('button', { name: 'Confirm Delivery' }).click()
  await shown(buyer, 'Failed to confirm delivery')
  // The list may just be read again.
  await buyer.unrouteAll({ behavior: 'ignoreErrors' })
  await dialog.getByRole('button', { name: 'Confirm Delivery' }).click()
  await shown(buyer, 'Delivery confirmed!', 'Tokens have been released to the seller.')

  const second = await postItem(seller, { title: 'Second kite' })
  const claim = async () => {
    await seller.getByRole('button', { name: 'Mark as Claimed' }).first().click()
    await seller.getByRole('dialog').getByRole('button', { name: 'Mark as Claimed' }).click()
  }
  await openPage(seller, second)
  await cut(seller, '**/claim', 'PATCH')
  await claim()
  await shown(seller, 'Error', 'Failed to update item status.')
  await seller.unrouteAll()
  await claim()
  await shown(seller, 'Item marked as claimed!')

  // Given away in another tab meanwhile.
  await openPage(seller, await postItem(seller, { title: 'Third kite' }))
  await expect(seller.getByRole('button', { name: 'Mark as Claimed' }).first()).toBeEnabled()
  const elsewhere = await seller.request.patch(`/api${new URL(seller.url()).pathname.replace('item', 'items')}/claim`, {
    headers: { origin: baseURL },
  })
  expect(elsewhere.status()).toBe(200)
  await claim()
  await shown(seller, 'Error', 'This item is no longer available')
})

test('photos without words go from neighbour to neighbour, with the question and in the answer', async ({
  postItem,
  newMember,
}) => {
  const seller = await newMember('Svea')
  const buyer = await newMember('Bodo')
  const photo = { name: 'tear.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto('#0b5563') }
  const conversation = { name: /Kite with a tear/ }
  const hasArrived = async (page: Page, name: RegExp) => {
    await openPage(page, '/inbox')
    await page.getByRole('link', conversation).first().click()
    const image = page.getByRole('log', { name: 'Messages' }).getByRole('img', { name })
    await expect(image).toBeVisible()
    await expect.poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0)
  }
  await openPage(buyer, await postItem(seller, { title: 'Kite with a tear' }))
  await buyer.getByRole('button', { name: 'Ask Question' }).first().click()
  const dialog = buyer.getByRole('dialog')
  const ask = dialog.getByRole('button', { name: 'Send Message' })
  await expect(ask).toBeDisabled()
  await dialog.getByLabel('Add photos').setInputFiles(photo)
  await expect(ask).toBeEnabled()
  await ask.click()
  await buyer.waitForURL('**/inbox?*')

  await hasArrived(seller, /^Photo 1 of Bodo/)
  await seller.route('**/api/upload', (route) => route.fulfill({ status: 500, json: {} }))
  await seller.getByLabel('Add photos').setInputFiles([photo, photo])
  const again = seller.getByRole('button', { name: 'Not sent: send photo 1 again' })
  await expect(again).toBeVisible()
  const answer = seller.getByRole('button', { name: 'Send', exact: true })
  await expect(answer).toBeDisabled()
  await expectAccessible(seller)
  await seller.unroute('**/api/upload')
  await seller.getByRole('button', { name: 'Remove photo 2' }).click()
  await again.click()
  await expect(answer).toBeEnabled()
  await answer.click()
  const attached = seller.getByRole('button', { name: /^Remove photo/ })
  await expect(attached).toHaveCount(0)
  await hasArrived(buyer, /^Photo 1 of Svea/)
})

test('account settings', async ({ newMember }) => {
  const page = await newMember('Kaja')
  await openPage(page, '/account')
  await cut(page, '**/api/users/me/**', 'PATCH')
  await page.getByLabel('City').fill('Portland')
  await page.getByLabel('Pickup address').fill('12 Alder Street')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await shown(page, 'Error', 'Failed to save your information')
  await page.getByLabel('Age range', { exact: true }).selectOption('newborn')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await shown(page, 'Error', 'Failed to update children ages')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await shown(page, 'Updated!', "Children's age ranges have been updated.")
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await shown(page, 'Settings saved!', 'Your account information has been updated.')
})

test('the admin page', async ({ newMember }) => {
  const page = await newMember('Adan')
  await cut(page, '**/api/admin/setup')
  await openPage(page, '/admin')
  await page.getByRole('button', { name: 'Become Admin' }).click()
  await shown(page, 'Setup Failed', 'Failed to setup admin')
  await page.unrouteAll()
  // A second later the page is loaded anew.
  const words = ['Success!', 'You are now the admin. Page will reload.']
  const told = page.waitForFunction(isToldOf, words)
  await page.getByRole('button', { name: 'Become Admin' }).click()
  await told
  for (const text of words) seen.add(text)
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await openPage(page, '/admin/settings')
  const seed = page.getByRole('button', { name: 'Seed Categories' })
  await cut(page, '**/api/admin/seed-categories')
  await seed.click()
  await shown(page, 'Seed Failed', 'Failed to seed categories')
  await page.unrouteAll()
  await seed.click()
  const toys = page.getByRole('form', { name: 'Toys' })
  await cut(page, '**/api/admin/category-prices/toys', 'PATCH')
  await toys.getByLabel('Tokens').fill('4')
  await toys.getByRole('button', { name: 'Save' }).click()
  await shown(page, 'Update Failed', 'Failed to update price')
  await page.unroute('**/api/admin/category-prices/toys')
  await toys.getByRole('button', { name: 'Save' }).click()
  await shown(page, 'Updated!', 'Category prices have been updated.')
  await cut(page, '**/api/admin/category-prices/toys', 'DELETE')
  page.on('dialog', (dialog) => void dialog.accept())
  await toys.getByRole('button', { name: 'Delete' }).click()
  await shown(page, 'Delete Failed', 'Failed to delete category')
  await page.unroute('**/api/admin/category-prices/toys')
  await toys.getByRole('button', { name: 'Delete' }).click()
  await shown(page, 'Success!', 'Category deleted successfully')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(
    notice(page, 'Undone', "Everything is back as it was, and we haven't told anyone.").first(),
  ).toBeVisible()
  await expect(toys.getByLabel('Tokens')).toHaveValue('4')
  await page.getByLabel('Name', { exact: true }).fill('Garden Tools')
  await page.getByRole('button', { name: 'Create Category' }).click()
  await shown(page, 'Success!', 'Category created successfully')
  await cut(page, '**/api/admin/category-prices')
  await page.getByLabel('Name', { exact: true }).fill('Bikes')
  await page.getByRole('button', { name: 'Create Category' }).click()
  await shown(page, 'Create Failed', 'Failed to create category')
})

test('visitors', async ({ page, baseURL }) => {
  // The words stand for half a second only, so the page itself tells what it shows.
  const told: string[] = []
  await page.exposeFunction('tell', (text: string) => told.push(text))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const toast = document.querySelector('[role=region][aria-label*=F8] li')?.textContent
      if (toast) (window as unknown as { tell: (text: string) => void }).tell(toast)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  for (const [path, words] of [
    ['/profile', 'You are logged out. Logging in again...'],
    ['/inbox', 'Please log in to view messages.'],
  ] as const) {
    // The page gives way only once it has shown them, however slowly they come.
    const shownOnce = Promise.withResolvers<null>()
    await page.route('**/api/login**', async (route) => {
      await shownOnce.promise
      await route.continue()
    })
    const opened = page.goto(baseURL + path)
    await expect.poll(() => told).toContain(`Unauthorized${words}`)
    shownOnce.resolve(null)
    await opened
    await page.waitForURL('**/api/login**')
    await page.unrouteAll()
    for (const text of ['Unauthorized', words]) seen.add(text)
  }
})

test('nothing of the catalogue was left out', async () => {
  const missing: string[] = []
  for (const { situation, words, elsewhere } of CATALOGUE) {
    const source = elsewhere && (await readFile(new URL(elsewhere, import.meta.url), 'utf8'))
    for (const text of words) {
      // There, as here, the words stand in a line that expects to see them.
      const walked = source
        ? source.split('\n').some((line) => line.includes('expect(') && line.includes(text))
        : seen.has(text)
      if (!walked) missing.push(`${situation}: ${text}`)
    }
  }
  expect(missing).toEqual([])
  const catalogued = new Set(CATALOGUE.flatMap(({ words }) => words))
  expect([...seen].filter((text) => !catalogued.has(text))).toEqual([])
})
