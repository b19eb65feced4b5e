import type { Page } from '@playwright/test'
import pg from 'pg'
import type { StartedPurchase } from '../../src/modules/purchasing/contract.ts'
import { expect, testOnOwnMarket } from './fixtures.ts'
import { openPage } from './steps.ts'

/** The widths of today's phones, and of a desk read at 400 %. */
const WIDTHS = [320, 360, 375, 384, 390, 393, 402, 412, 430]
/** Text of twice the size is asked of a phone, not of the narrowest there is. */
const LARGE_TEXT_FROM = 360

interface Place {
  path: string
  /** Opens what holds choices of its own. */
  open?: (page: Page) => Promise<void>
}

const test = testOnOwnMarket()

test('every page fits every phone, at 200% text too, and shows what is chosen without colours', async ({
  newMember,
  postItem,
  baseURL,
  market,
}) => {
  test.slow()
  const [seller, page] = [await newMember('Maximiliane'), await newMember('Bartholomea')]
  const idOf = async (path: Promise<string>) => (await path).replace('/item/', '')
  const first = await idOf(postItem(seller, { title: 'Wooden train' }))
  const second = await idOf(postItem(seller, { title: 'Rag doll with a knitted dress' }))
  const third = await idOf(postItem(seller, { title: 'Picture book' }))
  const own = await idOf(postItem(page, { title: 'Rocking horse' }))
  const send = async <Answer>(method: 'POST' | 'PUT', path: string, data: object = {}) => {
    const answer = await page.request.fetch(path, { method, headers: { origin: baseURL }, data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return (await answer.json().catch(() => undefined)) as Answer
  }
  const started = await send<StartedPurchase>('POST', '/api/purchases/intent', {
    itemIds: [first],
    expectedTotal: '3.02',
  })
  const card = { clientSecret: started.clientSecret, cardNumber: '4242 4242 4242 4242' }
  const { paymentIntentId } = await send<{ paymentIntentId: string }>('POST', '/api/sandbox/payments/confirm', card)
  await send('POST', `/api/purchases/${started.purchaseId}/finish`, { paymentIntentId })
  await send('PUT', `/api/baskets/items/${second}`)
  await send('PUT', `/api/items/${third}/favourite`)
  await send('POST', '/api/searches', { query: { search: 'doll', size: '2T-3T' }, how: 'daily' })
  await send('POST', '/api/admin/setup')
  const me = (await (await page.request.get('/api/auth/user')).json()) as { id: string }
  const other = (await (await seller.request.get('/api/auth/user')).json()) as { id: string }
  await makeRich(market.databaseUrl, me.id)
  const write = { headers: { origin: baseURL }, data: { body: 'Is it still there?' } }
  for (let n = 0; n < 12; n += 1) await seller.request.post(`/api/items/${own}/messages`, write)

  const problems: string[] = []
  for (const place of places({ item: second, own, purchase: started.purchaseId, other: other.id, me: me.id, first })) {
    await page.setViewportSize({ width: 390, height: 844 })
    await openPage(page, place.path)
    await page.waitForFunction(isWhole)
    if (place.open) await place.open(page)
    problems.push(
      ...(await lookAt(page)).map(
        (problem) => `${new URL(page.url()).pathname.replace(/[0-9a-f-]{36}/, ':id')}: ${problem}`,
      ),
    )
  }
  expect(problems).toEqual([])
})

const places = (ids: Record<'item' | 'own' | 'purchase' | 'other' | 'me' | 'first', string>): Place[] => [
  { path: '/' },
  {
    path: '/?category=toys&size=2T-3T',
    open: (page) =>
      page
        .getByRole('button', { name: /^Search items/ })
        .locator('visible=true')
        .click(),
  },
  { path: `/item/${ids.item}` },
  { path: `/item/${ids.own}` },
  { path: `/item/${ids.own}/edit` },
  { path: '/post' },
  { path: '/batch-upload' },
  { path: '/profile' },
  { path: '/account' },
  { path: '/inbox' },
  { path: `/inbox?item=${ids.first}&with=${ids.me}` },
  { path: '/notifications' },
  { path: '/favourites' },
  { path: '/searches' },
  { path: '/tokens' },
  { path: '/economy' },
  { path: '/terms' },
  { path: '/verify-statement' },
  { path: '/pickup' },
  {
    path: '/purchases',
    open: async (page) => {
      await page.getByRole('button', { name: 'Report a problem' }).click()
      await page.getByRole('dialog').getByText('Broken', { exact: true }).click()
    },
  },
  { path: '/purchases?tab=sold' },
  { path: `/door/${ids.purchase}` },
  { path: `/neighbour/${ids.other}` },
  { path: '/admin' },
  { path: '/admin/market' },
  { path: '/admin/members' },
  { path: `/admin/members/${ids.other}` },
  { path: '/admin/listings' },
  { path: '/admin/trades' },
  { path: '/admin/settings' },
  { path: '/admin/log' },
  { path: '/decisions' },
  { path: '/no/such/page' },
]

/** Parts that stick out at the side, or is chosen and doesn't look it: the page is loaded once and looked at many times. */
async function lookAt(page: Page): Promise<string[]> {
  const problems = new Map<string, number[]>()
  for (const text of ['100%', '200%']) {
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), text)
    for (const width of WIDTHS) {
      if (text === '200%' && width < LARGE_TEXT_FROM) continue
      await page.setViewportSize({ width, height: 844 })
      for (const found of await page.evaluate(findOverflow)) {
        const problem = `${found}, with text of ${text}`
        problems.set(problem, [...(problems.get(problem) ?? []), width])
      }
    }
  }
  await page.emulateMedia({ forcedColors: 'active' })
  const unseen = await page.evaluate(findHiddenChoices)
  await page.emulateMedia({ forcedColors: 'none' })
  const invalid = await page.evaluate(findInvalid)
  return [...invalid, ...[...problems].map(([problem, widths]) => `${problem} at ${widths.join(', ')} px`), ...unseen]
}

