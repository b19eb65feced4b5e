import { type Page, expect } from '@playwright/test'
import { test } from './support/demo.ts'
import { expectGoodLooks, openPage, reloadPage, signUp, signUpOnScreen, toast } from './support/steps.ts'

const PHONE = { width: 390, height: 844 }
const cards = (page: Page) => page.locator('#items').getByRole('article')
const chips = (page: Page) => page.getByRole('list', { name: 'Filters' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Find things' })

async function onPhone(visit: (path: string, neighbour?: string) => Promise<Page>, path: string, neighbour?: string) {
  const page = await visit('/no/such/page', neighbour)
  await page.setViewportSize(PHONE)
  await openPage(page, path)
  return page
}

async function openSheet(page: Page) {
  await page.getByRole('button', { name: 'Search items' }).click()
  await expect(sheet(page)).toBeVisible()
  return sheet(page)
}

/** Distances on the cards, in miles. */
async function distances(page: Page): Promise<number[]> {
  const texts = await cards(page).allTextContents()
  return texts.map((text) => Number(/(\d+) mi/.exec(text)?.[1]))
}

for (const neighbour of [undefined, 'June']) {
  test(`on a phone the first things stand on the first screen of ${neighbour ?? 'a visitor'}, side by side`, async ({
    visit,
  }) => {
    const page = await onPhone(visit, '/', neighbour)
    const visible = page.getByRole('article').filter({ visible: true })
    for (const [width, columns] of [
      [390, 2],
      [360, 2],
      [320, 1],
    ] as const) {
      await page.setViewportSize({ ...PHONE, width })
      const [first, second] = await Promise.all([visible.nth(0).boundingBox(), visible.nth(1).boundingBox()])
      expect((first?.y ?? Infinity) + 100, `at ${width}`).toBeLessThan(PHONE.height)
      expect(first?.y === second?.y, `at ${width}`).toBe(columns === 2)
    }
    // Whatever the specification says is there, however far down.
    for (const words of ['Share locally, save globally', 'Share. Save. Sustain.', 'Local items available for tokens']) {
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    }
  })
}

test("a member's introduction is closed on a phone, opens, and stays as it was left", async ({ visit }) => {
  const page = await onPhone(visit, '/', 'June')
  const introduction = page.getByRole('heading', { name: 'Why Our Circular Economy Wins' })
  await expect(introduction).toBeHidden()
  await page.getByRole('button', { name: 'Show the introduction' }).click()
  await expect(introduction).toBeVisible()
  await reloadPage(page)
  await expect(introduction).toBeVisible()
  await page.getByRole('button', { name: 'Hide the introduction' }).first().click()
  await page.setViewportSize({ width: 1280, height: 720 })
  await reloadPage(page)
  await expect(introduction).toBeHidden()
})

test('the sheet sets all filters at once; each is a chip to take away, and Back brings it again', async ({ visit }) => {
  const page = await onPhone(visit, '/')
  const form = await openSheet(page)
  await form.getByRole('radio', { name: '12-18 months' }).check()
  await form.getByRole('radio', { name: '3', exact: true }).check()
  await form.getByRole('radio', { name: 'Cheapest' }).check()
  const show = form.getByRole('button', { name: /^Show \d+ items$/ })
  await expect(show).not.toHaveText(/^Show 4\d /)
  await expectGoodLooks(page)
  await page.setViewportSize(PHONE)
  const count = Number(/\d+/.exec((await show.textContent()) ?? '')?.[0])
  await show.click()
  await expect(page).toHaveURL('/?size=12-18mo&maxPrice=3&sort=cheapest')
  await expect(cards(page)).toHaveCount(count)
  const prices: number[] = []
  for (const text of await cards(page).allTextContents()) {
    expect(text).toContain('12-18 months')
    expect(text).toContain('+ $3.50')
    prices.push(Number(/([\d.]+) tokens?/.exec(text)?.[1]))
  }
  expect(prices).toEqual(prices.toSorted((one, other) => one - other))
  expect(Math.max(...prices)).toBeLessThanOrEqual(3)

  await chips(page).getByRole('link', { name: '12-18 months' }).click()
  await expect(page).toHaveURL('/?maxPrice=3&sort=cheapest')
  await expect.poll(() => cards(page).count()).toBeGreaterThan(count)
  await page.goBack()
  await expect(chips(page).getByRole('link', { name: '12-18 months' })).toBeVisible()
  await expect(cards(page)).toHaveCount(count)
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Newest')
  await expect(page).toHaveURL('/?size=12-18mo&maxPrice=3')
  await chips(page).getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/')
  await expect(chips(page)).toHaveCount(0)
})

test('a size among the words is a chip of its own; taken off, the other words are left', async ({ visit }) => {
  const page = await visit(`/?${String(new URLSearchParams({ search: 'dress 18 months' }))}`)
  await expect(chips(page).getByRole('listitem')).toHaveText(['“dress”, remove', '12-18 months, remove', 'Clear all'])
  await expect(cards(page)).not.toHaveCount(0)
  for (const text of await cards(page).allTextContents()) expect(text).toContain('12-18 months')
  await chips(page).getByRole('link', { name: '12-18 months' }).press('Enter')
  await expect(chips(page).getByRole('listitem')).toHaveText(['“dress”, remove'])
  // The focus stays among the chips, though the one that had it is gone.
  await expect(chips(page).getByRole('link', { name: '“dress”' })).toBeFocused()
  await expect(cards(page)).not.toHaveCount(0)
  await page.goBack()
  await expect(chips(page).getByRole('listitem')).toHaveText(['“dress”, remove', '12-18 months, remove', 'Clear all'])
  await chips(page).getByRole('link', { name: '“dress”' }).click()
  await expect(page).toHaveURL('/?size=12-18mo')
  await expect(cards(page)).not.toHaveCount(0)
})

test('a size is one of baby clothes: the one takes the place of the other', async ({ visit }) => {
  const page = await visit('/?category=toys')
  await page.getByRole('navigation', { name: 'Sizes' }).getByRole('link', { name: '2T-3T' }).click()
  await expect(page).toHaveURL('/?category=baby-clothes&size=2T-3T')
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Toys' }).click()
  await expect(page).toHaveURL('/?category=toys')
})

test("from the account's place things have a distance; it is known again until it is taken away", async ({ visit }) => {
  const page = await onPhone(visit, '/', 'Maya')
  const form = await openSheet(page)
  await expect(form.getByRole('radio', { name: 'Nearest' })).toHaveCount(0)
  await form.getByRole('button', { name: 'Portland' }).click()
  await form.getByRole('radio', { name: 'Everywhere' }).check()
  await form.getByRole('radio', { name: 'Nearest' }).check()
  await form.getByRole('button', { name: /^Show/ }).click()
  await expect(page).toHaveURL(/\?near=45\.\d\d%2C-122\.\d\d&place=Portland&sort=nearest$/)
  await expect(cards(page).first()).toContainText(/about 1 mi|\d mi/)
  const shown = await distances(page)
  expect(shown).toEqual(shown.toSorted((one, other) => one - other))

  await openPage(page, '/?search=o')
  await expect(page).toHaveURL(/\?search=o&near=45\.\d\d%2C-122\.\d\d&place=Portland$/)
  await chips(page).getByRole('link', { name: 'near Portland' }).click()
  await expect(page).toHaveURL('/?search=o')
  await openPage(page, '/?search=a')
  await expect(page.getByRole('button', { name: 'Search items' })).toHaveText('a')
  await expect(page).toHaveURL('/?search=a')
})

test("the browser's place leaves it rounded to 1 km", async ({ visit }) => {
  const page = await onPhone(visit, '/')
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 45.523451, longitude: -122.676207 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))
  const form = await openSheet(page)
  await form.getByRole('button', { name: 'Use my location' }).click()
  await form.getByRole('radio', { name: '5 mi', exact: true }).check()
  await form.getByRole('button', { name: /^Show/ }).click()
  await expect(page).toHaveURL('/?near=45.52%2C-122.68&within=8')
  await expect(page.getByRole('button', { name: 'Search items' })).toHaveText('near you · 5 mi')
  await expect.poll(async () => Math.max(...(await distances(page)))).toBeLessThanOrEqual(5)
  expect(asked.filter((url) => url.includes('near=')).length).toBeGreaterThan(0)
  for (const url of asked) expect(url).not.toMatch(/\.(5234|6762)/)
})

