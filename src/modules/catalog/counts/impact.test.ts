import { beforeAll, expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { CreateListingBody, ImpactStats } from '../contract.ts'
import { hideListing, relistListings, reserveListings, restoreListing } from '../index.ts'

const market = useMarket()
let seller: TestClient
beforeAll(async () => {
  seller = await market.signIn()
})

const post = async (fields: Partial<CreateListingBody> = {}) =>
  (await buildListing(market, { seller, fields })).listing.id
const impact = async () => (await market.visitor().get<ImpactStats>('/api/impact/stats')).body
const time = () => market.clock.now()
const fold = async () => {
  await market.ctx.db.transaction((trx) => market.ctx.queue.send(trx, 'catalog.fold-counts', {}))
  await market.runJobs({ only: ['catalog.fold-counts'] })
}

/** The counts' sums, and the same counted from the listings themselves; a hidden one counts as withdrawn. */
async function storedAndCounted(): Promise<[stored: unknown[], counted: unknown[]]> {
  const stored = await market.ctx.db.raw<{ rows: unknown[] }>(
    `select category, status, sum(listings)::int as listings, sum(weighed)::int as weighed,
       sum(weight_lbs)::numeric(16, 2) as weight
     from listing_count group by 1, 2 having sum(listings) <> 0 order by 1, 2`,
  )
  const counted = await market.ctx.db.raw<{ rows: unknown[] }>(
    `select category, case when hidden_at is null then status else 'withdrawn' end as status, count(*)::int as listings,
       count(weight_lbs)::int as weighed, coalesce(sum(weight_lbs), 0)::numeric(16, 2) as weight
     from listing group by 1, 2 order by 1, 2`,
  )
  return [stored.rows, counted.rows]
}

test('the figures are right after every kind of change, one by one', async () => {
  const [id, other] = [await post(), await post({ category: 'furniture', weightLbs: null })]
  const path = `/api/items/${id}`
  const patch = (body: object) => () => seller.patch(path, body)
  const steps: (() => Promise<unknown>)[] = [
    patch({ weightLbs: '20.25' }),
    patch({ weightLbs: null }),
    patch({ weightLbs: '7.5', category: 'household' }),
    patch({ status: 'withdrawn' }),
    patch({ weightLbs: '8' }),
    patch({ status: 'available' }),
    () => transact(market.ctx.db, (trx) => hideListing(trx, { listingId: id, reason: 'Forbidden', now: time() })),
    fold,
    () => transact(market.ctx.db, (trx) => restoreListing(trx, { listingId: id, now: time() })),
    () => transact(market.ctx.db, (trx) => reserveListings(trx, { listingIds: [id], now: time() })),
    () =>
      transact(market.ctx.db, (trx) => relistListings(trx, { listingIds: [id], buyerId: seller.user.id, now: time() })),
    () => seller.patch(`${path}/claim`),
    () => seller.delete(`/api/items/${other}`),
  ]
  for (const [index, step] of steps.entries()) {
    await step()
    const [stored, counted] = await storedAndCounted()
    expect(stored, `step ${index}`).toEqual(counted)
  }
  expect(await impact()).toEqual({
    totalWeightLbs: '8.00',
    itemsSold: 1,
    estimatedCO2SavedLbs: '11.21',
    itemsWithWeight: 1,
    totalItems: 1,
    available: {},
  })
})

test('and after many changes at once, while the counts are folded', async () => {
  const before = await impact()
  const ids = await Promise.all(Array.from({ length: 12 }, () => post({ weightLbs: '2.5' })))
  await Promise.all([
    ...ids.map((id, index) =>
      index % 3 ? seller.patch(`/api/items/${id}/claim`) : seller.patch(`/api/items/${id}`, { category: 'other' }),
    ),
    fold(),
  ])
  expect(await impact()).toMatchObject({
    totalWeightLbs: (Number(before.totalWeightLbs) + 20).toFixed(2),
    itemsSold: before.itemsSold + 8,
    totalItems: before.totalItems + 12,
  })
  const [stored, counted] = await storedAndCounted()
  expect(stored).toEqual(counted)
})
