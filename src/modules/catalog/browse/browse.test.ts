import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { tidy } from '../../../testing/bench/fill.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { Answer, TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { publicPlace } from '../places/public-place.ts'
import type { CreateListingBody, ImpactStats, ListingCard } from '../contract.ts'

const market = useMarket()
let seller: TestClient
beforeAll(async () => {
  seller = await market.signIn()
})

interface Statement {
  sql: string
  bindings: unknown[]
  options?: { name?: string }
}

type Page = Answer<ListingCard[]>
const browse = (query = '') => market.visitor().get<ListingCard[]>(`/api/items${query}`)
const titles = (page: Page) => page.body.map((card) => card.title)
const next = (page: Page) => /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
const total = (page: Page) => Number(page.headers.get('x-total-count'))

async function post(fields: Partial<CreateListingBody> = {}) {
  return (await buildListing(market, { seller, fields })).listing
}

const folded = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

describe('a handful of listings', () => {
  beforeAll(async () => {
    await post({ title: 'Red tricycle', category: 'toys', city: 'Portland' })
    await post({ title: '100% wool_blanket', category: 'household', city: 'Salem' })
    await post({ title: 'Äpfel picker', category: 'household', city: 'São Paulo' })
    const claimed = await post({ title: 'Old TRICYCLE', category: 'toys', city: 'West Portland' })
    await seller.patch(`/api/items/${claimed.id}/claim`)
    const hidden = await post({ title: 'Hidden tricycle' })
    await seller.patch(`/api/items/${hidden.id}`, { status: 'withdrawn' })
  })

  test('comes newest first, in every public status, without a private field', async () => {
    const page = await browse()
    expect(titles(page)).toEqual(['Old TRICYCLE', 'Äpfel picker', '100% wool_blanket', 'Red tricycle'])
    expect([page.status, total(page), next(page)]).toEqual([200, 4, undefined])
    expect(page.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const [first] = page.body
    expect(Object.keys(first!).sort()).toEqual(
      'ageSize bagCount category city condition createdAt deliveryOption id photoInfo photos sizeTo status title tokenPrice userId'.split(
        ' ',
      ),
    )
    const { body: whole } = await market.visitor().get(`/api/items/${first!.id}`)
    expect(whole).toMatchObject(first!)
  })

  test.each([
    ['?search=tricycle', ['Old TRICYCLE', 'Red tricycle']],
    ['?search=RED', ['Red tricycle']],
    ['?search=%E2%81%A8RED%E2%81%A9', ['Red tricycle']],
    ['?search=%C3%A4PFEL', ['Äpfel picker']],
    ['?search=100%25', ['100% wool_blanket']],
    ['?search=l_b', ['100% wool_blanket']],
    ['?search=_', ['100% wool_blanket']],
    ['?search=%5C', []],
    ['?search=%27%3B--', []],
    ['?city=portland', ['Old TRICYCLE', 'Red tricycle']],
    ['?city=EM', ['100% wool_blanket']],
    ['?search=%25&city=s', ['100% wool_blanket']],
    ['?search=%25&city=p', []],
    ['?search=&city=portland', ['Old TRICYCLE', 'Red tricycle']],
    ['?city=S%C3%83O', ['Äpfel picker']],
    ['?category=household', ['Äpfel picker', '100% wool_blanket']],
    ['?category=all&search=&city=', ['Old TRICYCLE', 'Äpfel picker', '100% wool_blanket', 'Red tricycle']],
    ['?status=claimed', ['Old TRICYCLE']],
    ['?status=available&search=tri&city=port&category=toys', ['Red tricycle']],
    ['?category=nothing-like-it', []],
  ])('%s', async (query, expected) => {
    const page = await browse(query)
    expect(titles(page)).toEqual(expected)
    expect(total(page)).toBe(expected.length)
  })

  test('finds any part of a title, however short, and whatever it is made of', async () => {
    const all = titles(await browse())
    const parts = all.flatMap((title) => [...title].map((_, at) => title.slice(at, at + 2)))
    for (const part of new Set(['c++', '+', 'qz', '%', "'", ...parts, ...parts.map((two) => two.slice(0, 1))])) {
      const page = await browse(`?search=${encodeURIComponent(part.toUpperCase())}`)
      const words = part.split(/\s+/).map((word) => folded(word.replace(/^,|,$/, '') || word))
      const expected = all.filter((title) => words.every((word) => folded(title).includes(word)))
      expect([part, titles(page)]).toEqual([part, expected])
    }
  })

  test.each([
    '?limit=0',
    '?limit=201',
    '?limit=x',
    '?status=withdrawn',
    '?seller=me',
    '?cursor=nonsense',
    '?colour=red',
    '?near=Portland',
    '?near=91,0',
    '?near=45.5,-181',
    '?near=45.5,-122.6&within=0',
    '?near=45.5,-122.6&within=51',
    '?near=45.5,-122.6&within=2.5',
    '?within=5',
    '?sort=nearest',
    '?sort=dearest',
    '?size=XXL',
    '?condition=new',
    '?maxPrice=-1',
    '?maxPrice=cheap',
    '?delivery=pickup',
    '?sort=cheapest&cursor=1.00000000-0000-4000-8000-000000000000',
    '?cursor=3.1.00000000-0000-4000-8000-000000000000',
  ])('refuses %s', async (query) => {
    expect((await browse(query)).status).toBe(400)
  })

  test('says what is missing where a distance has no beginning', async () => {
    const { body } = await market.visitor().get('/api/items?sort=nearest')
    const message = 'A distance needs a place to start from'
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: ['near'], message }] })
  })

  test('refuses what no text holds, and a cursor of no time', async () => {
    expect((await browse('?search=a%00b')).status).toBe(400)
    const id = '00000000-0000-4000-8000-000000000000'
    expect((await browse(`?cursor=9999999999999999.${id}`)).status).toBe(200)
    expect((await browse(`?cursor=1.${'-'.repeat(36)}`)).status).toBe(400)
  })

  test('impact counts what was claimed, and follows each change at once', async () => {
    const impact = async () => (await market.visitor().get<ImpactStats>('/api/impact/stats')).body
    const before = await impact()
    expect(before).toEqual({
      totalWeightLbs: '4.50',
      itemsSold: 1,
      estimatedCO2SavedLbs: '14.23',
      itemsWithWeight: 4,
      totalItems: 4,
      available: { toys: 1, household: 2 },
    })
    const unweighed = await post({ category: 'furniture', weightLbs: null })
    const sofa = await post({ category: 'furniture', weightLbs: '100' })
    const available = { toys: 1, household: 2, furniture: 2 }
    expect(await impact()).toEqual({ ...before, totalItems: 6, itemsWithWeight: 5, available })
    for (const { id } of [unweighed, sofa]) await seller.patch(`/api/items/${id}/claim`)
    const after = {
      totalWeightLbs: '104.50',
      itemsSold: 3,
      // 14.23 for the toy, 145.00 for the sofa, 10 for what has no weight
      estimatedCO2SavedLbs: '169.23',
      itemsWithWeight: 5,
      totalItems: 6,
      available: before.available,
    }
    expect(await impact()).toEqual(after)
    await market.ctx.db.transaction((trx) => market.ctx.queue.send(trx, 'catalog.fold-counts', {}))
    await market.runJobs({ only: ['catalog.fold-counts'] })
    expect(await impact()).toEqual(after)
    const [counts] = await market.ctx.db('listing_count').count('*')
    expect(Number(counts?.count)).toBeLessThanOrEqual(6)
  })
})