/** Elements that the rules of HTML don't allow where it stands. Runs in the page. */
function findInvalid(): string[] {
  const wrong = [
    ':is(ul, ol, menu) > :not(li, script, template)',
    'dl > :not(dt, dd, div)',
    ':is(p, h1, h2, h3, h4, button, label) :is(p, div, ul, ol, dl, section, article, h1, h2, h3, h4, form, table)',
    ':is(a, button, label) :is(a, button)',
    'form form',
    'li:not(:is(ul, ol, menu) > li)',
    'option[value] > *',
    'img:not([alt])',
  ]
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  return [
    ...wrong.flatMap((rule) => (document.querySelector(rule) ? [`not HTML: ${rule}`] : [])),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `the id ${id} twice`),
  ]
}

/** Whether nothing of the page is still to come. Runs in the page. */
function isWhole(): boolean {
  return !/Loading/.test(document.body.textContent) && document.querySelector('.animate-breathe') === null
}

/** The page itself, and each control that lies beyond an edge with no way to scroll to it. Runs in the page. */
function findOverflow(): string[] {
  const beyond = document.documentElement.scrollWidth - innerWidth
  const reachable = (element: Element): boolean => {
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(one).overflowX)) return true
    return false
  }
  const out = [...document.querySelectorAll('a, button, input, select, textarea, h1, h2')].filter((element) => {
    const { left, right, width, height } = element.getBoundingClientRect()
    if (width <= 1 || height <= 1) return false
    return (right > innerWidth + 1 || left < -1) && !reachable(element)
  })
  // The last in the document lies deepest.
  const widest = [...document.querySelectorAll('body *')].findLast(
    (element) => element.getBoundingClientRect().right > innerWidth + 0.5 && !reachable(element),
  )
  return [
    ...(beyond > 0 ? [`${widest?.tagName} ${widest?.textContent.slice(0, 30)} is wider than the screen`] : []),
    ...out.map((element) => `${element.tagName} ${element.textContent.slice(0, 30)} is cut off`),
  ]
}

/** Everything chosen that has no edge of its own and isn't a control that the browser draws. Runs in the page. */
function findHiddenChoices(): string[] {
  const CHOSEN =
    ':checked:not(option), [aria-checked=true], [aria-pressed=true], [aria-selected=true], [aria-current]:not([aria-current=false])'
  const isDrawn = (element: Element) => {
    const { appearance, opacity, clipPath, position } = getComputedStyle(element)
    return (
      element.matches('input') &&
      appearance !== 'none' &&
      opacity !== '0' &&
      !(clipPath !== 'none' && position === 'absolute')
    )
  }
  return [...document.querySelectorAll(CHOSEN)]
    .filter((element) => {
      const shown = element.closest('label') ?? element
      const { width, height } = shown.getBoundingClientRect()
      if (width <= 1 || height <= 1 || isDrawn(element)) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(shown)
      return !(outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2)
    })
    .map((element) => `${(element.closest('label') ?? element).textContent} doesn't look chosen without colours`)
}

/** Three digits stand in the header: more than any test could earn. */
async function makeRich(databaseUrl: string, memberId: string): Promise<void> {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  await database.query('update account set balance = 23456 where id = $1', [memberId])
  await database.end()
}
