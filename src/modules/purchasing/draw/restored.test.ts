import { onTestFinished, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import { openMarket, type TestMarket } from '../../../testing/market/open-market.ts'
import { cloneDatabase as copyOf, type ClonedDatabase } from '../../../testing/postgres/clone-database.ts'
import { cloneDatabase } from '../../../testing/postgres/database.ts'
import { handlers } from '../../../worker.ts'
import type { Draw } from './contract.ts'

/** Opens the market on that database at a time, so many minutes after the draw was opened, and closes it again. */
async function at<Result>(
  { url }: ClonedDatabase,
  minutes: number,
  work: (market: TestMarket) => Promise<Result>,
): Promise<Result> {
  const market = await openMarket(url)
  market.clock.advance({ minutes })
  try {
    return await work(market)
  } finally {
    await market.stop()
  }
}

const follow = (database: ClonedDatabase, minutes: number) =>
  at(database, minutes, ({ ctx }) => handlers(ctx)['purchasing.follow-draws']({}))

test('a restored backup draws no other winner, whenever it was taken and however late it is drawn', async () => {
  const database = await cloneDatabase()
  const copies: ClonedDatabase[] = []
  onTestFinished(async () => {
    for (const one of [database, ...copies]) await one.drop()
  })
  // A database can be copied while nobody is connected to it: after each step its market is closed.
  const copy = async () => copies.push(await copyOf(database.url))
  const id = await at(database, 0, async (market) => {
    const { listing } = await buildListing(market, { fields: { draw: { hours: 6 } } })
    for (let entrant = 0; entrant < 5; entrant += 1) {
      const member = await market.signIn()
      expect((await member.put(`/api/items/${listing.id}/draw/entry`)).status).toBe(200)
    }
    return listing.id
  })
  await copy()
  await follow(database, 360)
  await copy()
  await follow(database, 361)
  await copy()
  const read = (from: ClonedDatabase) =>
    at(from, 0, async (market) => (await market.visitor().get<Draw>(`/api/items/${id}/draw`)).body)
  const { order, seed } = await read(database)
  expect(order).toHaveLength(5)
  for (const [index, one] of copies.entries()) {
    for (const minutes of [500, 501]) await follow(one, minutes + 60 * index)
    expect(await read(one)).toMatchObject({ state: 'drawn', turn: { place: 1 }, seed, order })
  }
})
