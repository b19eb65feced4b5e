import { type Page, expect } from '@playwright/test'
import type { Listing } from '../../src/modules/catalog/contract.ts'
import type { User } from '../../src/modules/identity/contract.ts'
import { test } from './support/demo.ts'
import { expectAccessible, openPage, reloadPage } from './support/steps.ts'

const PHONE = { width: 390, height: 844 }

async function ask<T>(page: Page, path: string): Promise<T> {
  return (await (await page.request.get(path)).json()) as T
}

async function find(page: Page, title: string): Promise<Listing> {
  const [item] = await ask<Listing[]>(page, `/api/items?search=${encodeURIComponent(title)}`)
  if (!item) throw new Error(`nobody has posted ${title}`)
  return item
}

const buyBar = (page: Page) => page.getByRole('region', { name: 'Buy' })
const row = (page: Page, name: string) => page.getByRole('region', { name }).getByRole('article')

test('on a phone price and main action stay within reach', async ({ visit }) => {
  const member = await visit('/', 'Maya')
  const { id } = await find(member, 'Play castle')
  await member.setViewportSize(PHONE)
  await openPage(member, `/item/${id}`)
  const bar = await buyBar(member).boundingBox()
  const tabs = await member.getByRole('navigation', { name: 'Member' }).boundingBox()
  expect(bar && tabs && bar.y + bar.height).toBeLessThanOrEqual((tabs?.y ?? 0) + 1)
  await expect(buyBar(member)).toContainText('3 tokens')
  await buyBar(member).getByRole('button', { name: 'Purchase Item' }).click()
  await expect(member.getByRole('dialog').getByRole('heading', { name: 'Complete Purchase' })).toBeVisible()
  await member.keyboard.press('Escape')
  // It hides nothing of the page for good.
  await expect(async () => {
    // Other things of the seller may still come, and move the end.
    await member.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const last = (await member.getByRole('contentinfo').getByText('Simulated on this site').boundingBox())!
    expect(last.y + last.height).toBeLessThanOrEqual(bar?.y ?? 0)
  }).toPass()
  await member.setViewportSize({ width: 1440, height: 900 })
  await expect(buyBar(member)).toBeHidden()

  const visitor = await visit(`/item/${id}`)
  await visitor.setViewportSize(PHONE)
  await expect(buyBar(visitor).getByRole('link', { name: 'Log In to Purchase' })).toBeVisible()
  const poor = await visit(`/item/${(await find(member, 'Super 8 film projector')).id}`, 'Priya')
  await poor.setViewportSize(PHONE)
  await expect(buyBar(poor).getByRole('link', { name: 'Insufficient tokens' })).toBeVisible()
  await expect(buyBar(poor).getByRole('button')).toHaveCount(0)
  const gap = /You have ([\d.]+). This costs ([\d.]+) including the fee, so you need ([\d.]+) more/
  const [, balance, total, missing] = gap.exec(await poor.getByText(gap).innerText()) ?? []
  expect(missing).toBe((Number(total) - Number(balance)).toFixed(2))
  const owner = await visit(`/item/${id}`, 'Aiko')
  await owner.setViewportSize(PHONE)
  await expect(owner.getByText('Your item')).toBeVisible()
  await expect(buyBar(owner)).toHaveCount(0)
})

test('on a phone the photo goes to the edges, and what decides stands before what warns', async ({ visit }) => {
  // A neighbour with an open order of the same seller's would add to it for less.
  const page = await visit('/', 'Hannah')
  const { id, description, seller } = await ask<Listing>(
    page,
    `/api/items/${(await find(page, 'Twirly party dress')).id}`,
  )
  await page.setViewportSize(PHONE)
  await openPage(page, `/item/${id}`)
  const photo = await page.getByRole('region', { name: 'Photos' }).getByRole('img').first().boundingBox()
  expect(photo).toMatchObject({ x: 0, width: await page.evaluate(() => document.body.clientWidth) })
  const main = page.getByRole('main')
  const inOrder = [
    main.getByRole('heading', { level: 1 }),
    main.getByText(new RegExp(`^12-18 months · .* · ${seller.firstName}$`)),
    main.getByText(/ and \$3\.50 by card$/),
    main.getByText(description),
    main.getByRole('link', { name: seller.firstName ?? '', exact: true }),
    main.getByRole('complementary', { name: 'Purchase' }).getByRole('button', { name: 'Ask Question' }),
    main.getByRole('heading', { name: 'Safety tips' }),
  ]
  const tops: number[] = []
  for (const one of inOrder) tops.push((await one.boundingBox())?.y ?? NaN)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  expect(tops[2]).toBeLessThan(PHONE.height)
})

