import { afterEach, beforeAll, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { killAtEachStatement } from '../../../testing/market/killed-job.ts'
import { settleOrder } from '../../../testing/market/orders.ts'
import { promote } from '../../../testing/market/promote.ts'
import { confirmDelivery, finish, payCard, reserve } from '../../../testing/market/trades.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { handlers } from '../../../worker.ts'
import type { Notice } from '../../notifications/contract.ts'
import { cancelPurchase } from '../refund/cancel-purchase.ts'
import type { Draw } from './contract.ts'

const market = useMarket()
let giver: TestClient
let admin: TestClient
beforeAll(async () => {
  ;[giver, admin] = [await market.signIn(), await market.signIn()]
  await promote(market, admin)
})
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const read = async (id: string, by: TestClient = market.visitor()) => (await by.get<Draw>(`/api/items/${id}/draw`)).body
const follow = () => handlers(market.ctx)['purchasing.follow-draws']({})
/** Two workers at once, as always. */
const minute = async (minutes = 1) => {
  market.clock.advance({ minutes })
  await Promise.all([follow(), follow()])
}
const timesDrawn = async (member: TestClient) =>
  (await member.get<Notice[]>('/api/notifications')).body.filter(({ title }) => title === 'You were drawn').length
const cancel = (purchaseId: string) => giver.post(`/api/purchases/${purchaseId}/cancel`, { relist: true })

/** A draw of so many, in the order in which they were drawn. */
async function drawn(count: number): Promise<{ id: string; order: string[]; members: TestClient[] }> {
  const { listing } = await buildListing(market, { seller: giver, fields: { draw: { hours: 6 } } })
  const entrants = await Promise.all(Array.from({ length: count }, () => market.signIn()))
  for (const member of entrants) expect((await member.put(`/api/items/${listing.id}/draw/entry`)).status).toBe(200)
  await minute(360)
  await minute()
  const placed = await Promise.all(
    entrants.map(async (member) => ({ member, place: (await read(listing.id, member)).mine?.place ?? 0 })),
  )
  const members = placed.toSorted((one, other) => one.place - other.place).map(({ member }) => member)
  return { id: listing.id, order: (await read(listing.id)).order!, members }
}

async function buy(buyer: TestClient, id: string): Promise<string> {
  const { body } = await reserve(buyer, id)
  const { body: paid } = await payCard(buyer, body.clientSecret)
  expect((await finish(buyer, id, paid.paymentIntentId)).status).toBe(200)
  return body.purchaseId
}

const NOT_THEIRS = { status: 409, body: { code: 'NOT_YOUR_TURN' } }

test('what was drawn, bought and given back goes on with the next, and is over once somebody has it', async () => {
  const { id, order, members } = await drawn(3)
  const [first, second, third] = members
  const purchaseId = await buy(first!, id)
  await minute(1500)
  await minute(1500)
  expect(await read(id)).toMatchObject({ state: 'drawn', order })
  expect((await cancel(purchaseId)).status).toBe(200)
  for (const early of [first!, await market.signIn()]) expect(await reserve(early, id)).toMatchObject(NOT_THEIRS)
  await minute()
  expect(await read(id)).toMatchObject({ state: 'drawn', order, turn: { place: 2 } })
  for (const other of [first!, third!, await market.signIn()])
    expect(await reserve(other, id)).toMatchObject(NOT_THEIRS)
  await buy(second!, id)
  await confirmDelivery(second!, id)
  await minute()
  expect(await read(id)).toMatchObject({ state: 'over', order, turn: null })
  expect(await Promise.all(members.map(timesDrawn))).toEqual([1, 1, 0])
})

test('so it does within the first day, and after an admin has refunded it, once its giver offers it again', async () => {
  const { id, members } = await drawn(2)
  const [first, second] = members
  const purchaseId = await buy(first!, id)
  const problem = { reason: 'other', words: 'It was not there.' }
  expect((await first!.post(`/api/purchases/${purchaseId}/problem`, problem)).status).toBe(200)
  expect((await settleOrder(admin, { buyer: first!, seller: giver, purchaseId }, 'refund')).status).toBe(200)
  await minute(1500)
  await minute()
  expect((await giver.patch(`/api/items/${id}`, { status: 'available' })).status).toBe(200)
  expect(await reserve(await market.signIn(), id)).toMatchObject(NOT_THEIRS)
  await minute()
  expect(await read(id)).toMatchObject({ state: 'drawn', turn: { place: 2 } })
  const again = await buy(second!, id)
  expect((await cancel(again)).status).toBe(200)
  await minute()
  expect(await read(id)).toMatchObject({ state: 'over' })
  expect((await reserve(await market.signIn(), id)).status).toBe(201)
})

test('given back and not offered again for two days, it is called off, and who still hoped is told', async () => {
  const { id, members } = await drawn(2)
  const purchaseId = await buy(members[0]!, id)
  await giver.post(`/api/purchases/${purchaseId}/cancel`, { relist: false })
  await minute(2 * 24 * 60 - 1)
  expect((await read(id, giver)).state).toBe('drawn')
  await minute()
  expect((await read(id, giver)).state).toBe('over')
  const titles = async (member: TestClient) =>
    (await member.get<Notice[]>('/api/notifications')).body.map(({ title }) => title)
  expect(await titles(members[1]!)).toEqual(['No longer on offer'])
  expect(await titles(members[0]!)).not.toContain('No longer on offer')
})

test('given back twice at once, killed after any statement: the turn goes on once, and each is told once', async () => {
  const { id, order, members } = await drawn(3)
  const purchaseId = await buy(members[0]!, id)
  const what = { purchaseId, sellerId: giver.user.id, relist: true }
  expect(await killAtEachStatement(market, () => cancelPurchase(market.ctx, what))).toBeGreaterThan(5)
  market.clock.advance({ minutes: 1 })
  expect(await killAtEachStatement(market, follow)).toBeGreaterThan(3)
  expect(await read(id)).toMatchObject({ state: 'drawn', order, turn: { place: 2 } })

  const again = await buy(members[1]!, id)
  const answers = await Promise.all([cancel(again), cancel(again), follow(), follow()])
  expect([answers[0].status, answers[1].status].toSorted()).toEqual([200, 409])
  await minute()
  expect(await read(id)).toMatchObject({ state: 'drawn', order, turn: { place: 3 } })
  expect(await Promise.all(members.map(timesDrawn))).toEqual([1, 1, 1])
})
