import { beforeEach, expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { killAtEachStatement } from '../../../testing/market/killed-job.ts'
import { openMarket } from '../../../testing/market/open-market.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { untilSomebodyWaits } from '../../../testing/postgres/lock-waits.ts'
import { canadaEntry, cpscEntry } from '../../../testing/doubles/recalls-double.ts'
import { handlers } from '../../../worker.ts'
import { STARTER, syncFile } from '../../recalls/index.ts'
import type { Listing } from '../contract.ts'
import { claimForBuyer, reserveListings } from '../index.ts'

const market = useMarket()
beforeEach(async () => {
  await market.ctx.db.raw('truncate recall, recall_source')
})

const file = (...entries: object[]) => Buffer.from(JSON.stringify(entries))
const wobblo = (number: string, name: string, title = 'Wobblo Recalls Cribs Due to Fall Hazard') =>
  cpscEntry(number, { title, name })
/** An hour's sync, and the look that follows it. */
const sync = (...entries: object[]) => syncFile(market.ctx, file(...entries))
const look = (worker = market) => handlers(worker.ctx)['catalog.look-for-recalled']({})
async function lookHourly() {
  for (let hour = 0; hour < 4; hour += 1) {
    await look()
    market.clock.advance({ minutes: 60 })
  }
}
const toldTo = async (member: TestClient) =>
  (
    await market.ctx
      .db('notice')
      .where({ member_id: member.user.id })
      .whereRaw(`told like 'recall:%'`)
      .orderBy('seq')
      .select('told')
  ).map(({ told }) => told)
const statusOf = async (id: string) => (await market.ctx.db('listing').where({ id }).first('status'))?.status

async function sold(title: string) {
  const buyer = await market.signIn()
  const { listing, seller } = await buildListing(market, { fields: { title } })
  await transact(market.ctx.db, async (trx) => {
    const now = market.clock.now()
    await reserveListings(trx, { listingIds: [listing.id], now })
    await claimForBuyer(trx, { listings: [{ id: listing.id, tokensInEscrow: 300n }], buyerId: buyer.user.id, now })
  })
  return { buyer, seller, listing }
}

test('a sync and a look that are killed after any statement end as if they had not been: each is told once', async () => {
  const { listing, seller } = await buildListing(market, { fields: { title: 'Wobblo Slumbra crib' } })
  const { buyer, seller: former } = await sold('Wobblo Slumbra crib')
  expect(await killAtEachStatement(market, () => sync(wobblo('26-400', 'Wobblo Slumbra Crib')))).toBeGreaterThan(3)
  expect(await killAtEachStatement(market, look)).toBeGreaterThan(5)
  await lookHourly()
  expect(await statusOf(listing.id)).toBe('withdrawn')
  expect(await toldTo(seller)).toEqual(['recall: listed'])
  expect(await toldTo(former)).toEqual(['recall: sold'])
  expect(await toldTo(buyer)).toEqual(['recall: bought'])
})

test('two machines that look at once tell each once', async () => {
  const { buyer, seller } = await sold('Wobblo Tikka crib')
  await sync(wobblo('26-401', 'Wobblo Tikka Crib'))
  const other = await openMarket(market.ctx.config.DATABASE_URL)
  try {
    await Promise.all([look(), look(other), look(), look(other)])
  } finally {
    await other.stop()
  }
  expect(await toldTo(seller)).toEqual(['recall: sold'])
  expect(await toldTo(buyer)).toEqual(['recall: bought'])
})

test('a recall that changes while it is looked for is looked for again, as it is now', async () => {
  const { buyer } = await sold('Wobblo Kippa crib')
  const { listing } = await buildListing(market, { fields: { title: 'Wobblo Nolla crib' } })
  await sync(wobblo('26-402', 'Wobblo Nolla Crib'))
  market.clock.advance({ minutes: 180 })
  const edit = await market.ctx.db.transaction()
  await edit('listing').where({ id: listing.id }).forUpdate().select('id')
  const looking = look()
  await untilSomebodyWaits(market.ctx.db)
  await sync(wobblo('26-402', 'Wobblo Kippa Crib'))
  await edit.rollback()
  await looking
  await lookHourly()
  expect(await toldTo(buyer)).toEqual(['recall: bought'])
})

test.each([
  ['product', 'Wobblo Vega crib', wobblo('26-403', 'Wobblo Other Highchair'), wobblo('26-403', 'Wobblo Vega Crib')],
  [
    'brand',
    'Zolto crib',
    wobblo('26-403', 'Crib', 'Somebody Recalls Cribs Due to Fall Hazard'),
    wobblo('26-403', 'Crib', 'Zolto Recalls Cribs Due to Fall Hazard'),
  ],
])('a recall of which the source mends its %s is looked for again', async (_, title, before, after) => {
  const { buyer, seller } = await sold(title)
  await sync(before)
  await lookHourly()
  await sync(after)
  await lookHourly()
  expect(await toldTo(buyer)).toEqual(['recall: bought'])
  expect(await toldTo(seller)).toEqual(['recall: sold'])
})

test('a recall that its source takes back asks nobody any more; where it comes back, who listed it is told again', async () => {
  const { listing, seller } = await buildListing(market, { fields: { title: 'Wobblo Mirra crib' } })
  const others = Array.from({ length: 3 }, (_, at) => wobblo(`26-41${at}`, `Wobblo Other${at} Highchair`))
  const recall = wobblo('26-404', 'Wobblo Mirra Crib')
  await sync(recall, ...others)
  await lookHourly()
  await sync(...others)
  await expect
    .poll(async () => (await seller.patch<Listing>(`/api/items/${listing.id}`, { status: 'available' })).status)
    .toBe(200)
  await sync(recall, ...others)
  await lookHourly()
  expect(await statusOf(listing.id)).toBe('withdrawn')
  expect(await toldTo(seller)).toEqual(['recall: listed', 'recall: listed'])
})

test('the same recall in two sources, a few days apart, is told once; another one later is told', async () => {
  const { buyer, seller } = await sold('Wobblo Pelle crib')
  const { listing, seller: other } = await buildListing(market, { fields: { title: 'Wobblo Pelle crib' } })
  const canada = (nid: string) =>
    canadaEntry(nid, { title: 'Wobblo recalls Pelle Crib due to fall hazard', product: 'Pelle Crib' })
  await sync(wobblo('26-405', 'Wobblo Pelle Crib'))
  await lookHourly()
  const compared = { status: 'available', recallsCompared: ['cpsc:26-405'] }
  expect((await other.patch(`/api/items/${listing.id}`, compared)).status).toBe(200)
  market.clock.advance({ minutes: 3 * 24 * 60 })
  await sync(canada('900'))
  await lookHourly()
  expect(await toldTo(buyer)).toEqual(['recall: bought'])
  expect(await toldTo(seller)).toEqual(['recall: sold'])
  expect(await toldTo(other)).toEqual(['recall: listed'])
  expect(await statusOf(listing.id)).toBe('available')

  await sync(canada('900'), { ...canada('901'), 'Last updated': '2026-09-01' })
  await lookHourly()
  expect(await toldTo(buyer)).toEqual(['recall: bought', 'recall: bought'])
  expect(await toldTo(other)).toEqual(['recall: listed', 'recall: listed'])
})

test('what is posted while its recall is looked for, by somebody who asked before it was known, is found within the day', async () => {
  await sync(wobblo('26-406', 'Wobblo Runa Crib'))
  await look()
  const { listing, seller } = await buildListing(market)
  await market.ctx.db('listing').where({ id: listing.id }).update({ title: 'Wobblo Runa crib' })
  await lookHourly()
  expect(await statusOf(listing.id)).toBe('withdrawn')
  expect(await toldTo(seller)).toEqual(['recall: listed'])
})

test('who gave it away outside the market is told, and that nobody else could be', async () => {
  const { listing, seller } = await buildListing(market, { fields: { title: 'Wobblo Pivvo crib' } })
  expect((await seller.patch(`/api/items/${listing.id}/claim`)).status).toBe(200)
  await sync(wobblo('26-407', 'Wobblo Pivvo Crib'))
  await lookHourly()
  expect(await toldTo(seller)).toEqual(['recall: given away'])
})

test('who bought from a neighbour who has left is told; once it has been looked for long enough, nothing is read', async () => {
  const { buyer, seller } = await sold('Wobblo Sanna crib')
  expect((await seller.delete('/api/users/me')).status).toBeLessThan(300)
  await sync(wobblo('26-407', 'Wobblo Sanna Crib'))
  await lookHourly()
  expect(await toldTo(buyer)).toEqual(['recall: bought'])
  expect(await toldTo(seller)).toEqual([])
  expect(await market.ctx.db('recall').whereNull('looked_at').select('key')).toEqual([])
})

test('who compared with what a market knows from the start is not asked again by its source', async () => {
  const { listing, seller } = await buildListing(market)
  const { key, url } = STARTER.find((recall) => recall.key.includes('/'))!
  const said = { title: 'Wobblo Brava crib', recalls_compared: [key] }
  await market.ctx.db('listing').where({ id: listing.id }).update(said)
  await sync({ ...wobblo('26-408', 'Wobblo Brava Crib'), URL: url })
  await lookHourly()
  expect(await statusOf(listing.id)).toBe('available')
  expect(await toldTo(seller)).toEqual([])
})