test('more from this neighbour, and similar items of others', async ({ visit }) => {
  const page = await visit('/')
  const item = await find(page, 'Play castle')
  const theirs = await ask<Listing[]>(page, `/api/items?status=available&seller=${item.userId}`)
  await openPage(page, `/item/${item.id}`)
  const titles = async (name: string) => {
    await expect(row(page, name)).toHaveCount(4)
    return row(page, name).getByRole('heading').allTextContents()
  }
  const more = await titles('More from this neighbour')
  expect(more).toEqual(
    theirs
      .filter(({ id }) => id !== item.id)
      .slice(0, 4)
      .map(({ title }) => title),
  )
  const similar = await titles('Similar items')
  for (const { title } of theirs) expect(similar).not.toContain(title)
  for (const card of await row(page, 'Similar items').all()) await expect(card).toContainText('Toys')
  await row(page, 'More from this neighbour').first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: more[0] ?? '', level: 1 })).toBeFocused()
  await expect(row(page, 'More from this neighbour').filter({ hasText: 'Play castle' })).toHaveCount(1)
})

test('who is blocked reads so in place of buttons that would fail', async ({ visit, baseURL }) => {
  const member = await visit('/', 'Maya')
  const item = await find(member, 'Play castle')
  const me = await ask<User>(member, '/api/auth/user')
  const owner = await visit('/', 'Aiko')
  const block = `/api/members/${me.id}/block`
  const headers = { origin: baseURL }
  await member.setViewportSize(PHONE)
  expect((await owner.request.post(block, { headers })).status()).toBe(204)
  await openPage(member, `/item/${item.id}`)
  const panel = member.getByRole('complementary', { name: 'Purchase' })
  await expect(panel).toContainText("You and this neighbour can't write to or buy from each other.")
  await expect(member.getByRole('button', { name: /Purchase Item|Ask Question/ })).toHaveCount(0)
  await expect(buyBar(member)).toHaveCount(0)
  await expectAccessible(member)
  expect((await owner.request.delete(block, { headers })).status()).toBe(204)

  // The other way round one's own block can be taken back on the spot.
  await reloadPage(member)
  await expect(buyBar(member)).toBeVisible()
  await panel.getByRole('button', { name: 'More about Aiko' }).click()
  await member.getByRole('menuitem', { name: 'Block Aiko' }).click()
  await member.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(panel).toContainText('You have blocked Aiko.')
  await expect(buyBar(member)).toHaveCount(0)
  await panel.getByRole('button', { name: 'Unblock' }).click()
  await expect(panel.getByRole('button', { name: 'Ask Question' })).toBeVisible()
  await expect(buyBar(member)).toBeVisible()
})

test('the photos go round: arrows, thumbnails, keys and swipes', async ({ visit }) => {
  const page = await visit('/no/such/page')
  await page.setViewportSize(PHONE)
  const listings = await ask<Listing[]>(page, '/api/items?limit=100')
  const item = listings.find(({ photos }) => photos.length === 3)
  await openPage(page, `/item/${item?.id}`)
  const gallery = page.getByRole('region', { name: 'Photos' })
  const shows = async (number: number) => {
    await expect(gallery.getByRole('img')).toHaveAccessibleName(`${item?.title}, photo ${number} of 3`)
    await expect(gallery.locator('[aria-current=true]')).toHaveAccessibleName(`Photo ${number}`)
  }
  await shows(1)
  await gallery.getByRole('button', { name: 'Previous photo' }).click()
  await shows(3)
  await gallery.getByRole('button', { name: 'Next photo' }).click()
  await shows(1)
  await gallery.getByRole('button', { name: 'Photo 2' }).click()
  await shows(2)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await shows(1)
  await page.keyboard.press('ArrowLeft')
  await shows(3)

  const finger = await page.context().newCDPSession(page)
  const swipe = async (by: number) => {
    const { x, y, width } = (await gallery.getByRole('img').boundingBox()) ?? { x: 0, y: 0, width: 0 }
    const at = (moved: number) => ({ touchPoints: [{ x: x + width / 2 + moved, y: y + 40 }] })
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(0) })
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(by / 2) })
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(by) })
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await swipe(-90)
  await shows(1)
  await swipe(90)
  await shows(3)
  await swipe(-30)
  await shows(3)
})

test('the HTML itself tells link previews and search engines of an item, and 404 of none', async ({ visit }) => {
  const page = await visit('/', 'Maya')
  const { id, title } = await find(page, 'Play castle')
  const mine = await ask<Listing[]>(page, '/api/items/user/me')
  const withdrawn = mine.find(({ status }) => status === 'withdrawn')
  const visitor = await visit('/no/such/page')
  const html = await (await visitor.request.get(`/item/${id}`)).text()
  expect(html).toContain(`<meta property="og:title" content="${title} · Outgrown"`)
  expect(html).toMatch(/<meta property="og:image" content="http[^"]+\/photos\//)
  const [, product = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(product)).toMatchObject({ '@type': 'Product', name: title })
  expect(html).toContain('Full pickup address will be shared after purchase')
  for (const path of [`/item/${withdrawn?.id}`, '/item/00000000-0000-4000-8000-000000000000', '/no/such/page']) {
    expect((await visitor.request.get(path)).status()).toBe(404)
  }
  expect((await page.request.get(`/item/${withdrawn?.id}`)).status()).toBe(200)
})

