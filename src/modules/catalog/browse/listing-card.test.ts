import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { untilSomebodyWaits } from '../../../testing/postgres/lock-waits.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import type { ListingCard } from '../contract.ts'

const market = useMarket()
let seller: TestClient
beforeAll(async () => {
  seller = await market.signIn()
})

const post = async () => (await buildListing(market, { seller, fields: { category: 'baby-clothes' } })).listing

/** The grid's card of a listing, read anew; null when it is not in it. */
async function cardOf(id: string): Promise<ListingCard | null> {
  const { body } = await market.visitor().get<ListingCard[]>(`/api/items?seller=${seller.user.id}`)
  return body.find((card) => card.id === id) ?? null
}

/** Cards that differ from what would be made of their listings now. */
async function stale(): Promise<unknown[]> {
  const { rows } = await market.ctx.db.raw<{ rows: unknown[] }>(
    `select listing.id from listing left join listing_card on listing_id = listing.id
     where card is distinct from make_listing_card(listing)`,
  )
  return rows
}

test.each([
  { title: 'Another title' },
  { category: 'furniture' },
  { condition: 'well-used' as const },
  { age_size: 'newborn' as const },
  { city: 'Another city' },
  { photos: ['/photos/other.webp'] },
  { token_price: 150n },
  { status: 'reserved' as const },
  { delivery_option: 'pickup' as const },
  { created_at: new Date('2026-02-03T04:05:06.789Z') },
])('a card follows %o', async (change) => {
  const { id } = await post()
  const before = await cardOf(id)
  await market.ctx.db('listing').where({ id }).update(change)
  const after = await cardOf(id)
  expect(after).not.toEqual(before)
  const { body: whole } = await market.visitor().get(`/api/items/${id}`)
  expect(whole).toMatchObject(after!)
})

test('a card follows its cover, whenever that is completed or changed', async () => {
  const { id, photos } = await post()
  const cover = market.ctx.db('photo').where({ url: photos[0] })
  await cover.clone().update({ placeholder: 'data:,a' })
  expect((await cardOf(id))?.photoInfo).toMatchObject([{ url: photos[0], placeholder: 'data:,a' }])
  await cover.clone().update({ width: 1234, height: 999 })
  expect((await cardOf(id))?.photoInfo).toMatchObject([{ width: 1234, height: 999 }])
  await seller.delete(`/api/items/${id}`)
  expect(await market.ctx.db('listing_card').where({ listing_id: id })).toEqual([])
})

test('a listing and its photo that change at the same moment both end up in the card', async () => {
  const { id, photos } = await post()
  const rename = (trx: Trx) =>
    trx('listing')
      .where({ id })
      .update({ title: `Title ${randomUUID()}` })
  const complete = (trx: Trx) =>
    trx('photo')
      .where({ url: photos[0] })
      .update({ placeholder: `data:,${randomUUID()}` })
  for (const [first, second] of [
    [rename, complete],
    [complete, rename],
  ] as const) {
    let late: Promise<unknown> | undefined
    await transact(market.ctx.db, async (trx) => {
      await first(trx)
      late = transact(market.ctx.db, second)
      await untilSomebodyWaits(market.ctx.db)
    })
    await late
    expect(await stale()).toEqual([])
  }
})
