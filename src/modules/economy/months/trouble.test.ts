import { afterEach, beforeAll, expect, test } from 'vitest'
import { agreedTrade, sayAbsent } from '../../../testing/market/appointments.ts'
import { auditFindings, checksThatFind } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { paidOrder, reportOrder } from '../../../testing/market/orders.ts'
import { openMarket } from '../../../testing/market/open-market.ts'
import { promote } from '../../../testing/market/promote.ts'
import { reserve } from '../../../testing/market/trades.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { handlers } from '../../../worker.ts'
import type { Economy, Market } from '../contract.ts'

const market = useMarket()
let giver: TestClient
let admin: TestClient
beforeAll(async () => {
  market.clock.set('2027-01-10T12:00:00Z')
  giver = await market.signIn()
  admin = await market.signIn()
  await promote(market, admin)
  await admin.post('/api/admin/seed-categories', {})
})
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const count = () => handlers(market.ctx)['economy.count-months']({})
/** The month as an admin sees it, counted anew. */
async function counted(month: string) {
  await count()
  const again = await market.signIn({ email: admin.user.email })
  return (await again.get<Market>('/api/admin/market')).body.months.find((one) => one.month === month)
}
const published = async (month: string) =>
  (await market.visitor().get<Economy>('/api/economy')).body.months.find((one) => one.month === month)

/** A neighbour whose first listing has stood for a day: they are active, and have 15 tokens. */
async function activeMembers(count: number): Promise<TestClient[]> {
  const members = []
  for (let index = 0; index < count; index += 1) members.push((await buildListing(market)).seller)
  await market.runJobs()
  market.clock.advance({ minutes: 25 * 60 })
  await handlers(market.ctx)['wallet.count-listings']({})
  return Promise.all(members.map(({ user }) => market.signIn({ email: user.email })))
}
const setPrice = async (tokenPrice: number) => {
  const again = await market.signIn({ email: admin.user.email })
  await again.patch('/api/admin/category-prices/furniture', { tokenPrice })
}

/** Furniture costs 20 tokens and a fee. */
async function dear(fields: object = {}): Promise<string> {
  const { listing } = await buildListing(market, { seller: giver, fields: { category: 'furniture', ...fields } })
  return listing.id
}

test('wants that fail for tokens count once a month for each active member and listing, however they fail', async () => {
  await setPrice(20)
  const members = await activeMembers(5)
  const [sofa, shelf, table, cheap] = [
    await dear(),
    await dear({ draw: { hours: 6 } }),
    await dear(),
    (await buildListing(market, { seller: giver })).listing.id,
  ]
  const [first, second, ...others] = members as [TestClient, TestClient, ...TestClient[]]
  // Members who have never listed, sold or bought are not active, and the shares are of active members.
  const newcomer = await market.signIn()
  await newcomer.put(`/api/items/${table}/favourite`)
  for (const buyer of [first, first, second, newcomer]) {
    const { status, body } = await reserve(buyer, sofa)
    expect([status, (body as { code?: string }).code]).toEqual([409, 'INSUFFICIENT_TOKENS'])
  }
  expect((await first.put(`/api/items/${shelf}/draw/entry`)).status).toBe(409)
  await first.put(`/api/items/${sofa}/favourite`)
  for (const other of others) await other.put(`/api/items/${table}/favourite`)
  // Within reach, so nothing failed.
  await second.put(`/api/items/${cheap}/favourite`)
  expect(await counted('2027-01')).toMatchObject({ wantsUnpaid: 6, shortMembers: 5 })
  expect(await counted('2027-01')).toMatchObject({ wantsUnpaid: 6, shortMembers: 5 })
  expect(await published('2027-01')).toMatchObject({ wantsUnpaid: 6, shortMembers: 5 })

  const kept = JSON.stringify(await market.ctx.db('unpaid_want'))
  for (const id of [sofa, shelf, table, ...members.map(({ user }) => user.id)]) expect(kept).not.toContain(id)
})

test('who wanted what is forgotten with the month; a favourite that is still too dear counts in the next', async () => {
  const january = await market.ctx.db('unpaid_want').where({ month: '2027-01' }).distinct().pluck('member')
  market.clock.set('2027-02-02T12:00:00Z')
  expect(await counted('2027-01')).toMatchObject({ complete: true, wantsUnpaid: 6, shortMembers: 5 })
  // Four members keep what they can't pay.
  expect(await counted('2027-02')).toMatchObject({ wantsUnpaid: 4, shortMembers: 4 })
  expect((await published('2027-02'))?.shortMembers).toBeNull()
  expect(await market.ctx.db('month_salt').pluck('month')).toEqual(['2027-02'])
  const left = await market.ctx.db('unpaid_want')
  expect(new Set(left.map(({ month }) => month))).toEqual(new Set(['2027-02']))
  expect(left.filter(({ member }) => january.includes(member))).toEqual([])
  market.clock.set('2027-05-20T12:00:00Z')
  expect(await counted('2027-05')).toMatchObject({ wantsUnpaid: 0, shortMembers: 0 })
})

