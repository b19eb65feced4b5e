import { onTestFinished, expect, test } from 'vitest'
import { agreedTrade, sayAbsent } from '../../../testing/market/appointments.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import { buildBasket, startOrder } from '../../../testing/market/orders.ts'
import { promote } from '../../../testing/market/promote.ts'
import { openMarket, type TestMarket } from '../../../testing/market/open-market.ts'
import { finish, payCard, reserve } from '../../../testing/market/trades.ts'
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

const DAY = 24 * 60

test('what is won, missed, spent, blocked, suspended or left after the closing changes neither tickets nor weights', async () => {
  const database = await cloneDatabase()
  onTestFinished(() => database.drop())
  const { id, won, emails, giverEmail } = await at(database, 0, async (market) => {
    const giver = await market.signIn()
    const drawOf = async () =>
      (await buildListing(market, { seller: giver, fields: { draw: { hours: 6 } } })).listing.id
    const members = await Promise.all(Array.from({ length: 6 }, () => market.signIn()))
    const won = await drawOf()
    expect((await members[0]!.put(`/api/items/${won}/draw/entry`)).status).toBe(200)
    market.clock.advance({ minutes: 60 })
    const id = await drawOf()
    for (const member of members) expect((await member.put(`/api/items/${id}/draw/entry`)).status).toBe(200)
    return { id, won, emails: members.map(({ user }) => user.email), giverEmail: giver.user.email }
  })
  for (const minutes of [361, 362]) await follow(database, minutes)
  const late = await copyOf(database.url)
  onTestFinished(() => late.drop())

  for (const minutes of [420, 421]) await follow(database, minutes)
  await at(late, 480, async (market) => {
    const back = (email: string | undefined) => market.signIn({ email: email! })
    const giver = await back(giverEmail)
    const [winner, absent, poor, blocked, suspended, gone] = await Promise.all(emails.map(back))
    const { body } = await reserve(winner!, won)
    const { body: paid } = await payCard(winner!, body.clientSecret)
    expect((await finish(winner!, won, paid.paymentIntentId)).status).toBe(200)
    const trade = await agreedTrade(market, { buyer: absent!, minutes: 60 })
    await giver.post(`/api/members/${blocked!.user.id}/block`)
    const basket = await buildBasket(market, await market.signIn(), 9)
    expect((await startOrder(poor!, basket)).status).toBe(201)
    const admin = await market.signIn()
    await promote(market, admin)
    const suspension = { until: null, reason: 'The same advertisement ten times' }
    const path = `/api/admin/members/${suspended!.user.id}/suspension`
    expect((await admin.send('PUT', path, suspension)).status).toBe(200)
    expect((await gone!.delete('/api/users/me')).status).toBe(204)
    market.clock.advance({ minutes: 120 })
    expect((await sayAbsent(trade.seller, trade)).status).toBe(200)
    market.clock.advance({ minutes: DAY })
    await handlers(market.ctx)['handover.count-absences']({})
  })
  for (const minutes of [480 + 2 * DAY, 481 + 2 * DAY]) await follow(late, minutes)

  const read = (from: ClonedDatabase) =>
    at(from, 0, async (market) => (await market.visitor().get<Draw>(`/api/items/${id}/draw`)).body)
  const { tickets, ticketsDigest, seed, order } = await read(database)
  expect(tickets?.map(({ weight }) => weight)).toEqual([12, 12, 12, 12, 12, 12])
  expect(await read(late)).toMatchObject({ tickets, ticketsDigest, seed, order })
})
