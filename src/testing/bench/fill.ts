import pg from 'pg'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database.ts'
import { AGE_RANGES } from '../../modules/identity/constants.ts'
import { CITIES, QUALITIES, REMARKS, THINGS } from './words.ts'

const MEMBERS = 1000
const AT_A_TIME = 25_000

/** Adds listings, each with its photo's row, until there are `size`. The same numbers make the same listings. */
export async function fill({ db, config }: Context, size: number, tell: (line: string) => void): Promise<void> {
  await addMembers(db)
  const [row] = await db('listing').count('*')
  const present = Number(row?.count ?? 0)
  if (present >= size) return
  for (let from = present + 1; from <= size; from += AT_A_TIME) {
    await addListings(db, from, Math.min(from + AT_A_TIME - 1, size))
    if (from > AT_A_TIME && from % 200_000 < AT_A_TIME) tell(`… ${from.toLocaleString('en')}`)
  }
  await tidy(config.DATABASE_URL)
}

const DAY_MS = 24 * 60 * 60 * 1000

/** With a million listings this takes longer than any statement of the market may. */
export async function tidy(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, statement_timeout: DAY_MS })
  await client.connect()
  try {
    for (const table of ['listing', 'listing_card', 'search_entry', 'photo', 'listing_count'])
      await client.query(`vacuum (analyze) ${table}`)
    // Else PostgreSQL goes on writing all this to disk while it is measured.
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

async function addMembers(db: Database): Promise<void> {
  await db.raw(
    `insert into member (email, first_name, referral_code)
     select 'bench' || n || '@example.com', 'Bench', 'BENCH' || n from generate_series(1, ?) n on conflict do nothing`,
    [MEMBERS],
  )
}

/** A number from 0 to below `values`, scattered by a hash of `n` and `salt`. */
const pick = (salt: string, values: number | string) => `abs(hashint8(n * 31 + ${salt})) % ${values}`

async function addListings(db: Database, first: number, last: number): Promise<void> {
  const categories = Object.keys(THINGS)
  const things = Object.values(THINGS).map((list) => `array[${list.map((thing) => `'${thing}'`).join(',')}]`)
  await db.transaction(async (trx) => {
    await trx.raw(`set local statement_timeout = '10min'`)
    await trx.raw(
      `with seller as materialized (
        select array_agg(id order by email) as ids from member where email like 'bench%'
      ), choice as (
        select n, ids[1 + ${pick('1', MEMBERS)}] as seller_id, gen_random_uuid() as photo_id,
          1 + ${pick('2', categories.length)} as category,
          -- Squared, so that the first of each list are common and the last are rare.
          1 + floor(power(${pick('3', 10_000)} / 10000.0, 2) * 8.02)::int as thing,
          1 + floor(power(${pick('4', 10_000)} / 10000.0, 2) * cardinality(:cities::text[]))::int as city,
          ${pick('5', 100)} as fate
        from generate_series(:first::int8, :last::int8) n, seller
      ), posted as (
        insert into listing (seller_id, title, description, category, condition, age_size, city, latitude, longitude,
          contact_name, contact_email, pickup_address, photos, token_price, weight_lbs, delivery_option, status,
          claimed_at, withdrawn_at, created_at)
        select seller_id,
          (:qualities::text[])[1 + ${pick('6', 'cardinality(:qualities::text[])')}] || ' ' ||
            (case category ${things.map((list, index) => `when ${index + 1} then (${list})[thing]`).join(' ')} end) || ', ' ||
            (:remarks::text[])[1 + ${pick('7', 'cardinality(:remarks::text[])')}],
          'Our children have outgrown it. Clean, complete and ready to be picked up most evenings.',
          (:categories::text[])[category],
          (array['like-new', 'good', 'fair', 'well-used'])[1 + ${pick('8', 4)}],
          case when (:categories::text[])[category] = 'baby-clothes' then (:sizes::text[])[1 + ${pick('10', 'cardinality(:sizes::text[])')}] end,
          (:cities::text[])[city],
          -- Towns 40 km apart, each some kilometres wide and densest in its middle.
          42.2 + city / 6 * 0.6 + (${pick('11', 1000)} + ${pick('12', 1000)} - 999) / 10000.0,
          -123.4 + city % 6 * 0.8 + (${pick('13', 1000)} + ${pick('14', 1000)} - 999) / 7000.0,
          'Bench', 'bench@example.com', '12 Alder Street',
          array['/photos/' || photo_id || '.webp'], 100 * category + 50 * (${pick('15', 3)}), 1 + ${pick('9', 4000)} / 100.0,
          (array['doordash', 'pickup', 'both'])[1 + ${pick('16', 3)}],
          case when fate < 75 then 'available' when fate < 96 then 'claimed' else 'withdrawn' end,
          case when fate between 75 and 95 then timestamptz '2026-11-18' end, case when fate >= 96 then timestamptz '2026-11-18' end,
          timestamptz '2026-01-01' + n * interval '20 seconds'
        from choice
        returning id, seller_id, photos[1] as url
      )
      insert into photo (id, owner_id, listing_id, url, width, height, bytes, placeholder, variants_at)
      select substring(url from 9 for 36)::uuid, seller_id, id, url, 1600, 1200, 90000,
        'data:image/webp;base64,' || repeat(encode(decode(md5(url), 'hex'), 'base64'), 6), timestamptz '2026-11-18'
      from posted`,
      { first, last, categories, sizes: AGE_RANGES, cities: CITIES, qualities: QUALITIES, remarks: REMARKS },
    )
  })
}