test('a typed place is looked up; one that nobody knows is said', async ({ visit }) => {
  const page = await onPhone(visit, '/')
  await page.route('**/api/places?*', (route) =>
    route.request().url().includes('97205')
      ? route.fulfill({ json: { near: '45.52,-122.70' } })
      : route.fulfill({ status: 404, json: { code: 'PLACE_NOT_FOUND', error: "We don't know that place." } }),
  )
  const form = await openSheet(page)
  await form.getByLabel('Near').fill('Atlantis')
  await form.getByLabel('Near').press('Enter')
  await expect(form.getByText("We don't know that place.")).toBeVisible()
  await form.getByLabel('Near').fill('97205')
  await form.getByRole('button', { name: 'Find' }).click()
  await expect(form.getByText('Near 97205')).toBeVisible()
  await expectGoodLooks(page, [320, 390])
  await form.getByRole('button', { name: /^Show/ }).click()
  await expect(page).toHaveURL('/?near=45.52%2C-122.70&place=97205&within=5')
})

test('a typo is corrected, which is said, and what was typed can be searched instead', async ({ visit }) => {
  const page = await onPhone(visit, '/?search=casle')
  const said = page.getByText('Showing “castle”.')
  await expect(said).toBeVisible()
  await expect(
    cards(page)
      .getByText(/castle/i)
      .first(),
  ).toBeVisible()
  await expectGoodLooks(page)
  await page.getByRole('link', { name: 'Search instead for “casle”' }).click()
  await expect(page).toHaveURL(/exact=true/)
  await expect(said).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'No items found' })).toBeVisible()
})

