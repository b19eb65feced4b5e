import { readFileSync } from 'node:fs'
import { ATTRIBUTES, groupsOf } from '../../modules/catalog/attributes.ts'
import { countTitleWords } from '../../modules/catalog/index.ts'
import type { Database } from '../../platform/database.ts'

/** A kind of thing that neighbours pass on, by which names they list it, and by what its sizes go. */
interface Thing {
  kind: string
  category: string
  sizes?: 'ages' | 'shoes'
  names: string[]
}

/** One that a listing is. */
export interface Held {
  kind: string
  size: string | null
  /** The scale of its sizes. */
  sizes: Thing['sizes']
}

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const THINGS = read('things.json') as Thing[]

const BEFORE_CLOTHES = ['', '', 'Girls', 'Boys', 'Blue', 'Striped', "Carter's", 'H&M', 'Unisex', 'Lovely']
const BEFORE = ['', '', 'Blue', 'Wooden', 'Large', 'IKEA', 'Nearly new', 'Sturdy', 'White', 'Vintage']
const AFTER = [
  '',
  '',
  ', hardly used',
  ', good condition',
  ', from a smoke-free home',
  ' with bag',
  ', needs a new home',
]
const AT_A_TIME = 5000

/** Every thing in every size it comes in. */
export const COMBINATIONS: readonly Held[] = THINGS.flatMap(({ kind, sizes }) =>
  (sizes === undefined ? [null] : sizesOf(sizes)).map((size) => ({ kind, size, sizes })),
)

function sizesOf(sizes: 'ages' | 'shoes'): string[] {
  const [ages, shoes] = groupsOf(ATTRIBUTES.ageSize)
  return Object.keys((sizes === 'ages' ? ages : shoes)?.choices ?? {})
}

const scattered = (number: number, salt: number) => ((number + 1) * 2_654_435_761 * (salt + 3)) % 4_294_967_291
const pick = <T>(from: readonly T[], number: number, salt: number) => from[scattered(number, salt) % from.length] as T

/** The `number`-th listing: in an order that has nothing to do with what they are. */
function listingAt(number: number, listings: number) {
  const place = (number * 7919) % listings
  const held = COMBINATIONS[place % COMBINATIONS.length] as Held
  const { category, names, sizes } = THINGS.find(({ kind }) => kind === held.kind) as Thing
  const round = Math.floor(place / COMBINATIONS.length)
  const name = names[(scattered(place, 1) + round) % names.length] as string
  const title = `${pick(sizes ? BEFORE_CLOTHES : BEFORE, place, 2)} ${name}${pick(AFTER, place, 3)}`.trim()
  return { number, held, title: title.charAt(0).toUpperCase() + title.slice(1), category, size: held.size }
}

/** Their titles. */
export const titlesOf = (listings: number): string[] =>
  Array.from({ length: listings }, (_, number) => listingAt(number, listings).title)

/**
 * A market of `listings` listings, all available: as many of every thing in every size, each under a name that some
 * neighbour would give it. No title says its size. The same number makes the same market, or finds it made.
 * @returns what each listing is, by its id
 */
export async function fillNeighbourhood(db: Database, listings: number): Promise<Map<string, Held>> {
  const [there] = await db('listing').count('*')
  if (Number(there?.count) === 0) await addListings(db, listings)
  const { rows } = await db.raw<{ rows: { id: string; number: number }[] }>(
    `select id, (extract(epoch from created_at - timestamptz '2026-01-01') / 20)::int as number from listing`,
  )
  return new Map(rows.map(({ id, number }) => [id, listingAt(number, listings).held]))
}

async function addListings(db: Database, listings: number): Promise<void> {
  const [member] = await db('member')
    .insert({ email: 'neighbourhood@example.com', first_name: 'Neighbour', referral_code: 'NEIGHBOUR' })
    .returning('id')
  for (let from = 0; from < listings; from += AT_A_TIME) {
    const rows = Array.from({ length: Math.min(AT_A_TIME, listings - from) }, (_, at) => listingAt(from + at, listings))
    await db.raw(
      `insert into listing (seller_id, title, description, category, condition, age_size, city, contact_name,
         contact_email, pickup_address, photos, token_price, delivery_option, status, created_at)
       select :seller, title, 'Our children have outgrown it. Clean and complete.', category, 'good', size, 'Portland',
         'Neighbour', 'neighbourhood@example.com', '12 Alder Street', array['/photos/none.webp'], 300, 'both', 'available',
         timestamptz '2026-01-01' + number * interval '20 seconds'
       from jsonb_to_recordset(:rows) as thing (number int, title text, category text, size text)`,
      { seller: member?.id ?? '', rows: JSON.stringify(rows) },
    )
    await countTitleWords(db)
  }
  for (const table of ['listing', 'search_entry', 'listing_card']) await db.raw(`analyze ${table}`)
}
