import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildListing } from '../../../../testing/market/builders.ts'
import { QUALITIES, THINGS } from '../../../../testing/bench/words.ts'
import type { TestClient } from '../../../../testing/market/client.ts'
import { useMarket } from '../../../../testing/market/use-market.ts'
import type { ListingCard } from '../../contract.ts'
import { countTitleWords } from '../../counts/count-title-words.ts'

// `npm run drill typos` has 1,000.
const TYPOS = Number(process.env.TYPOS ?? 300)

const market = useMarket()
let seller: TestClient
beforeAll(async () => {
  seller = await market.signIn()
})
beforeEach(() => market.ctx.db('listing').delete())

const post = async (title: string) => (await buildListing(market, { seller, fields: { title } })).listing.id

/** The last is the newest. */
async function insertTitles(titles: string[]) {
  await market.ctx.db.raw(
    `insert into listing (seller_id, title, description, category, condition, city, contact_name, contact_email,
       pickup_address, photos, token_price, created_at)
     select ?, title, 'A description.', 'toys', 'good', 'Graz', 'Nora', 'nora@example.com', '12 Alder Street',
       array['/photos/x'], 300, timestamptz '2026-01-01' + place * interval '1 second'
     from unnest(?::text[]) with ordinality as given (title, place)`,
    [seller.user.id, titles],
  )
}

async function countWords() {
  await market.ctx.db.transaction((trx) => market.ctx.queue.send(trx, 'catalog.count-title-words', {}))
  await market.runJobs({ only: ['catalog.count-title-words'] })
}

async function search(query: Record<string, string>) {
  const page = await market
    .visitor()
    .get<ListingCard[]>(`/api/items?${String(new URLSearchParams({ ...query, limit: query['limit'] ?? '200' }))}`)
  expect(page.status).toBe(200)
  const showing = page.headers.get('x-showing')
  return {
    titles: page.body.map(({ title }) => title),
    showing: showing === null ? null : decodeURIComponent(showing),
    total: page.headers.get('x-total-count'),
    next: /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1],
  }
}

describe('a few titles', () => {
  beforeEach(async () => {
    await insertTitles([
      'Brown teddy bear',
      'Teddy, white',
      'Ski boots',
      'Bear in boats',
      'Küchenwaage',
      'Piano stool, 1920',
    ])
    await countWords()
  })

  test.each([
    ['tedyd', 'teddy', ['Teddy, white', 'Brown teddy bear']],
    ['white Tedddy', 'white teddy', ['Teddy, white']],
    ['browm tedyd', 'brown teddy', ['Brown teddy bear']],
    ['kuchenwage', 'kuchenwaage', ['Küchenwaage']],
    ['KÜCHENWAGGE', 'kuchenwaage', ['Küchenwaage']],
  ])('%s shows %s', async (typed, showing, titles) => {
    expect(await search({ search: typed })).toEqual({ titles, showing, total: String(titles.length), next: undefined })
  })

  test.each([
    ['teddy', 2],
    ['edd', 2],
    ['ski bear', 0],
    ['bear boots', 0],
    ['teddy zzzzzz', 0],
    ['bo', 2],
    ['xq', 0],
    ['1921', 0],
    ['%', 0],
    ['te%ddy', 0],
  ])('%s stays as it is', async (typed, found) => {
    const { titles, showing } = await search({ search: typed })
    expect([titles.length, showing]).toEqual([found, null])
  })

  test('letter for letter, where that is asked for, in a feed, and where the correction finds nothing either', async () => {
    expect(await search({ search: 'tedyd', exact: 'true' })).toMatchObject({ titles: [], showing: null })
    expect(await search({ search: 'tedyd', category: 'furniture' })).toMatchObject({ titles: [], showing: null })
    const feed = await fetch(`${market.url}/api/items.atom?search=tedyd`)
    expect(await feed.text()).not.toContain('<entry>')
  })

  test('its pages go on', async () => {
    const first = await search({ search: 'tedyd', limit: '1' })
    expect(first).toMatchObject({ titles: ['Teddy, white'], showing: 'teddy', total: '2' })
    const rest = await market.visitor().get<ListingCard[]>(first.next!)
    expect(rest.body.map(({ title }) => title)).toEqual(['Brown teddy bear'])
  })

  test('a word posted this minute is right, and one that is gone is offered no more', async () => {
    await post('Tedder, for hay')
    expect(await search({ search: 'tedder' })).toMatchObject({ titles: ['Tedder, for hay'], showing: null })
    expect(await search({ search: 'tedder', category: 'furniture' })).toMatchObject({ titles: [], showing: null })
    await market.ctx
      .db('listing')
      .whereIn('title', ['Brown teddy bear', 'Teddy, white'])
      .update({ hidden_at: market.clock.now(), hidden_reason: 'a reason' })
    expect(await search({ search: 'tedyd' })).toMatchObject({ titles: [], showing: null })
  })

  test('what is found as a part of a few words gives way to the word that was meant, if that finds more', async () => {
    for (const colour of ['red', 'blue', 'green']) await post(`Mats, bolt, bolts, ${colour}`)
    await countWords()
    // It stands in "boats".
    expect(await search({ search: 'oats' })).toMatchObject({ showing: 'mats', total: '3' })
    expect(await search({ search: 'oats', exact: 'true' })).toMatchObject({ titles: ['Bear in boats'], showing: null })
    expect(await search({ search: 'oats bear' })).toMatchObject({ titles: ['Bear in boats'], showing: null })
    // Whole words and beginnings are right, however few have them.
    for (const right of ['boats', 'boat', 'boa']) {
      expect(await search({ search: right })).toMatchObject({ titles: ['Bear in boats'], showing: null })
    }
  })

  test('a search that finds enough asks the database no more than before', async () => {
    await post('Third teddy')
    const asked: string[] = []
    const note = ({ sql }: { sql: string }) => asked.push(sql)
    market.ctx.db.on('query', note)
    await search({ search: 'teddy' })
    market.ctx.db.removeListener('query', note)
    expect(asked.filter((sql) => sql.includes('title_word'))).toEqual([])
    expect(asked.length).toBeLessThanOrEqual(2)
  })
})

