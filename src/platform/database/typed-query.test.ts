import { beforeAll, describe, expect, test } from 'vitest'
import { useMarket } from '../../testing/market/use-market.ts'
import type { Database } from '../database.ts'
import { rowOf } from './row.ts'

class Listing extends rowOf('listing') {}

const market = useMarket()
let db: Database
beforeAll(() => {
  db = market.ctx.db
})

/** Each `@ts-expect-error` is a violation that `npm run check:types` must find: it fails where there is none. */
describe('what is misspelt compiles no more than it runs', () => {
  const other = { lisitng_id: 'x' }
  const missing: [string, () => PromiseLike<unknown>][] = [
    // @ts-expect-error -- the table is listing
    ['a table', () => db('lisitng')],
    // @ts-expect-error -- the column is listing_id
    ['a condition', () => db('photo').where({ lisitng_id: 'x' })],
    // @ts-expect-error -- the column is listing_id, and a spread hides it no less
    ['a spread condition', () => db('photo').where({ ...other })],
    // @ts-expect-error -- the column is listing_id
    ['a column', () => db('photo').whereNull('lisitng_id')],
    // @ts-expect-error -- the column is listing_id
    ['what is selected', () => db('photo').select('id', 'lisitng_id')],
    // @ts-expect-error -- the column is listing_id
    ['an insert', () => db('listing_card').insert({ lisitng_id: 'x', card: '{}' })],
    // @ts-expect-error -- the column is listing_id
    ['an insert of many', () => db('listing_card').insert([{ ...other, card: '{}' }])],
    // @ts-expect-error -- the column is listing_id
    ['an update', () => db('photo').update({ ...other })],
    // @ts-expect-error -- the column is listing_id
    ['a unique key', () => db('listing_card').insert({ card: '{}' }).onConflict('lisitng_id').ignore()],
    // @ts-expect-error -- the column is listing_id
    ['what is returned', () => db('photo').delete().returning('lisitng_id')],
    // @ts-expect-error -- the column is seller_id
    ['a condition on rows of a class', () => Listing.query(db).where({ seler_id: 'x' })],
    // @ts-expect-error -- the column is seller_id
    ['the order of rows of a class', () => Listing.query(db).orderBy('seler_id')],
    // @ts-expect-error -- the property is sellerId
    ['a patch', () => Listing.query(db).patch({ selerId: 'x' })],
    // @ts-expect-error -- the property is sellerId
    ['an insert of a class', () => Listing.query(db).insert({ selerId: 'x', title: 'A title' })],
  ]
  test.each(missing)('%s', async (_, query) => {
    await expect(Promise.resolve().then(query)).rejects.toThrow(/does not exist/)
  })
})

test('values have the types of their columns', async () => {
  // @ts-expect-error -- there is no such status
  await expect(db('listing').where({ status: 'sold' })).resolves.toEqual([])
  // @ts-expect-error -- a price is a bigint
  await expect(Listing.query(db).where('token_price', '>', '100')).resolves.toEqual([])
})
