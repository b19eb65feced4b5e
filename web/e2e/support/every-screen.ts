import type { Page } from '@playwright/test'
import pg from 'pg'
import type { CreateListingBody } from '../../../src/modules/catalog/contract.ts'
import type { StartedPurchase } from '../../../src/modules/purchasing/contract.ts'
import type { RunningMarket } from './run-market.ts'
import { openPage, payFor, send } from './steps.ts'

/** A screen, and what opens on it; `say` has the words of a button in the page's language. */
interface Screen {
  path: string
  open?: (page: Page, say: Say) => Promise<void>
}
type Say = (message: string) => string

interface Market {
  market: RunningMarket
  newMember: (name: string) => Promise<Page>
  postItem: (owner: Page, fields: Partial<CreateListingBody>) => Promise<string>
}

/** Nothing of it could be English. */
const WRITTEN = {
  description: 'Πλήρες, αγαπημένο επί δύο χρόνια. Κάθε κομμάτι είναι εδώ.',
  city: 'Θεσσαλονίκη',
  pickupAddress: 'Οδός Λουλουδιών 12',
  contactName: 'Βαρθολομαία',
}

interface Furnished {
  /** The admin's. */
  page: Page
  screens: Screen[]
  visitorsScreens: Screen[]
}

/** A market with something on each of its screens, and an admin who sees all of them. It is the first to sign up. */
export async function furnish({ market, newMember, postItem }: Market): Promise<Furnished> {
  const origin = market.url
  const [seller, page] = [await newMember('Maximiliane'), await newMember('Bartholomea')]
  const write = async <Answer>(from: Page, method: string, path: string, data: object = {}) => {
    const answer = await from.request.fetch(path, { method, headers: { origin }, data })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json().catch(() => undefined)) as Answer
  }
  await write(seller, 'PATCH', '/api/users/me', { firstName: 'Μαξιμιλιανή', lastName: 'Παπαδοπούλου' })
  await write(page, 'PATCH', '/api/users/me', { firstName: 'Βαρθολομαία', lastName: 'Οικονομοπούλου' })
  const post = async (owner: Page, title: string) =>
    (await postItem(owner, { ...WRITTEN, title })).replace('/item/', '')
  const first = await post(seller, 'Ξύλινο τρένο')
  const second = await post(seller, 'Πάνινη κούκλα με πλεκτό φόρεμα')
  const third = await post(seller, 'Βιβλίο με εικόνες')
  const own = await post(page, 'Κουνιστό αλογάκι')
  const order = { itemIds: [first], expectedTotal: '3.02' }
  const started = await send<StartedPurchase>(page.request, origin, '/api/purchases/intent', order)
  await payFor(page, origin, started)
  await write(page, 'PUT', `/api/baskets/items/${second}`)
  await write(page, 'PUT', `/api/items/${third}/favourite`)
  await write(page, 'POST', '/api/searches', { query: { search: 'κούκλα', size: '2T-3T' }, how: 'daily' })
  await write(page, 'POST', '/api/admin/setup')
  const [me, other] = await Promise.all([page, seller].map((member) => idOf(member)))
  await makeRich(market.databaseUrl, me ?? '')
  for (let n = 0; n < 12; n += 1)
    await write(seller, 'POST', `/api/items/${own}/messages`, { body: 'Υπάρχει ακόμα; Θα ερχόμουν αύριο.' })
  const screens = screensWith({ first, second, own, me, other, purchase: started.purchaseId })
  const visitorsScreens = [...VISITORS_SCREENS, { path: `/item/${second}` }]
  return { page, screens, visitorsScreens }
}

const idOf = async (member: Page) => ((await (await member.request.get('/api/auth/user')).json()) as { id: string }).id

/** Three digits stand in the header: more than any test could earn. */
async function makeRich(databaseUrl: string, memberId: string): Promise<void> {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  await database.query('update account set balance = 23456 where id = $1', [memberId])
  await database.end()
}

type Ids = Record<'first' | 'second' | 'own' | 'purchase', string> & Record<'me' | 'other', string | undefined>

const screensWith = ({ first, second, own, me, other, purchase }: Ids): Screen[] => [
  { path: '/' },
  {
    path: '/?category=toys&size=2T-3T',
    open: (page, say) =>
      page
        .getByRole('button', { name: new RegExp(`^${say('Search items')}`) })
        .locator('visible=true')
        .click(),
  },
  { path: `/item/${second}` },
  {
    path: `/item/${second}?`,
    open: async (page, say) => {
      const dialog = page.getByRole('dialog')
      await page
        .getByRole('button', { name: say('Purchase Item') })
        .first()
        .click()
      await dialog.getByRole('radio').first().waitFor()
    },
  },
  { path: `/item/${own}` },
  {
    path: `/item/${own}?`,
    open: (page, say) => page.getByRole('button', { name: say('Mark as Claimed') }).click(),
  },
  { path: `/item/${own}/edit` },
  { path: '/post' },
  { path: '/batch-upload' },
  { path: '/profile' },
  { path: '/account' },
  { path: '/inbox' },
  { path: `/inbox?item=${first}&with=${me}` },
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
    open: async (page, say) => {
      await page.getByRole('button', { name: say('Report a problem') }).click()
      await page.getByRole('dialog').getByText(say('Broken'), { exact: true }).click()
    },
  },
  { path: '/purchases?tab=sold' },
  { path: `/door/${purchase}` },
  { path: `/neighbour/${other}` },
  { path: '/admin' },
  { path: '/admin/market' },
  { path: '/admin/members' },
  { path: `/admin/members/${other}` },
  { path: '/admin/listings' },
  { path: '/admin/trades' },
  { path: '/admin/settings' },
  { path: '/admin/log' },
  { path: '/decisions' },
  { path: '/no/such/page' },
]

const VISITORS_SCREENS: Screen[] = [
  { path: '/' },
  { path: '/api/login' },
  { path: '/post' },
  { path: '/purchases' },
  { path: '/pickup' },
  { path: '/admin' },
  { path: '/item/00000000-0000-4000-8000-000000000000' },
]

/** Opens it on a phone, and waits for all of it. */
export async function openScreen(page: Page, { path, open }: Screen, say: Say = (message) => message): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, path)
  await page.waitForFunction(isWhole, say('Loading...').replaceAll('.', ''))
  if (open) await open(page, say)
}

/** Whether nothing of the page is still to come. Runs in the page. */
function isWhole(loading: string): boolean {
  return !document.body.textContent.includes(loading) && document.querySelector('.animate-breathe') === null
}