test('on a phone: search with a typo, filter, save; another posts it, the notice arrives live, opens, and it is bought', async ({
  visit,
  newMember,
  postItem,
}) => {
  const page = await onPhone(visit, '/')
  const form = await openSheet(page)
  await form.getByLabel('Search items').fill('casle')
  await form.getByLabel('Category').selectOption('toys')
  await form.getByRole('radio', { name: '5', exact: true }).check()
  await form.getByRole('button', { name: /^Show/ }).click()
  await expect(page.getByText('Showing “castle”.')).toBeVisible()

  // A visitor signs in first, and finds the search as it was left.
  await page.getByRole('link', { name: 'Save this search' }).click()
  await signUpOnScreen(page, 'Tilda')
  const dialog = page.getByRole('dialog', { name: 'Tell me when one appears' })
  await expect(dialog).toContainText('castle · Toys · up to 5 tokens')
  await expectGoodLooks(page)
  await page.setViewportSize(PHONE)
  await dialog.getByLabel('Let neighbours who post something like this know').check()
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByRole('button', { name: 'Saved: change this search' })).toBeFocused()
  await expect(page).toHaveURL('/?search=castle&category=toys&maxPrice=5')
  await toast(page).getByRole('button', { name: 'Your searches' }).click()
  await expect(page.getByRole('link', { name: 'castle · Toys · up to 5 tokens' })).toBeVisible()
  await expectGoodLooks(page)
  await page.setViewportSize(PHONE)

  const seller = await newMember('Sven')
  const item = await postItem(seller, { title: 'Wooden castle', category: 'toys' })
  await page.getByRole('link', { name: 'Notifications, 1 new' }).click()
  await expect(page.getByText(/^"Wooden castle"/)).toBeVisible()
  await openPage(seller, item)
  await expect(seller.getByText('Someone in the neighbourhood is looking for this.')).toBeVisible()

  await page.getByRole('link', { name: 'See it' }).click()
  await expect(page).toHaveURL(item)
  await page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Purchase Item' }).click()
  const purchase = page.getByRole('dialog')
  await purchase.getByRole('button', { name: 'Proceed to Payment' }).click()
  await purchase.getByLabel('Card number').fill('4242 4242 4242 4242')
  await purchase.getByRole('button', { name: 'Pay $3.50' }).click()
  await purchase.getByRole('button', { name: 'Go to your inbox' }).click()
  await expect(page).toHaveURL(/\/inbox\?conversation=/)
})

test('a search that finds nothing offers first of all to tell; a saved one is changed, removed and brought back', async ({
  visit,
}) => {
  const page = await onPhone(visit, '/?search=quetzal', 'June')
  await expect(page.getByRole('main').getByRole('button', { name: 'Tell me when one appears' })).toBeVisible()
  await page.getByRole('button', { name: 'Tell me when one appears' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Once a week' }).check()
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await page.getByRole('button', { name: 'Saved: change this search' }).click()
  await expect(dialog.getByRole('radio', { name: 'Once a week' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Not at all' }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toHaveCount(0)
  await openPage(page, '/searches')
  const entry = page.getByRole('listitem').filter({ hasText: 'quetzal' })
  await expect(entry).toContainText('Not at all')
  await entry.getByRole('button', { name: 'Remove: quetzal' }).click()
  await expect(page.getByRole('heading', { name: 'No saved searches yet' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Saved Searches', exact: true })).toBeFocused()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(entry).toContainText('Not at all')
})

test('a heart keeps a thing, at once; what could not be kept is told', async ({
  visit,
  baseURL,
  newPage,
  postItem,
}) => {
  const seller = await visit('/', 'Ben')
  const item = await postItem(seller, { title: 'A kite with a long tail', category: 'toys' })
  const page = await newPage()
  await signUp(page, baseURL, 'Hilda')
  await page.setViewportSize(PHONE)
  await openPage(page, '/?search=kite')
  const heart = page.getByRole('button', { name: 'Favourite: A kite with a long tail' })
  await expect(heart).toHaveAttribute('aria-pressed', 'false')

  await page.route('**/api/items/*/favourite', (route) => route.abort())
  await heart.click()
  await expect(toast(page)).toContainText("That couldn't be saved")
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/api/items/*/favourite')

  const kept = page.waitForResponse((response) => response.request().method() === 'PUT')
  await heart.press('Enter')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await kept
  await openPage(page, '/favourites')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectGoodLooks(page)
  await page.setViewportSize(PHONE)

  await openPage(seller, item)
  await expect(seller.getByText('saved by 1 neighbour')).toBeVisible()
  await expect(seller.getByRole('button', { name: 'Favourite', exact: true })).toHaveCount(0)

  await page.getByRole('link', { name: 'A kite with a long tail' }).click()
  const favourite = page.getByRole('button', { name: 'Favourite', exact: true })
  await expect(favourite).toHaveAttribute('aria-pressed', 'true')
  const gone = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await favourite.click()
  await gone
  await openPage(page, '/favourites')
  await expect(page.getByRole('heading', { name: 'No favourites yet' })).toBeVisible()
  await expectGoodLooks(page)
  expect(
    (await seller.request.delete(item.replace('/item', '/api/items'), { headers: { origin: baseURL } })).ok(),
  ).toBe(true)
})
