import { afterEach, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { killAtEachStatement } from '../../../testing/market/killed-job.ts'
import { openMarket } from '../../../testing/market/open-market.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { handlers } from '../../../worker.ts'
import type { Notice } from '../../notifications/contract.ts'
import type { Draw } from './contract.ts'

const market = useMarket()
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const follow = (worker = market) => handlers(worker.ctx)['purchasing.follow-draws']({})
const read = async (id: string, by: Pick<TestClient, 'get'> = market.visitor()) =>
  (await by.get<Draw>(`/api/items/${id}/draw`)).body
const enter = (by: TestClient, id: string) => by.put<Draw>(`/api/items/${id}/draw/entry`)
const leave = (by: TestClient, id: string) => by.delete<Draw>(`/api/items/${id}/draw/entry`)
const told = async (member: TestClient) =>
  (await member.get<Notice[]>('/api/notifications')).body.map(({ title }) => title)

async function draw(entrants: number): Promise<{ id: string; members: TestClient[] }> {
  const { listing } = await buildListing(market, { fields: { draw: { hours: 6 } } })
  const members = await Promise.all(Array.from({ length: entrants }, () => market.signIn()))
  for (const member of members) expect((await enter(member, listing.id)).status).toBe(200)
  return { id: listing.id, members }
}

/** A worker on another machine, whose clock is that much ahead. */
async function anotherWorker(minutes: number) {
  const other = await openMarket(market.ctx.config.DATABASE_URL)
  other.clock.set(new Date(market.clock.now().getTime() + minutes * 60_000))
  return other
}

test('killed between any two statements of closing, drawing and handing on: one order, and each is told once', async () => {
  const { id, members } = await draw(3)
  const { commitment } = await read(id)
  market.clock.advance({ minutes: 360 })
  expect(await killAtEachStatement(market, follow)).toBeGreaterThan(5)
  const closed = await read(id)
  expect(closed).toMatchObject({ state: 'closed', commitment, seed: null, order: null })
  expect(closed.tickets).toHaveLength(3)

  market.clock.advance({ minutes: 1 })
  const drawnAt = market.clock.now()
  expect(await killAtEachStatement(market, follow)).toBeGreaterThan(5)
  const drawn = await read(id)
  const { tickets, ticketsDigest } = closed
  expect(drawn).toMatchObject({ state: 'drawn', commitment, tickets, ticketsDigest, turn: { place: 1 } })
  expect(Date.parse(drawn.turn!.until) - drawnAt.getTime()).toBeGreaterThanOrEqual(24 * 3_600_000)
  expect((await Promise.all(members.map(told))).flat()).toEqual(['You were drawn'])

  market.clock.set(drawn.turn!.until)
  expect(await killAtEachStatement(market, follow)).toBeGreaterThan(5)
  expect(await read(id)).toMatchObject({ state: 'drawn', order: drawn.order, seed: drawn.seed, turn: { place: 2 } })
  expect((await Promise.all(members.map(told))).toSorted()).toEqual([[], ['You were drawn'], ['You were drawn']])
})

test('two workers close, draw and hand on at the same moment: one digest, one order, and one is told each time', async () => {
  const { id, members } = await draw(4)
  market.clock.advance({ minutes: 360 })
  const other = await anotherWorker(0)
  const both = async (minutes: number) => {
    for (const worker of [market, other]) worker.clock.advance({ minutes })
    await Promise.all([follow(), follow(other), follow(), follow(other)])
    return read(id)
  }
  try {
    const closed = await both(0)
    const drawn = await both(1)
    expect(drawn).toMatchObject({ state: 'drawn', ticketsDigest: closed.ticketsDigest, turn: { place: 1 } })
    expect(new Set(drawn.order)).toEqual(new Set(closed.tickets?.map(({ ticket }) => ticket)))
    expect((await Promise.all(members.map(told))).flat()).toEqual(['You were drawn'])
    expect(await both(24 * 60)).toMatchObject({ order: drawn.order, turn: { place: 2 } })
    expect((await Promise.all(members.map(told))).flat()).toEqual(['You were drawn', 'You were drawn'])
  } finally {
    await other.stop()
  }
})

test('who enters, leaves and enters again while another machine closes has a ticket, or was told no; never both', async () => {
  const { id } = await draw(1)
  market.clock.advance({ minutes: 359 })
  const other = await anotherWorker(1)
  try {
    const members = await Promise.all(Array.from({ length: 8 }, () => market.signIn()))
    const last = await Promise.all([
      ...members.map(async (member) => {
        await enter(member, id)
        await leave(member, id)
        return (await enter(member, id)).status
      }),
      follow(other),
    ])
    const { state, tickets } = await read(id)
    expect(state).toBe('closed')
    for (const [index, member] of members.entries()) {
      const { mine } = await read(id, member)
      expect([last[index], mine === null]).toEqual(mine === null ? [409, true] : [200, false])
      if (mine) expect(tickets).toContainEqual({ ticket: mine.ticket, weight: mine.weight })
    }
  } finally {
    await other.stop()
  }
})
