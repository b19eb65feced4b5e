import { afterEach, beforeAll, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { promote } from '../../../testing/market/promote.ts'
import { reserve } from '../../../testing/market/trades.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { handlers } from '../../../worker.ts'
import type { Notice } from '../../notifications/contract.ts'
import type { Draw } from './contract.ts'

const market = useMarket()
let admin: TestClient
beforeAll(async () => {
  admin = await market.signIn()
  await promote(market, admin)
})
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const read = async (id: string, by: TestClient = market.visitor()) => (await by.get<Draw>(`/api/items/${id}/draw`)).body
const enter = (by: TestClient, id: string) => by.put<Draw & { code?: string }>(`/api/items/${id}/draw/entry`)
const told = async (member: TestClient) =>
  (await member.get<Notice[]>('/api/notifications')).body.map(({ title }) => title)
const minute = async (minutes = 1) => {
  market.clock.advance({ minutes })
  const follow = () => handlers(market.ctx)['purchasing.follow-draws']({})
  await Promise.all([follow(), follow()])
}
const path = ({ user }: TestClient) => `/api/admin/members/${user.id}/suspension`
async function suspend(member: TestClient) {
  const { status } = await admin.send('PUT', path(member), { until: null, reason: 'The same advertisement ten times' })
  expect(status).toBe(200)
}
const lift = async (member: TestClient) => expect((await admin.delete(path(member))).status).toBe(204)

async function entered(count: number, hours = 6) {
  const { listing, seller } = await buildListing(market, { fields: { draw: { hours } } })
  const members = await Promise.all(Array.from({ length: count }, () => market.signIn()))
  for (const member of members) expect((await enter(member, listing.id)).status).toBe(200)
  return { id: listing.id, seller, members: members as [TestClient, ...TestClient[]] }
}
const holderOf = async (id: string, members: TestClient[]) => {
  const { turn } = await read(id)
  for (const member of members) if ((await read(id, member)).mine?.place === turn?.place) return member
  throw new Error('nobody has the turn')
}

test('who is suspended as it closes has no ticket; who was until then has one, and nobody enters meanwhile', async () => {
  const { id, members } = await entered(3)
  const [suspended, forgiven, other] = members
  for (const one of [suspended, forgiven!]) await suspend(one)
  expect((await enter(forgiven!, id)).body).toMatchObject({ code: 'SUSPENDED' })
  await lift(forgiven!)
  await minute(360)
  await lift(suspended)
  await minute()
  const { tickets, order } = await read(id)
  expect([tickets?.length, order?.length]).toEqual([2, 2])
  const places = await Promise.all(members.map(async (member) => (await read(id, member)).mine?.place))
  expect(places[0]).toBeNull()
  expect(places.slice(1).toSorted()).toEqual([1, 2])
  expect(await told(suspended)).toEqual([])
  expect(await told(await holderOf(id, [forgiven!, other!]))).toContain('You were drawn')
})

test('who is suspended after it has closed keeps ticket and turn, yet buys nothing: a day later it is the next', async () => {
  const { id, members } = await entered(2)
  await minute(360)
  for (const member of members) await suspend(member)
  await minute()
  const first = await holderOf(id, members)
  expect((await reserve(first, id)).body).toMatchObject({ code: 'SUSPENDED' })
  await minute(24 * 60 - 2)
  expect(await holderOf(id, members)).toBe(first)
  await minute(2)
  const second = await holderOf(id, members)
  expect(second).not.toBe(first)
  await lift(second)
  expect((await reserve(second, id)).status).toBe(201)
})

test('what is hidden for a while is not drawn meanwhile, and a turn that would end then begins again', async () => {
  const { id, seller, members } = await entered(2)
  await suspend(seller)
  await minute(360)
  await minute()
  await lift(seller)
  expect(await read(id)).toMatchObject({ state: 'open', tickets: null })
  await minute()
  expect(await read(id)).toMatchObject({ state: 'closed' })
  await minute()
  const first = await holderOf(id, members)
  await suspend(seller)
  await minute(1440)
  await lift(seller)
  await minute(1380)
  expect(await holderOf(id, members)).toBe(first)
  expect((await reserve(first, id)).status).toBe(201)
})

test('a giver who is suspended for two days: the draw is called off, and who had entered is told, before anybody is drawn and after', async () => {
  const { id: drawnOne, seller, members } = await entered(3)
  await minute(360)
  await minute()
  const build = (hours: number) => buildListing(market, { seller, fields: { draw: { hours } } })
  const [{ listing: open }, { listing: soon }] = [await build(48), await build(6)]
  for (const { id } of [open, soon]) for (const member of members) await enter(member, id)
  const passed = await holderOf(drawnOne, members)
  await passed.delete(`/api/items/${drawnOne}/draw/entry`)
  await suspend(seller)
  const stateOf = async (id: string) =>
    (await market.ctx.db('draw').where({ listing_id: id }).first('state', 'by_hand', 'tickets_digest', 'turn'))!
  await minute(2 * 24 * 60 - 1)
  expect(await stateOf(soon.id)).toMatchObject({ state: 'open', tickets_digest: null })
  expect(await stateOf(drawnOne)).toMatchObject({ state: 'drawn', turn: 2 })
  // The turn that was given anew on the way is up a day later at most.
  await minute(24 * 60)
  for (const { id } of [open, soon])
    expect(await stateOf(id)).toEqual({ state: 'over', by_hand: false, tickets_digest: null, turn: null })
  expect(await stateOf(drawnOne)).toMatchObject({ state: 'over', by_hand: false, turn: 2 })
  for (const member of members) {
    const off = (await told(member)).filter((title) => title === 'No longer on offer')
    expect(off).toHaveLength(member === passed ? 2 : 3)
  }
  await lift(seller)
  expect(await read(open.id)).toMatchObject({ state: 'over', tickets: null, seed: null, order: null })
  expect((await reserve(members[0], open.id)).status).toBe(201)
})
