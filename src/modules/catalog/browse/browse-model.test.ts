import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Reader, Tables } from '../../../platform/database.ts'
import type { Point } from '../../../platform/geocoder.ts'
import type { Answer, TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { BrowseQuery, type ListingCard } from '../contract.ts'
import { publicPlace } from '../places/public-place.ts'
import { browseListings } from './browse-listings.ts'

/** Compares browsing for any listings and any question, against a plain query over all of them. */
const market = useMarket()
let member: TestClient
let sellers: string[]
beforeAll(async () => {
  member = await market.signIn()
  sellers = [member.user.id, (await market.signIn()).user.id]
  await searchByIndex()
})

/** A handful of listings would be read one by one; from here on all connections search by index, as among a million. */
async function searchByIndex(): Promise<void> {
  const { db } = market.ctx
  await db.raw(`drop index search_entry_newest, search_entry_status_newest, search_entry_category_newest,
    search_entry_cheapest, search_entry_category_cheapest, search_entry_by_seller`)
  const { rows } = await db.raw<{ rows: [{ name: string }] }>('select current_database() as name')
  await db.raw('alter database ?? set enable_seqscan = off', [rows[0].name])
  await db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
       and application_name = 'market-test' and pid <> pg_backend_pid()`,
  )
}

type Page = Answer<ListingCard[]>
const next = (page: Page) => /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]

/** Few characters, so that what is searched for is often there; what is special to SQL, to patterns and to letter case. */
const CHARACTERS = [
  ...'a B c 1 % _ \\ \' " - . : ; ? $ ß ẞ İ ı ſ K Σ ς σ É e\u0301 \u0308 Ǆ ﬁ Ⅷ 長 🧸 👩‍👧 \u200b ا أ إ آ ٱ ى ي ی ئ ة ه ـ َ ّ ٠ 5 ك ک ñ'.split(
    ' ',
  ),
  ' ',
  '  ',
]
const character = fc.oneof(fc.constantFrom('a', 'b', 'c', '1'), fc.constantFrom(...CHARACTERS))
const textOf = (least: number, most: number) =>
  fc.array(character, { minLength: least, maxLength: most }).map((characters) => characters.join(''))
/** As posting leaves a title or a city, which is at least so long. */
const kept = (least: number) =>
  textOf(least, 12)
    .map((text) => text.normalize('NFC').trim())
    .map((text) => text + 'x'.repeat(Math.max(0, least - Array.from(text).length)))

const CATEGORIES = ['toys', 'baby-clothes', 'snow-gear']
const SIZES = ['newborn', '4T-5T'] as const
const DELIVERIES = ['doordash', 'pickup', 'both'] as const
/** In the middle of a town, at the date line, near a pole; from there some kilometres, or hundreds. */
const place = fc
  .tuple(
    fc.constantFrom([45.52, -122.68], [-17, 179.99], [17, -179.999], [89.99, 20], [-90, 0]),
    fc.constantFrom(0, 0.02, 0.3, 9),
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
  )
  .map(([[latitude, longitude], spread, north, east]) => ({
    latitude: Math.max(-90, Math.min(90, latitude + spread * north)),
    longitude: ((longitude + spread * east + 540) % 360) - 180,
  }))
const listing = fc.record({
  title: kept(3),
  city: kept(2),
  category: fc.constantFrom(...CATEGORIES),
  status: fc.constantFrom('available', 'available', 'reserved', 'claimed', 'withdrawn'),
  size: fc.constantFrom(null, ...SIZES),
  condition: fc.constantFrom('good', 'fair'),
  price: fc.constantFrom(0, 250, 300),
  delivery: fc.constantFrom(...DELIVERIES),
  place: fc.option(place),
  seller: fc.nat(1),
  hidden: fc.nat(5).map((chance) => chance === 0),
  /** Microseconds; often the same. */
  at: fc.oneof(fc.nat(3), fc.nat(2_000_000)),
})
type Kept = typeof listing extends fc.Arbitrary<infer L> ? L : never

/** Mostly a piece of what is there, in other letters. */
const searched = (texts: string[]) =>
  fc.oneof(
    { weight: 1, arbitrary: textOf(0, 4) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...texts),
          fc.nat(8),
          fc.integer({ min: 1, max: 6 }),
          fc.constantFrom('asIs', 'up', 'low'),
        )
        .map(([text, from, length, change]) => {
          const piece = Array.from(text)
            .slice(from, from + length)
            .join('')
          return change === 'asIs' ? piece : change === 'up' ? piece.toUpperCase() : piece.toLowerCase()
        }),
    },
  )

const question = (listings: Kept[]) => fc.oneof(questionOf(listings, {}), questionOf(listings, nearOf(listings)))

/** Mostly beside one of them. */
const nearOf = (listings: Kept[]) => ({
  near: fc
    .tuple(place, fc.constantFrom(null, ...listings.map((one) => one.place)))
    .map(([somewhere, there]) => there ?? somewhere)
    .map(({ latitude, longitude }) => `${latitude.toFixed(7)},${longitude.toFixed(7)}`),
  within: fc.integer({ min: 1, max: 50 }),
  sort: fc.constantFrom('newest', 'nearest', 'nearest', 'cheapest'),
})

const questionOf = (listings: Kept[], place: Partial<ReturnType<typeof nearOf>>) =>
  fc.record(
    {
      sort: fc.constantFrom('newest', 'cheapest'),
      ...place,
      size: fc.constantFrom(...SIZES),
      condition: fc.constantFrom('good', 'fair'),
      maxPrice: fc.constantFrom('0', '2.5', '2.99', '3', '100'),
      delivery: fc.constant('courier'),
      search: searched(listings.map(({ title }) => title)),
      city: searched(listings.map(({ city }) => city)),
      category: fc.constantFrom('all', 'never-seen', ...CATEGORIES),
      status: fc.constantFrom('available', 'reserved', 'claimed'),
      seller: fc.nat(1),
      limit: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(1)),
    },
    { requiredKeys: ['limit', 'sort', ...('near' in place ? (['near'] as const) : [])] },
  )
type Question = ReturnType<typeof question> extends fc.Arbitrary<infer Q> ? Q : never

const asked = fc
  .array(listing, { minLength: 1, maxLength: 25 })
  .chain((listings) => fc.tuple(fc.constant(listings), fc.array(question(listings), { minLength: 10, maxLength: 10 })))

test('all pages together are what a plain query finds, in its order, each listing once, and the total is right', async () => {
  await askAll(15, async (one, expected) => {
    const found: Found[] = []
    let path: string | undefined = `/api/items?${queryOf(one)}`
    while (path !== undefined) {
      const page: Page = await market.visitor().get<ListingCard[]>(path)
      expect([page.status, page.headers.get('x-total-count')]).toEqual([200, String(expected.length)])
      expect(page.body.length).toBeLessThanOrEqual(one.limit)
      found.push(...page.body.map(idAndDistance))
      path = next(page)
      if (path !== undefined) expect(page.body).toHaveLength(one.limit)
    }
    return found
  })
})

test('so they are where so many are expected that pages are picked on the way', async () => {
  const { db } = market.ctx
  const expectsMany = Object.assign((table: keyof Tables) => db(table), {
    raw: (sql: string, bindings: Record<string, string>) =>
      sql.startsWith('explain') ? Promise.resolve(MANY) : db.raw(sql, bindings),
  }) as unknown as Reader
  await askAll(20, async (one) => {
    const query = BrowseQuery.parse(Object.fromEntries(new URLSearchParams(queryOf(one))))
    const found: Found[] = []
    let page = await browseListings(expectsMany, query)
    for (;;) {
      found.push(...(JSON.parse(page.json) as ListingCard[]).map(idAndDistance))
      if (page.nextCursor === null) return found
      page = await browseListings(expectsMany, { ...query, cursor: page.nextCursor })
    }
  })
})

type Found = [id: string, km: number | undefined]
const idAndDistance = ({ id, distanceKm }: ListingCard): Found => [id, distanceKm]
const MANY = { rows: [{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': 20_000, 'Total Cost': 20_000 } }] }] }

async function askAll(numRuns: number, answer: (one: Question, expected: Found[]) => Promise<Found[]>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(asked, async ([listings, questions]) => {
      const kept = await keepOnly(listings)
      for (const one of questions) {
        const expected = plainly(kept, one)
        expect(await answer(one, expected)).toEqual(expected)
      }
    }),
    { numRuns },
  )
}

/** The listings with their ids. */
async function keepOnly(listings: Kept[]): Promise<(Kept & { id: string })[]> {
  await market.ctx.db('listing').delete()
  const kept = listings.map((one) => ({
    ...one,
    ...one.place,
    id: randomUUID(),
    size: one.category === 'baby-clothes' ? one.size : null,
  }))
  await market.ctx.db.raw(
    `insert into listing (id, seller_id, title, city, category, status, hidden_at, hidden_reason, claimed_at, withdrawn_at,
       created_at, description, condition, age_size, token_price, delivery_option, latitude, longitude, contact_name,
       contact_email, pickup_address, photos)
     select id, (:sellers::uuid[])[seller + 1], title, city, category, status, case when hidden then timestamptz '2026-11-18' end,
       case when hidden then 'a reason' end, case when status = 'claimed' then timestamptz '2026-11-18' end,
       case when status = 'withdrawn' then timestamptz '2026-11-18' end, timestamptz '2026-01-01' + at * interval '1 microsecond',
       'A description.', condition, size, price, delivery, latitude, longitude, 'Nora', 'nora@example.com',
       '12 Alder Street', array['/photos/x']
     from jsonb_to_recordset(:listings)
       as kept (id uuid, title text, city text, category text, status text, seller int, hidden bool, at int,
         condition text, size text, price int, delivery text, latitude float8, longitude float8)`,
    { sellers, listings: JSON.stringify(kept) },
  )
  // After a write of its own the process reads first pages anew; this need not wait until it hears of the change.
  await member.patch('/api/users/me/children-ages', { childrenAges: [] })
  return kept
}

function queryOf({ seller, ...rest }: Question): string {
  const given = Object.entries({ ...rest, ...(seller !== undefined && { seller: sellers[seller] }) })
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

/** The ids of what matches, in the order asked for, and how far each is. */
function plainly(listings: (Kept & { id: string })[], asked: Question): Found[] {
  const { category = 'all', sort, within = Infinity } = asked
  const [latitude, longitude] = asked.near?.split(',').map(Number) ?? []
  const from = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined
  const found = listings
    .filter(({ hidden, status }) => !hidden && status !== 'withdrawn' && status === (asked.status ?? status))
    .filter(({ seller }) => seller === (asked.seller ?? seller))
    .filter((one) => category === 'all' || one.category === category)
    .filter(({ title, city }) => holds(title, asked.search) && holds(city, asked.city))
    .filter(({ size, condition }) => size === (asked.size ?? size) && condition === (asked.condition ?? condition))
    .filter(({ price }) => price <= Number(asked.maxPrice ?? Infinity) * 100)
    .filter(({ delivery }) => asked.delivery === undefined || delivery !== 'pickup')
    .map((one) => ({
      ...one,
      km: from && one.place ? kilometres(publicPlace(from), publicPlace(one.place)) : undefined,
    }))
    .filter(({ km }) => within === Infinity || (km !== undefined && km <= within))
  const sortKey = {
    newest: () => 0,
    nearest: ({ km = Infinity }: { km?: number }) => km,
    cheapest: ({ price }: Kept) => price,
  }
  const first = (one: number | string, other: number | string) => (one === other ? 0 : one < other ? -1 : 1)
  return found
    .sort(
      (one, other) =>
        first(sortKey[sort](one), sortKey[sort](other)) || first(other.at, one.at) || first(other.id, one.id),
    )
    .map(({ id, km }) => [id, km])
}

/** Each word is somewhere in the text, in letters that are read alike. */
function holds(text: string, search = ''): boolean {
  const words = search.normalize().trim().split(/\s+/)
  const bare = words.map((word) => word.replace(/^[.,:;?"']+|[.,:;?"']+$/g, '') || word)
  return bare.every((word) => folded(text).includes(folded(word)))
}

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u0640\u064b-\u065f\u0670]/g, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ς', 'σ')
    .replaceAll('ٱ', 'ا')
    .replaceAll(/[ىی]/g, 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll('ک', 'ك')
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))

/** By the law of cosines of the chord: another formula than the database's. */
function kilometres(one: Point, other: Point): number {
  const at = ({ latitude, longitude }: Point) => {
    const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)] as const
  }
  const [a, b] = [at(one), at(other)]
  const chord = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
  return Math.max(1, Math.ceil(2 * 6371.0088 * Math.asin(Math.min(1, chord / 2)) - 0.01))
}
