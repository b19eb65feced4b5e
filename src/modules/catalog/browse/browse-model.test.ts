import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, TestClient } from '../../../testing/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market.ts'
import type { ListingCard } from '../contract.ts'

/** What browsing answers for any listings and any question, against a plain query over all of them. */
let market: TestMarket
let member: TestClient
let sellers: string[]
beforeAll(async () => {
  market = await testMarket()
  member = await market.signIn()
  sellers = [member.user.id, (await market.signIn()).user.id]
  await searchByIndex()
})
afterAll(() => market.stop())

/** A handful of listings would be read one by one; from here on all connections search by index, as among a million. */
async function searchByIndex(): Promise<void> {
  const { db } = market.ctx
  await db.raw('drop index listing_newest, listing_status_newest, listing_category_newest, listing_by_seller')
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
  ...'a B c 1 % _ \\ \' " - . : ; ? $ ß ẞ İ ı ſ K Σ ς σ É e\u0301 \u0308 Ǆ ﬁ Ⅷ 長 🧸 👩‍👧 \u200b'.split(' '),
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

const CATEGORIES = ['toys', 'other', 'snow-gear']
const listing = fc.record({
  title: kept(3),
  city: kept(2),
  category: fc.constantFrom(...CATEGORIES),
  status: fc.constantFrom('available', 'available', 'reserved', 'claimed', 'withdrawn'),
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

const question = (listings: Kept[]) =>
  fc.record(
    {
      search: searched(listings.map(({ title }) => title)),
      city: searched(listings.map(({ city }) => city)),
      category: fc.constantFrom('all', 'never-seen', ...CATEGORIES),
      status: fc.constantFrom('available', 'reserved', 'claimed'),
      seller: fc.nat(1),
      limit: fc.integer({ min: 1, max: 9 }),
    },
    { requiredKeys: ['limit'] },
  )
type Question = ReturnType<typeof question> extends fc.Arbitrary<infer Q> ? Q : never

const asked = fc
  .array(listing, { minLength: 1, maxLength: 25 })
  .chain((listings) => fc.tuple(fc.constant(listings), fc.array(question(listings), { minLength: 10, maxLength: 10 })))

test('all pages together are what a plain query finds, in its order, each listing once, and the total is right', async () => {
  await fc.assert(
    fc.asyncProperty(asked, async ([listings, questions]) => {
      await keepOnly(listings)
      for (const one of questions) {
        const expected = await plainly(one)
        const found: string[] = []
        let path: string | undefined = `/api/items?${queryOf(one)}`
        while (path !== undefined) {
          const page: Page = await market.visitor().get<ListingCard[]>(path)
          expect([page.status, page.headers.get('x-total-count')]).toEqual([200, String(expected.length)])
          expect(page.body.length).toBeLessThanOrEqual(one.limit)
          found.push(...page.body.map(({ id }) => id))
          path = next(page)
          if (path !== undefined) expect(page.body).toHaveLength(one.limit)
        }
        expect(found).toEqual(expected)
      }
    }),
    { numRuns: 40 },
  )
})

async function keepOnly(listings: Kept[]): Promise<void> {
  await market.ctx.db('listing').delete()
  await market.ctx.db.raw(
    `insert into listing (seller_id, title, city, category, status, hidden_at, hidden_reason, claimed_at, withdrawn_at,
       created_at, description, condition, contact_name, contact_email, pickup_address, photos)
     select (:sellers::uuid[])[seller + 1], title, city, category, status, case when hidden then now() end,
       case when hidden then 'a reason' end, case when status = 'claimed' then now() end,
       case when status = 'withdrawn' then now() end, timestamptz '2026-01-01' + at * interval '1 microsecond',
       'A description.', 'good', 'Nora', 'nora@example.com', '12 Alder Street', array['/photos/x']
     from jsonb_to_recordset(:listings)
       as kept (title text, city text, category text, status text, seller int, hidden bool, at int)`,
    { sellers, listings: JSON.stringify(listings) },
  )
  // After a write of its own the process reads first pages anew; this need not wait until it hears of the change.
  await member.patch('/api/users/me/children-ages', { childrenAges: [] })
}

function queryOf({ seller, ...rest }: Question): string {
  const given = Object.entries({ ...rest, ...(seller !== undefined && { seller: sellers[seller] }) })
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

/** The database itself says what is the same but for letter case. */
async function plainly({ search = '', city = '', category = 'all', status, seller }: Question): Promise<string[]> {
  const pattern = (text: string) =>
    `%${text
      .trim()
      .normalize()
      .replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`
  const { rows } = await market.ctx.db.raw<{ rows: { id: string }[] }>(
    `with listing as materialized (select * from listing)
     select id from listing where hidden_at is null and status <> 'withdrawn' and title ilike :title and city ilike :city
       and :category in ('all', category) and :status in ('any', status) and :seller in ('any', seller_id::text)
     order by created_at desc, id desc`,
    {
      title: pattern(search),
      city: pattern(city),
      category,
      status: status ?? 'any',
      seller: seller === undefined ? 'any' : sellers[seller]!,
    },
  )
  return rows.map(({ id }) => id)
}
