import { type Page, expect } from '@playwright/test'
import { test } from './support/demo.ts'
import { expectAccessible, openPage, scroll, scrolledTo } from './support/steps.ts'
import { ordinaryTime } from '../../src/testing/time/test-clock.ts'

const cards = (page: Page) => page.locator('#items').getByRole('article')
const searchBox = (page: Page) => page.getByRole('main').getByRole('searchbox', { name: 'Search items' })

test('filters combine in the address bar and survive back and forward', async ({ visit }) => {
  const page = await visit('/')
  const all = await page.locator('#items-heading').textContent()
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Toys' }).click()
  await expect(page.locator('#items-heading')).not.toHaveText(all ?? '')
  await searchBox(page).fill('O')
  await page.getByRole('searchbox', { name: 'City' }).fill('PORT')
  await expect(page).toHaveURL('/?search=O&city=PORT&category=toys')
  await expect(async () => {
    for (const card of await cards(page).all()) await expect(card).toContainText('Toys · Portland', { timeout: 100 })
    for (const title of await cards(page).getByRole('heading').allTextContents()) expect(title).toMatch(/o/i)
  }).toPass()
  const found = await cards(page).count()

  await cards(page).last().getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Back to listings' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/?search=O&city=PORT&category=toys')
  await expect(searchBox(page)).toHaveValue('O')
  await page.goBack()
  await expect(page).toHaveURL('/')
  // Others buy and post meanwhile: how many there are is not always the same.
  await expect(cards(page)).toHaveCount(24)
  await expect(searchBox(page)).toHaveValue('')
  await page.goForward()
  await expect(page).toHaveURL('/?search=O&city=PORT&category=toys')
  // The address comes first, and the page after it.
  await expect(searchBox(page)).toHaveValue('O')
  await expect(page.getByRole('searchbox', { name: 'City' })).toHaveValue('PORT')
  await searchBox(page).fill('')
  await page.getByRole('searchbox', { name: 'City' }).fill('')
  await expect(page).toHaveURL('/?category=toys')
  await expect.poll(() => cards(page).count()).toBeGreaterThan(found)
  for (const card of await cards(page).all()) await expect(card).toContainText('Toys')
})

test('more follows twice by itself, then by a button; back returns to the item', async ({ visit }) => {
  const page = await visit('/')
  // Small pages, so that the demo has enough of them.
  await page.route('**/api/items?*cursor=*', (route) =>
    route.continue({ url: route.request().url().replace('limit=24', 'limit=4') }),
  )
  const more = page.getByRole('button', { name: 'Load more' })
  await expect(cards(page)).toHaveCount(24)
  await more.scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(32)
  await more.scrollIntoViewIfNeeded()
  await expect(more).toBeEnabled()
  await expect(cards(page)).toHaveCount(32)
  await more.press('Enter')
  await expect(cards(page)).toHaveCount(36)
  await expect(cards(page).nth(32).getByRole('link')).toBeFocused()

  const chosen = cards(page).nth(33)
  await chosen.scrollIntoViewIfNeeded()
  const before = await chosen.boundingBox()
  await chosen.getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Back to listings' })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(36)
  await expect(async () => {
    const after = await chosen.boundingBox()
    // A card under the pointer is lifted.
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(4)
  }).toPass()
})

test('Back returns to the card that was in sight, though all above it has another height by then', async ({
  visit,
}) => {
  const page = await visit('/', 'Maya')
  await page.setViewportSize({ width: 390, height: 844 })
  await scroll(page, 3000)
  const links = cards(page).getByRole('link')
  const first = await links.evaluateAll((all) => all.findIndex((link) => link.getBoundingClientRect().top >= 0))
  const place = async () => (await links.nth(first).boundingBox())?.y ?? 0
  const before = await place()
  await links.nth(first + 2).click()
  await expect(page.getByRole('link', { name: 'Back to listings' })).toBeVisible()
  // The phone is turned: three cards stand side by side, where there were two.
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goBack()
  await expect(async () => expect(Math.abs((await place()) - before)).toBeLessThan(4)).toPass()
})

for (const size of [
  { width: 390, height: 500 },
  { width: 1440, height: 900 },
])
  test(`at ${size.width} px a filter chosen deep in a list shows the new list from its top, and so does Forward`, async ({
    visit,
  }) => {
    const page = await visit('/', 'Maya')
    await page.setViewportSize(size)
    const chips = page.getByRole('navigation', { name: 'Categories' })
    const isAtTop = () =>
      expect
        .poll(async () => {
          const list = await page.locator('#items').boundingBox()
          const bar = await chips.boundingBox()
          return list && bar && Math.round(list.y - bar.y - bar.height)
        })
        .toBeGreaterThanOrEqual(0)
    await scroll(page, 2500)
    await chips.getByRole('link', { name: 'Toys' }).click()
    await expect(chips.locator('[aria-current]')).toHaveText(/^Toys/)
    await isAtTop()
    const top = await scrolledTo(page)
    expect(top).toBeGreaterThan(0)
    await page.goBack()
    await expect.poll(() => scrolledTo(page)).toBeGreaterThan(2400)
    await page.goForward()
    await isAtTop()
    await expect.poll(async () => Math.abs((await scrolledTo(page)) - top)).toBeLessThan(40)
  })