describe('many listings', () => {
  const MANY = 48_000
  beforeAll(async () => {
    await market.ctx.db.transaction(async (trx) => {
      // So many take longer than a statement of the market may, on a busy machine.
      await trx.raw('set local statement_timeout = 0')
      await trx.raw(
        `insert into listing (seller_id, title, description, category, condition, city, contact_name, contact_email,
           pickup_address, photos, token_price, status, claimed_at, created_at, latitude, longitude)
         select :seller, (array['Bugaboo', 'Wooden', 'Little', 'Cosy'])[1 + n % 4] || ' thing no ' || n ||
           case n % 2 when 0 then ' of Graz' else ' of Linz' end, 'A description.',
           case when n % 4000 = 0 then 'kayaks' else (array['toys', 'furniture', 'household', 'other'])[1 + n % 4] end,
           'good', case when n % 8000 = 0 then 'Hallstatt' else (array['Graz', 'Linz'])[1 + n % 2] end, 'Nora',
           'nora@example.com', '12 Alder Street', array['/photos/x'], 300, case when n % 3 = 0 then 'claimed' else 'available' end,
           case when n % 3 = 0 then timestamptz '2026-11-18' end, timestamptz '2020-01-01' + (n / 8) * interval '1 microsecond',
           47 + n % 50 * 0.009, 15 + n / 50 % 60 * 0.0133
         from generate_series(1, :many::int) n`,
        { seller: seller.user.id, many: MANY },
      )
    })
    await tidy(market.ctx.config.DATABASE_URL)
  })

  test('walking the pages meets every listing once, also where many are of one instant', async () => {
    const seen: string[] = []
    let path: string | undefined = '/api/items?search=wooden%20thing&category=furniture&status=available&limit=200'
    for (let pages = 0; path !== undefined && pages < 100; pages += 1) {
      const page: Page = await market.visitor().get<ListingCard[]>(path)
      expect(total(page)).toBe(MANY / 6)
      seen.push(...page.body.map((card) => card.id))
      path = next(page)
      if (pages === 3) await post({ title: 'Wooden, posted while reading', category: 'baby-clothes' })
    }
    expect([seen.length, new Set(seen).size]).toEqual([MANY / 6, MANY / 6])
  })

  test('the total is exact, and about right for a text that too many have', async () => {
    const plain = await browse('?status=available&category=toys&limit=1')
    const { rows } = await market.ctx.db.raw<{ rows: { n: number }[] }>(
      `select count(*)::int as n from listing where status = 'available' and category = 'toys'`,
    )
    expect(total(plain)).toBe(rows[0]?.n)
    expect(total(await browse('?search=no%203133&limit=1'))).toBe(15)
    const about = total(await browse('?search=thing&limit=1'))
    expect(about % 100).toBe(0)
    expect(Math.abs(about - MANY) / MANY).toBeLessThan(0.2)
  })

  test('the planner is asked once for the same words, not for each page of them', async () => {
    const asked: string[] = []
    const note = ({ sql }: Statement) => sql.startsWith('explain') && asked.push(sql)
    market.ctx.db.on('query', note)
    const page = await browse('?search=cosy&limit=24')
    await market.visitor().get(next(page)!)
    await browse('?search=little&limit=24')
    market.ctx.db.removeListener('query', note)
    // Each asks how many it finds, and among how many.
    expect(asked).toHaveLength(4)
  })

  test('words that each are common, but never together: nothing is found, and no more is told', async () => {
    const { page, ways } = await watched('?search=of%20Graz&city=linz&exact=true&limit=24')
    expect([page.body, total(page), next(page)]).toEqual([[], 0, undefined])
    // The planner expected many, so the newest were looked through first.
    expect(ways).toEqual(['explain', 'explain', 'as first_ones', 'with found'])
    expect((await watched('?search=of%20Graz&city=linz&exact=true&limit=24')).ways).toEqual(['with found'])
  })

  test('who has read many to their end leaves it quick for others to begin, and the number is the true one', async () => {
    const first = '?search=thing%20no&status=available&limit=24'
    await browse(first)
    const end = await watched(`${first}&cursor=1.00000000-0000-4000-8000-000000000000`)
    expect([end.page.body, end.ways]).toEqual([[], ['as first_ones', 'with found']])
    const begun = await watched(first)
    expect([begun.page.body.length, begun.ways]).toEqual([24, ['as first_ones']])
    expect([total(end.page), total(begun.page)]).toEqual([MANY - MANY / 3, MANY - MANY / 3])
  })

  test('and where they are together in old listings only, these are found and counted', async () => {
    await market.ctx.db.raw(
      `update listing set city = 'Linz' where id in (
         select id from listing where title like '%of Graz' order by created_at limit 60)`,
    )
    const seen: string[] = []
    let path: string | undefined = '/api/items?search=of%20Graz&city=LINZ&limit=24'
    while (path !== undefined) {
      const page: Page = await market.visitor().get<ListingCard[]>(path)
      expect(total(page)).toBe(60)
      seen.push(...page.body.map(({ id }) => id))
      path = next(page)
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60])
  })

  // In the middle of it, at its edge, across the sea; what is everywhere, and what is not.
  test.each([
    ['near=47.22,15.4', 12],
    ['near=47.22,15.4&status=claimed&category=toys', 12],
    ['near=47.22,15.4&search=wooden%20thing', 12],
    ['near=47.22,15.4&within=3&search=thing', 12],
    ['near=46.5,14.1&search=thing', 8],
    ['near=-33.9,151.2', 4],
    ['near=-33.9,151.2&search=thing&status=available', 4],
  ])('the nearest come first, and the newest among the equally near: %s', async (query, pages) => {
    const wanted = new URLSearchParams(query)
    const [latitude, longitude] = wanted.get('near')!.split(',').map(Number)
    const from = publicPlace({ latitude: latitude!, longitude: longitude! })
    const { rows } = await market.ctx.db.raw<{ rows: { id: string; km: number }[] }>(
      `select listing_id as id, km from (
         select *, ring_between(:latitude, :longitude, latitude, longitude) as km from search_entry
       ) as placed
       where title like all (:search::text[]) and km <= :within
         and :category in ('', category) and :status in ('', status)
       order by km, created_at desc, listing_id desc limit :most`,
      {
        ...from,
        search: (wanted.get('search') ?? '').split(' ').map((word) => `%${word}%`),
        within: Number(wanted.get('within') ?? 99_999),
        category: wanted.get('category') ?? '',
        status: wanted.get('status') ?? '',
        most: pages * 50,
      },
    )
    const seen: { id: string; km: number | undefined }[] = []
    let path: string | undefined = `/api/items?${query}&sort=nearest&limit=50`
    for (let page = 0; page < pages && path !== undefined; page += 1) {
      const answer: Page = await market.visitor().get<ListingCard[]>(path)
      seen.push(...answer.body.map(({ id, distanceKm }) => ({ id, km: distanceKm })))
      path = next(answer)
    }
    expect(seen).toEqual(rows)
  })

  test.each(['newest', 'cheapest', 'nearest'])('what has no place has no distance either: %s', async (sort) => {
    const title = `Found nowhere, ${sort}`
    await market.ctx
      .db('listing')
      .where({ id: (await post({ title })).id })
      .update({ latitude: null, longitude: null })
    const { body } = await browse(`?search=nowhere,%20${sort}&near=47.22,15.4&sort=${sort}`)
    expect(body.map((card) => [card.title, card.distanceKm])).toEqual([[title, undefined]])
  })

  // Common listings are found soon by walking from the newest; what is rare has an index of its own.
  test.each([
    ['', 'search_entry_newest'],
    ['?status=available', 'search_entry_newest'],
    ['?status=reserved', 'search_entry_status_newest'],
    // A quarter of all: either is quick.
    ['?category=toys', 'newest'],
    ['?category=kayaks', 'search_entry_category_'],
    ['?category=kayaks&status=available', 'search_entry_category_'],
    ['?search=thing', 'search_entry_newest'],
    ['?search=thing&category=kayaks', 'search_entry_category_'],
    ['?search=no%2031337', 'search_entry_words'],
    ['?search=no%2031337&city=graz&status=available', 'search_entry_words'],
    ['?city=linz&status=available', 'search_entry_newest'],
    ['?city=Hallstatt', 'search_entry_words'],
    // Less than three letters or digits in a row.
    ['?search=qz', 'search_entry_words'],
    ['?search=%C2%A7', 'search_entry_words'],
    ['?search=%25', 'search_entry_words'],
    ['?city=xx&status=available', 'search_entry_words'],
    ['?search=c%2B%2B&city=graz', 'search_entry_words'],
    ['?search=in', 'search_entry_newest'],
  ])('%s is answered through its index', async (query, index) => {
    for (const { count, page } of await plansOf(query)) {
      expect(page).toContain(index)
      expect(count).not.toContain('Seq Scan on search_entry ')
    }
  })

  test("one member's listings are found, counted and read through an index of their own", async () => {
    const other = await market.signIn()
    const { listing } = await buildListing(market, { seller: other })
    const page = await browse(`?seller=${other.user.id}&status=available`)
    expect([page.body.map(({ id }) => id), total(page)]).toEqual([[listing.id], 1])
    expect(total(await browse(`?seller=${other.user.id}&category=kayaks`))).toBe(0)
    for (const { count, page } of await plansOf(`?seller=${other.user.id}&status=available`)) {
      expect([count, page]).toEqual(Array(2).fill(expect.stringContaining('search_entry_by_seller')))
    }
  })

  // The first are picked from the newest, the others all found.
  test.each([
    ['search=thing&status=available', 20],
    ['city=li', 20],
    ['search=no%20123', 20],
    ['search=2%20o&city=GRAZ', 20],
    ['search=thing&category=kayaks', 2],
  ])('%s is read page by page while it changes: what stays is met once, in its order', async (query, limit) => {
    const wanted = new URLSearchParams(query)
    const { rows: before } = await market.ctx.db.raw<{ rows: { id: string }[] }>(
      `select id from listing where status <> 'withdrawn' and hidden_at is null and title ilike all (:search::text[])
         and city ilike :city and :category in ('', category) and :status in ('', status) order by created_at desc, id desc`,
      {
        search: (wanted.get('search') ?? '').split(' ').map((word) => `%${word}%`),
        city: `%${wanted.get('city') ?? ''}%`,
        category: wanted.get('category') ?? '',
        status: wanted.get('status') ?? '',
      },
    )
    const changed = new Set<string>()
    const seen: string[] = []
    let path: string | undefined = `/api/items?${query}&limit=${limit}`
    for (let pages = 0; path !== undefined && pages < 6; pages += 1) {
      const page: Page = await market.visitor().get<ListingCard[]>(path)
      expect(total(page)).toBeGreaterThanOrEqual(page.body.length)
      seen.push(...page.body.map(({ id }) => id))
      path = next(page)
      // Some that have been seen, and some that are still to come.
      const near = before.slice(Math.max(0, seen.length - 20), seen.length + 60).map(({ id }) => id)
      const changes = [
        { status: 'withdrawn' as const, withdrawn_at: market.clock.now(), claimed_at: null },
        { hidden_at: market.clock.now(), hidden_reason: 'a reason' },
        { title: 'Another', city: 'Elsewhere' },
      ]
      for (const [kind, change] of changes.entries()) {
        const ids = near.filter((_, at) => at % 20 === kind)
        await market.ctx.db('listing').whereIn('id', ids).update(change)
        for (const id of ids) changed.add(id)
      }
    }
    const end = path === undefined ? before.length : before.findIndex(({ id }) => id === seen.at(-1)) + 1
    const staying = before.slice(0, end).flatMap(({ id }) => (changed.has(id) ? [] : id))
    expect(staying.length).toBeGreaterThan(0)
    expect(seen.filter((id) => !changed.has(id))).toEqual(staying)
    expect(new Set(seen).size).toBe(seen.length)
  })

  /** A page, and which ways were gone to find it. */
  async function watched(query: string): Promise<{ page: Page; ways: (string | undefined)[] }> {
    const queries: string[] = []
    const note = ({ sql }: Statement) => queries.push(sql)
    market.ctx.db.on('query', note)
    const page = await browse(query)
    market.ctx.db.removeListener('query', note)
    return { page, ways: queries.map((sql) => /^explain|as first_ones|with found/.exec(sql)?.[0]) }
  }

  /** The plans by which the database reads the first two pages. */
  async function plansOf(query: string): Promise<{ count: string; page: string }[]> {
    const statements: Statement[] = []
    const note = (statement: Statement) => statements.push(statement)
    market.ctx.db.on('query', note)
    const page = await browse(`${query}${query ? '&' : '?'}limit=24`)
    const second = next(page)
    if (second !== undefined) await market.visitor().get(second)
    market.ctx.db.removeListener('query', note)
    const pages = statements.filter(({ sql }) => sql.includes('listing_card'))
    expect(pages).toHaveLength(second === undefined ? 1 : 2)
    return (await Promise.all(pages.map(plansOfStatement))).flat()
  }
})

