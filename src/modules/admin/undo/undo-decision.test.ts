import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cardOf, thank, toldTo } from '../../../testing/market/appointments.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import {
  acceptOrder,
  confirmOrder,
  decideOrder,
  orderOf,
  paidOrder,
  reportOrder,
  type OpenOrder,
} from '../../../testing/market/orders.ts'
import { promote } from '../../../testing/market/promote.ts'
import { undoIsOver } from '../../../testing/market/undo-is-over.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { handlers } from '../../../worker.ts'
import type { Decision } from '../appeals/contract.ts'
import type { AdminAction } from '../log/contract.ts'
import { openAppeals, openDisputes } from '../../../testing/market/work.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
let june: TestClient
let omar: TestClient
beforeAll(async () => {
  june = await market.signIn({ firstName: 'June' })
  omar = await market.signIn({ firstName: 'Omar' })
  for (const admin of [june, omar]) await promote(market, admin)
})
let began: Date
beforeEach(() => {
  began = market.clock.now()
})
afterEach(async () => {
  await market.runJobs()
  expect(await auditFindings(market)).toEqual([])
  // A problem that is left open doesn't go on to its deadlines.
  market.clock.set(began)
})

const undo = (act: { headers: Headers }, by = june) =>
  by.post<{ code: string }>(
    `/api/admin/actions/${/actions\/(\d+)\/undo>; rel="undo"/.exec(act.headers.get('link') ?? '')?.[1]}/undo`,
    {},
  )
const reported = async (lines = 1) => {
  const order = await paidOrder(market, { lines })
  await reportOrder(order)
  return order
}
const appeal = (by: TestClient, { purchaseId }: OpenOrder) =>
  by.post(`/api/purchases/${purchaseId}/problem/appeal`, { words: 'The photos are of another one.' })
const waits = async ({ purchaseId }: OpenOrder) =>
  (await openDisputes(june)).some((one) => one.purchaseId === purchaseId)
const toldOf = async (order: OpenOrder, title: string) =>
  (await Promise.all([order.buyer, order.seller].map(toldTo))).map(
    (titles) => titles.filter((one) => one.endsWith(title)).length,
  )
const DECIDED = 'An admin has decided about a problem'

test('a first decision is taken back within its minute: nobody is told, and it waits for an admin again', async () => {
  const order = await reported()
  const wrong = await decideOrder(june, order, 'release')
  expect((await cardOf(order.buyer, order)).problem?.announced).toMatchObject({ outcome: 'release' })
  expect(await waits(order)).toBe(false)
  market.clock.advance({ seconds: 30 })
  expect((await undo(wrong, omar)).status).toBe(204)
  expect((await cardOf(order.buyer, order)).problem?.announced).toBeNull()
  expect(await waits(order)).toBe(true)
  await undoIsOver(market)
  expect(await toldOf(order, DECIDED)).toEqual([0, 0])
  expect((await undo(wrong)).body.code).toBe('UNDO_OVER')
  const [undone, decided] = (await june.get<AdminAction[]>('/api/admin/actions?limit=2')).body
  expect([undone?.action, undone?.subject]).toEqual(['action.undo', `purchase:${order.purchaseId}`])
  expect(decided).toMatchObject({ action: 'dispute.release', undone: true })

  const right = await decideOrder(june, order, 'refund')
  await undoIsOver(market)
  expect(await toldOf(order, DECIDED)).toEqual([1, 1])
  expect((await undo(right)).body.code).toBe('UNDO_OVER')
  expect((await acceptOrder(order.seller, order)).status).toBe(200)
  expect((await orderOf(order)).state).toBe('refund_due')
})

test('a final decision moves nothing for its minute, and can be turned round in it', async () => {
  const order = await reported()
  await decideOrder(june, order, 'release')
  await undoIsOver(market)
  await appeal(order.buyer, order)
  const wrong = await decideOrder(omar, order, 'release')
  market.clock.advance({ seconds: 30 })
  await handlers(market.ctx)['handover.follow-problems']({})
  expect((await orderOf(order)).state).toBe('disputed')
  expect((await acceptOrder(order.buyer, order)).body.code).toBe('NOTHING_TO_APPEAL')
  expect((await undo(wrong)).status).toBe(204)
  expect(await waits(order)).toBe(true)
  expect((await decideOrder(omar, order, 'refund')).status).toBe(200)
  // Two workers at once.
  await Promise.all([undoIsOver(market), undoIsOver(market)])
  expect((await orderOf(order)).state).toBe('refund_due')
  expect(await cardOf(order.buyer, order)).toMatchObject({
    stage: 'decided',
    problem: { decision: { outcome: 'refund', final: true } },
  })
})

test('what one of the two has answered is not undone: they are told of it first', async () => {
  const order = await reported()
  const decided = await decideOrder(june, order, 'refund')
  await appeal(order.seller, order)
  expect((await toldTo(order.buyer)).slice(-2)).toEqual([`account: ${DECIDED}`, 'trades: A decision was appealed'])
  expect((await undo(decided)).body.code).toBe('UNDO_OVERTAKEN')
  await undoIsOver(market)
  expect(await toldOf(order, DECIDED)).toEqual([1, 1])
})