test('active members who could have paid for anything and found nothing are counted once', async () => {
  const search = (member: Pick<TestClient, 'get'>, words: string) => member.get(`/api/items?search=${words}`)
  // A newcomer could pay for anything, but is not active before their first listing counts.
  await setPrice(9)
  const rich = await market.signIn()
  await search(rich, 'snorkel')
  expect(await counted('2027-05')).toMatchObject({ searchesMissed: 1, inVainMembers: 0 })
  await buildListing(market, { seller: rich })
  await market.runJobs()
  market.clock.advance({ minutes: 25 * 60 })
  await handlers(market.ctx)['wallet.count-listings']({})
  const later = await market.signIn({ email: rich.user.email })
  for (const words of ['snorkel', 'periscope']) await search(later, words)
  await search(market.visitor(), 'periscope')
  expect(await counted('2027-05')).toMatchObject({ inVainMembers: 1 })
})

test('keys of cookies that change within a month count nobody twice', async () => {
  const before = await counted('2027-05')
  const seeker = await market.signIn()
  const rotated = await openMarket(market.ctx.config.DATABASE_URL, { env: { SESSION_KEYS: 'another'.repeat(6) } })
  rotated.clock.set(market.clock.now())
  for (const one of [seeker, await rotated.signIn({ email: seeker.user.email })])
    await one.get('/api/items?search=kite')
  await rotated.stop()
  expect((await counted('2027-05'))?.searchesMissed).toBe((before?.searchesMissed ?? 0) + 1)
})

test('no-shows, problems and the first answers of sellers are counted with their month', async () => {
  market.clock.set('2027-06-10T12:00:00Z')
  const missed = await agreedTrade(market)
  market.clock.set(missed.start)
  market.clock.advance({ minutes: 30 })
  const buyer = await market.signIn({ email: missed.buyer.user.email })
  expect((await sayAbsent(buyer, missed)).status).toBe(200)
  await reportOrder(await paidOrder(market, { lines: 1 }))
  await handlers(market.ctx)['handover.count-absences']({})
  // It may still be contradicted.
  expect(await counted('2027-06')).toMatchObject({ noShows: 0, problems: 1, firstAnswerMinutes: null })
  market.clock.advance({ days: 1 })
  await handlers(market.ctx)['handover.count-absences']({})
  expect(await counted('2027-06')).toMatchObject({ noShows: 1, problems: 1 })

  const { listing, seller } = await buildListing(market)
  for (const minutes of [10, 30, 200]) {
    const asker = await market.signIn()
    const path = `/api/items/${listing.id}/messages`
    const { threadId } = (await asker.post<{ threadId: string }>(path, { body: 'Is it still there?' })).body
    await asker.post(path, { body: 'Hello?' })
    market.clock.advance({ minutes })
    expect((await seller.post(path, { body: 'It is.', threadId })).status).toBe(201)
    market.clock.advance({ minutes: 1 })
    await seller.post(path, { body: 'Come by.', threadId })
  }
  expect(await counted('2027-06')).toMatchObject({ firstAnswerMinutes: 30 })
  // It is one seller's.
  expect((await published('2027-06'))?.firstAnswerMinutes).toBeNull()
})

test('the audit finds no-shows and problems that nobody has on record', async () => {
  market.clock.set('2027-07-02T12:00:00Z')
  expect(await counted('2027-06')).toMatchObject({ complete: true, noShows: 1, problems: 1 })
  for (const column of ['no_shows', 'problems']) {
    const change = `update economy_month set ${column} = ${column} + 1 where month = '2027-06'`
    expect(await checksThatFind(market, change)).toEqual(['economy-trouble'])
  }
})

test('the desk can take the figures elsewhere, and so can a scraper', async () => {
  await count()
  const again = await market.signIn({ email: admin.user.email })
  const { body: csv } = await again.get<string>('/api/admin/market.csv')
  const [head = [], ...lines] = csv
    .split('\r\n')
    .map((line) => [...line.matchAll(/"([^"]*)"/g)].map(([, cell]) => cell))
  const june = lines.find(([month]) => month === '2027-06')
  const of = (column: string) => june?.[head.indexOf(column)]
  expect([of('noShows'), of('problems'), of('wantsUnpaid'), of('firstAnswerMinutes')]).toEqual(['1', '1', '0', '30'])
  const told = (await market.visitor().get<string>('/metrics')).body
  expect(told).toMatch(/^market_month\{figure="wants_unpaid"\} 0$/m)
  expect(told).not.toMatch(/first_answer_minutes/)
})