test('an item that does not come is not called gone', async ({ visit }) => {
  const page = await visit('/')
  const { id, title } = await find(page, 'Play castle')
  await page.route(`**/api/items/${id}`, (route) => route.abort())
  await page.getByRole('main').getByRole('link', { name: title }).click()
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText('The item could not be loaded')
  await expect(page.getByText('Item not found')).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute(`**/api/items/${id}`)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
})

test('words without end stay within the page and its cards', async ({ visit, postItem, baseURL }) => {
  const owner = await visit('/', 'Ben')
  const item = await postItem(owner, {
    title: 'T'.repeat(100),
    description: 'd'.repeat(1000),
    city: 'C'.repeat(60),
  })
  // Only the dot before what goes down in a card may be cut off at the side, and what can be scrolled to; what is one pixel
  // wide is for screen readers.
  const cutOff = (page: Page) =>
    page.evaluate(() => {
      const texts = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT)
      const cut: string[] = []
      while (texts.nextNode()) {
        const text = texts.currentNode
        if (!text.textContent?.trim() || text.textContent === ' · ' || text.parentElement?.tagName === 'OPTION')
          continue
        const around = (element: Element | null): Element[] =>
          element ? [element, ...around(element.parentElement)] : []
        if (around(text.parentElement).some((element) => getComputedStyle(element).overflowX === 'auto')) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        const box = text.parentElement?.closest('article, section')?.getBoundingClientRect()
        const { left, right } = range.getBoundingClientRect()
        const seen = (text.parentElement?.offsetWidth ?? 0) !== 1
        if (box && seen && (left < box.left || right > box.right)) cut.push(text.textContent.slice(0, 40))
      }
      return [...cut, document.documentElement.scrollWidth - window.innerWidth]
    })
  const visitor = await visit('/')
  for (const width of [320, 640, 1280]) {
    await visitor.setViewportSize({ width, height: 900 })
    for (const path of [item, '/?search=TTT']) {
      await openPage(visitor, path)
      await expect(visitor.getByText('T'.repeat(100)).first()).toBeVisible()
      const found = await cutOff(visitor)
      expect(found.slice(0, -1), `${path} at ${width}`).toEqual([])
      expect(found.at(-1), `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
  const deleted = await owner.request.delete(item.replace('/item', '/api/items'), { headers: { origin: baseURL } })
  expect(deleted.ok()).toBe(true)
})

test('an address that names no item leads to no other call', async ({ visit }) => {
  const page = await visit('/', 'Maya')
  for (const id of ['user%2Fme', '..%2Fauth%2Fuser', '%00', '%23', '%3Flimit=1', 'x']) {
    expect((await page.request.get(`/item/${id}`)).status(), id).toBe(404)
    await openPage(page, `/item/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Item not found')
  }
})

test('the edit page is for the owner, while there is something to edit', async ({ visit }) => {
  const owner = await visit('/', 'Aiko')
  const { id } = await find(owner, 'Play castle')
  await openPage(owner, `/item/${id}/edit`)
  await expect(owner.getByLabel('Title')).toHaveValue('Play castle with knights and a drawbridge')
  await expect(owner.getByRole('img', { name: /^Photo/ })).toHaveCount(2)
  await owner.getByLabel('Category').selectOption('baby-clothes')
  await owner.getByLabel('Age/Size').selectOption('2T-3T')
  await owner.getByLabel('Category').selectOption('toys')
  await owner.getByLabel('Category').selectOption('baby-clothes')
  await expect(owner.getByLabel('Age/Size')).toHaveValue('')
  await owner.getByLabel('Weight (lbs)').fill('4 lbs 5.5')
  await expect(owner.getByLabel('Weight (lbs)')).toHaveValue('45.5')
  await owner.getByRole('button', { name: 'Remove photo 1' }).click()
  await owner.getByRole('button', { name: 'Remove photo 1' }).click()
  await owner.getByRole('button', { name: 'Save Changes' }).click()
  await expect(owner.getByRole('alert')).toContainText('At least one photo is required')
  await owner.getByRole('button', { name: 'Cancel' }).click()
  await expect(owner.getByRole('button', { name: 'Next photo' })).toBeVisible()

  const visitor = await visit(`/item/${id}/edit`)
  await expect(visitor.getByRole('heading', { name: 'Login Required' })).toBeVisible()
  const other = await visit(`/item/${id}/edit`, 'Maya')
  await expect(other.getByText('Only its owner can edit an item.')).toBeVisible()
  const mine = await ask<Listing[]>(other, '/api/items/user/me')
  const claimed = mine.find(({ status }) => status === 'claimed')
  await openPage(other, `/item/${claimed?.id}/edit`)
  await expect(other.getByText('This item has been claimed')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Back to the item' })).toBeVisible()
})