test.each([1, 2, 3])('of an undoing and an acceptance at the same moment one happens (%i)', async () => {
  const order = await reported()
  const decided = await decideOrder(june, order, 'release')
  const [undone, accepted] = await Promise.all([undo(decided), acceptOrder(order.buyer, order)])
  expect([undone.status, accepted.status]).toEqual(accepted.status === 200 ? [409, 200] : [204, 409])
  expect((await orderOf(order)).state).toBe(accepted.status === 200 ? 'delivered' : 'disputed')
  // They are told of the decision, and of how it ended.
  expect(await toldOf(order, DECIDED)).toEqual(accepted.status === 200 ? [2, 2] : [0, 0])
})

test('a decision about one of three things is taken back alone', async () => {
  const order = await reported(3)
  const [one = '', two = ''] = order.itemIds
  await decideOrder(june, order, 'release', { itemIds: [one] })
  await undoIsOver(market)
  const wrong = await decideOrder(june, order, 'release', { itemIds: [two] })
  expect((await undo(wrong)).status).toBe(204)
  const [dispute] = (await openDisputes(june)).filter(({ purchaseId }) => purchaseId === order.purchaseId)
  expect(dispute?.lines.map(({ listingId }) => listingId)).toEqual(order.itemIds.slice(1))
})

test('no admin undoes what another has decided about their own trade, neither the first word nor the last', async () => {
  for (const side of ['seller', 'buyer'] as const) {
    const order = await paidOrder(market, { lines: 1, [side]: june })
    await reportOrder(order)
    const outcome = side === 'seller' ? 'refund' : 'release'
    const first = await decideOrder(omar, order, outcome)
    expect(await undo(first)).toMatchObject({ status: 409, body: { code: 'OWN_SUBJECT' } })
    expect(await waits(order)).toBe(false)
    await undoIsOver(market)
    await appeal(june, order)
    const last = await decideOrder(omar, order, outcome)
    expect(await undo(last)).toMatchObject({ status: 409, body: { code: 'OWN_SUBJECT' } })
    expect((await undo(last, omar)).status).toBe(204)
    expect(await waits(order)).toBe(true)
  }
})

test('what two agree on within the minute stands, and the decision is told to nobody', async () => {
  const order = await reported()
  await decideOrder(june, order, 'refund')
  await confirmOrder(order)
  await undoIsOver(market)
  expect((await orderOf(order)).state).toBe('delivered')
  expect(await toldOf(order, DECIDED)).toEqual([0, 0])
})

test('the word on an appeal against an act is taken back, with all that it undid', async () => {
  const hiding = await buildListing(market)
  await june.post(`/api/admin/listings/${hiding.listing.id}/hide`, { reason: 'It was recalled' })
  const spammer = await buildListing(market)
  const suspension = { until: null, reason: 'Spam' }
  await june.send('PUT', `/api/admin/members/${spammer.seller.user.id}/suspension`, suspension)
  const thanked = await paidOrder(market, { lines: 1 })
  await confirmOrder(thanked)
  await thank(thanked.buyer, thanked, 'Buy my watches')
  await thank(thanked.seller, thanked, 'All was well')
  const { id } = (await market.ctx.db('thanks').where({ from_id: thanked.buyer.user.id }).first('id'))!
  const report = { subject: { kind: 'thanks', id }, reason: 'spam' }
  const { body: toDecide } = await thanked.seller.post<{ id: string }>('/api/reports', report)
  await june.post(`/api/admin/reports/${toDecide.id}/decision`, { action: 'hide', note: 'Advertising' })
  await undoIsOver(market)

  const inForce = async (member: TestClient) => (await member.get<Decision[]>('/api/decisions')).body[0]
  for (const member of [hiding.seller, spammer.seller, thanked.buyer]) {
    const act = await inForce(member)
    expect(act, 'an act').toMatchObject({ inForce: true })
    await member.post(`/api/decisions/${act?.id}/appeal`, { words: 'It was my sister' })
    const [open] = await openAppeals(omar)
    const before = await toldTo(member)
    for (const decision of ['undo', 'keep']) {
      const decided = await omar.post(`/api/admin/appeals/${open?.id}`, { decision, reason: 'She says so' })
      expect(decided.status).toBe(200)
      expect(await inForce(member)).toMatchObject({ inForce: decision === 'keep', appeal: { decision } })
      expect((await undo(decided)).status, decision).toBe(204)
      expect(await inForce(member)).toMatchObject({ inForce: true, appeal: { decision: null }, reason: act?.reason })
    }
    await undoIsOver(market)
    expect(await toldTo(member)).toEqual(before)
    const kept = await omar.post(`/api/admin/appeals/${open?.id}`, { decision: 'keep', reason: 'It stays so' })
    expect(await toldTo(member)).toEqual(before)
    await undoIsOver(market)
    expect(await toldTo(member)).toHaveLength(before.length + 1)
    expect((await undo(kept)).body.code).toBe('UNDO_OVER')
  }
})