test('the counts are those of the public titles, whatever happens and whenever they are added up', async () => {
  const { db } = market.ctx
  const titles = ['red coat', 'Red red boots', 'blue coat', 'Müsli bowl 12', 'x 1']
  const step = fc.oneof(
    fc.record({ post: fc.constantFrom(...titles) }),
    fc.record({ rename: fc.constantFrom(...titles), nth: fc.nat(5) }),
    fc.record({ hide: fc.boolean(), nth: fc.nat(5) }),
    fc.record({ remove: fc.constant(true), nth: fc.nat(5) }),
    fc.record({ count: fc.integer({ min: 1, max: 2 }) }),
  )
  const first = await post('First of all')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const nth = (n: number) => db('listing').orderBy('created_at').offset(n).limit(1).select('id')
      for (const one of [...steps, { count: 1 }]) {
        if ('post' in one) await insertTitles([one.post])
        else if ('rename' in one) await db('listing').whereIn('id', nth(one.nth)).update({ title: one.rename })
        else if ('hide' in one)
          await db('listing')
            .whereIn('id', nth(one.nth))
            .update(
              one.hide
                ? { hidden_at: market.clock.now(), hidden_reason: 'x' }
                : { hidden_at: null, hidden_reason: null },
            )
        else if ('remove' in one) await db('listing').whereIn('id', nth(one.nth)).whereNot({ id: first }).delete()
        else await Promise.all(Array.from({ length: one.count }, () => countTitleWords(db)))
      }
      const { rows: expected } = await db.raw<{ rows: unknown[] }>(
        'select word, count(*)::int as listings from search_entry cross join words_of(title) word group by word order by word',
      )
      const { rows } = await db.raw<{ rows: unknown[] }>(
        'select word, listings::int as listings from title_word order by word',
      )
      expect(rows).toEqual(expected)
      expect(await db('title_word_change')).toEqual([])
    }),
    { numRuns: 15 },
  )
})

test(`of ${TYPOS} words with one typo 95% find what was meant, and no word that is right is changed`, async () => {
  const things = Object.values(THINGS).flat()
  const titles = things.map((thing, n) => `${QUALITIES[n % QUALITIES.length]} ${thing}`)
  await insertTitles(titles)
  await countWords()
  const words = [...new Set(titles.flatMap((title) => title.toLowerCase().match(/[a-z]+/g) ?? []))]
  for (const word of words) expect([word, (await search({ search: word, limit: '1' })).showing]).toEqual([word, null])

  const long = words.filter((word) => word.length >= 4)
  const typos = fc
    .sample(
      fc.tuple(
        fc.constantFrom(...long),
        fc.nat(),
        fc.constantFrom(...'a b c d e f g h i j k l m n o p q r s t u v w x y z'.split(' ')),
        fc.nat(3),
      ),
      {
        numRuns: 3 * TYPOS,
        seed: 18,
      },
    )
    .map(([word, at, letter, kind]) => ({ word, typed: withTypo(word, at, letter, kind) }))
    .filter(({ typed }) => !words.includes(typed))
    .slice(0, TYPOS)
  expect(typos).toHaveLength(TYPOS)
  const missed: string[] = []
  for (const { word, typed } of typos) {
    const { titles: found } = await search({ search: typed, limit: '50' })
    if (!found.some((title) => title.toLowerCase().includes(word))) missed.push(`${word}: ${typed}`)
  }
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(TYPOS / 20)
})

function withTypo(word: string, place: number, letter: string, kind: number): string {
  const at = place % word.length
  const [before, here, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)]
  if (kind === 0) return before + letter + here + after
  if (kind === 1) return before + after
  if (kind === 2) return before + letter + after
  return before + after.slice(0, 1) + here + after.slice(1)
}