test('what does not come is told, with a way to ask again', async ({ visit }) => {
  const page = await visit('/')
  const heading = page.locator('#items-heading')
  const before = await heading.textContent()
  let asked = 0
  const fail = (pattern: string) =>
    page.route(pattern, (route) => {
      asked += 1
      return route.abort()
    })
  await fail('**/api/items?*cursor=*')
  await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('alert')).toHaveText('The next items could not be loaded. Please check your connection.')
  await expect(cards(page)).toHaveCount(24)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  // Nothing asks again by itself.
  await expect.poll(() => asked).toBe(2)
  await page.unroute('**/api/items?*cursor=*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect.poll(() => cards(page).count()).toBeGreaterThan(24)

  await fail('**/api/items?*search=*')
  await searchBox(page).fill('castle')
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText('The items could not be loaded')
  await expect(cards(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute('**/api/items?*search=*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveCount(0)
  await expect(heading).not.toHaveText(before ?? '')
  for (const title of await cards(page).getByRole('heading').allTextContents()) expect(title).toMatch(/castle/i)
})

test('while a search is on its way, the former items are shown as such', async ({ visit }) => {
  const page = await visit('/')
  const grid = page.getByRole('region', { name: /available/ }).getByRole('list')
  const answer = Promise.withResolvers<null>()
  await page.route('**/api/items?*search=*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await expect(grid).not.toHaveAttribute('aria-busy')
  await searchBox(page).fill('castle')
  await expect(grid).toHaveAttribute('aria-busy', 'true')
  answer.resolve(null)
  await expect(grid).not.toHaveAttribute('aria-busy')
  await expect(cards(page).first()).toContainText(/castle/i)
})

test('nonsense in the address bar is a page like any other', async ({ visit }) => {
  const page = await visit('/')
  const all = (await page.locator('#items-heading').textContent()) ?? ''
  const isEverything = () => expect(page.locator('#items-heading')).toHaveText(all)
  for (const path of ['/?category=', '/?category=%F0%9F%98%80', '/?cursor=x', '/?search=%00', '/?limit=0&status=x']) {
    await openPage(page, path)
    await isEverything()
  }
  for (const path of [`/?search=${'castle'.repeat(50)}`, '/?city=%25%3F%23%26%2B']) {
    await openPage(page, path)
    await expect(page.locator('#items').getByRole('heading', { name: 'No items found' })).toBeVisible()
  }
  await openPage(page, '/?category=no-longer-there')
  const chips = page.getByRole('navigation', { name: 'Categories' })
  await expect(chips.locator('[aria-current]')).toHaveText('No Longer There')
  await page.getByRole('link', { name: 'Show all items' }).click()
  await isEverything()
  await expect(chips.locator('[aria-current]')).toHaveText('All')
  await searchBox(page).fill('castle'.repeat(50))
  await expect(searchBox(page)).toHaveValue('castle'.repeat(50).slice(0, 100))
  await expect(page.getByRole('heading', { name: 'No items found' })).toBeVisible()
})

test('what a search finds is read out by an element that stays', async ({ visit }) => {
  const page = await visit('/')
  const status = page.locator('main p[role=status]')
  await status.evaluate((element) => element.setAttribute('data-known', ''))
  const isSaid = async (words: string) => {
    await expect(status).toHaveText(words)
    await expect(status).toHaveAttribute('data-known')
  }
  const all = (await page.locator('#items-heading').textContent()) ?? ''
  await isSaid(all)
  await searchBox(page).fill('castle')
  await isSaid('1 item available')
  await searchBox(page).fill('no such thing')
  await isSaid('No items found')
  await searchBox(page).fill('')
  await isSaid(all)
})

test('a late answer to an earlier word changes nothing', async ({ visit }) => {
  const page = await visit('/')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const late = page.waitForResponse((response) => /search=a(&|$)/.test(response.url()))
  await page.route(/search=a(&|$)/, async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(/search=a(&|$)/)
  await searchBox(page).fill('a')
  await asked
  await searchBox(page).fill('castle')
  await expect(page).toHaveURL('/?search=castle')
  await expect(cards(page).first()).toContainText(/castle/i)
  release()
  await late
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  for (const title of await cards(page).getByRole('heading').allTextContents()) expect(title).toMatch(/castle/i)
  await expect(searchBox(page)).toHaveValue('castle')
})

test('a word is asked for once, when it has been typed', async ({ visit }) => {
  const page = await visit('/no/such/page')
  await page.clock.install({ time: ordinaryTime() })
  await openPage(page, '/')
  await page.clock.pauseAt(ordinaryTime().getTime() + 10_000)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/items?')) asked.push(request.url())
  })
  await searchBox(page).pressSequentially('castle')
  await page.clock.runFor(240)
  expect(asked).toEqual([])
  await page.clock.runFor(20)
  await expect(page).toHaveURL('/?search=castle')
  await expect(cards(page)).toHaveCount(1)
  expect(asked).toEqual([expect.stringContaining('search=castle')])
})

test('without scripts one can search, browse and read', async ({ newPage }) => {
  const page = await newPage({ javaScriptEnabled: false })
  await page.goto('/')
  await expect(cards(page)).toHaveCount(24)
  const first = await cards(page).getByRole('heading').allTextContents()
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/cursor=/)
  await page.waitForLoadState('domcontentloaded')
  const second = await cards(page).getByRole('heading').allTextContents()
  await expect(page.locator('#items-heading')).toHaveText(`${first.length + second.length} items available`)
  expect(new Set([...first, ...second]).size).toBe(first.length + second.length)
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0)
  await searchBox(page).fill('castle')
  await searchBox(page).press('Enter')
  await expect(page).toHaveURL('/?search=castle&city=')
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Toys' }).click()
  await cards(page).getByRole('link', { name: 'Play castle' }).click()
  await expect(page.getByRole('heading', { name: 'Play castle', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log In to Purchase' }).first()).toBeVisible()

  // A part that needs scripts says so where it stands. Read in the source: a page that is only told to run none ignores
  // noscript.
  const sourceOf = async (path: string) => (await page.request.get(path)).text()
  expect(await sourceOf(page.url())).toMatch(/<noscript><p[^>]*>Gathering things for one pickup needs JavaScript\./)
  expect(await sourceOf('/')).toMatch(/<noscript><a href="\/post"/)
  expect(await sourceOf('/post')).toMatch(/<noscript><p[^>]*>Posting needs JavaScript\./)
  expect(await sourceOf('/inbox')).toMatch(/<noscript><p[^>]*>This page needs JavaScript\./)
  expect(await sourceOf('/api/login')).toMatch(/<noscript><p[^>]*>Logging in needs JavaScript\./)
})

test('back and forward restore the filters and the place in the grid, also of a search', async ({ visit }) => {
  const page = await visit('/')
  await page.setViewportSize({ width: 390, height: 844 })
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await categories.getByRole('link', { name: 'Toys' }).click()
  await expect(categories.locator('[aria-current]')).toHaveText(/^Toys/)
  const row = page.getByRole('button', { name: 'Search items' })
  await row.click()
  await page.getByRole('dialog').getByRole('searchbox').fill('o')
  await page.getByRole('dialog').getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL('/?search=o&category=toys')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(async () => {
    for (const title of await cards(page).getByRole('heading').allTextContents()) expect(title).toMatch(/o/i)
  }).toPass()
  await expect(cards(page).first()).toContainText('Toys')
  const chosen = cards(page).nth(4)
  const title = await chosen.getByRole('heading').textContent()
  await chosen.scrollIntoViewIfNeeded()
  const before = await chosen.boundingBox()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
  await chosen.getByRole('link').click()
  await expect(page.getByRole('heading', { name: title ?? '', level: 1 })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  const isAsBefore = async () => {
    await expect(page).toHaveURL('/?search=o&category=toys')
    await expect(row).toHaveText('o · Toys')
    await expect(async () => {
      const after = await chosen.boundingBox()
      expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(40)
    }).toPass()
  }
  await page.goBack()
  await isAsBefore()
  await page.goForward()
  await expect(page.getByRole('heading', { name: title ?? '', level: 1 })).toBeVisible()
  await page.goBack()
  await isAsBefore()
})

test('new items announce themselves; the grid moves only when asked', async ({ visit, postItem, baseURL }) => {
  const page = await visit('/no/such/page')
  await page.clock.install({ time: ordinaryTime() })
  await openPage(page, '/')
  const titles = () => cards(page).getByRole('heading').allTextContents()
  const before = await titles()
  const pill = page.getByRole('button', { name: '1 new item' })

  const seller = await visit('/', 'Ben')
  const item = await postItem(seller, { title: 'A lamp just posted', category: 'other' })
  await page.evaluate(() => document.getElementById('items')?.scrollIntoView())
  await page.clock.fastForward('01:05')
  await expect(pill).toBeVisible()
  expect(await titles()).toEqual(before)
  await expectAccessible(page)
  await pill.click()
  await expect(cards(page).first()).toContainText('A lamp just posted')
  await expect(cards(page).first()).toBeInViewport()
  await expect(pill).toHaveCount(0)
  expect(
    (await seller.request.delete(item.replace('/item', '/api/items'), { headers: { origin: baseURL } })).ok(),
  ).toBe(true)
})