/** A step of a plan, as PostgreSQL tells it. */
interface Step {
  'Node Type': string
  'Subplan Name'?: string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Step[]
}

/** Both plans of a statement that connections keep: for these values, and for any. */
async function plansOfStatement({ sql, bindings, options }: Statement): Promise<{ count: string; page: string }[]> {
  const client = new pg.Client(market.ctx.config.DATABASE_URL)
  await client.connect()
  try {
    const modes = options?.name === undefined ? ['force_custom_plan'] : ['force_custom_plan', 'force_generic_plan']
    const values = bindings.map((value) => client.escapeLiteral(String(value)))
    const browse = values.length > 0 ? `browse (${values.join(', ')})` : 'browse'
    await client.query(`prepare browse as ${sql}`)
    const plans: { count: string; page: string }[] = []
    for (const mode of modes) {
      await client.query(`set plan_cache_mode = ${mode}`)
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(`explain (format json) execute ${browse}`)
      const [root] = rows[0]!['QUERY PLAN']
      const [count, page] = partition(root.Plan.Plans ?? [])
      expect(page).not.toContain('Seq Scan on search_entry ')
      plans.push({ count, page })
    }
    return plans
  } finally {
    await client.end()
  }
}

/** The steps that count, and the steps for the page; steps that come first are in both. */
function partition(steps: Step[]): [count: string, page: string] {
  const counting = steps.filter((step) => step['Subplan Name'])
  const paging = steps.filter((step) => !step['Subplan Name']?.startsWith('InitPlan'))
  return [counting.flatMap(scansOf).join('\n'), paging.flatMap(scansOf).join('\n')]
}

const scansOf = (step: Step): string[] => [
  `${step['Node Type']} on ${step['Relation Name'] ?? ''} ${step['Index Name'] ?? ''}`,
  ...(step.Plans ?? []).flatMap(scansOf),
]
