import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cardOf, toldTo, type Card } from '../../../testing/market/appointments.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import {
  acceptOrder,
  cancelOrder,
  confirmOrder,
  decideOrder,
  orderOf,
  paidOrder,
  reportOrder,
  type OpenOrder,
} from '../../../testing/market/orders.ts'
import { promote } from '../../../testing/market/promote.ts'
import { followProblems } from './follow-problems.ts'
import { openDisputes } from '../../../testing/market/work.ts'

const HOUR_MS = 3_600_000

const market = useMarket()
let olga: TestClient
let piet: TestClient
beforeAll(async () => {
  market.clock.set('2026-12-01T09:00:00Z')
  olga = await market.signIn({ firstName: 'Olga' })
  await olga.post('/api/admin/setup')
  piet = await market.signIn({ firstName: 'Piet' })
  await promote(market, piet)
})
beforeEach(() => {
  market.clock.set('2026-12-01T09:00:00Z')
})
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const makeAdmin = ({ user }: TestClient, isAdmin: boolean) =>
  market.ctx.db('member').where({ id: user.id }).update({ is_admin: isAdmin })
const appeal = (by: TestClient, { purchaseId }: Pick<OpenOrder, 'purchaseId'>) =>
  by.post<Card>(`/api/purchases/${purchaseId}/problem/appeal`, { words: 'The photos are of another one.' })
const answer = ({ purchaseId, seller }: OpenOrder) =>
  seller.post<Card>(`/api/purchases/${purchaseId}/problem/answer`, { words: 'It was fine here.' })
/** Twice at the same moment, as two workers do. */
const follow = async ({ days = 0, hours = 0, minutes = 0 } = {}) => {
  market.clock.advance({ days, minutes: 60 * hours + minutes })
  await Promise.all([followProblems(market.ctx), followProblems(market.ctx)])
}
const announcedTo = async (member: TestClient) =>
  (await toldTo(member)).filter((title) => title === 'account: An admin has decided about a problem').length
const inQueue = async (admin: TestClient, order: OpenOrder) =>
  (await openDisputes(admin)).find(({ purchaseId }) => purchaseId === order.purchaseId)

async function reported(options: Parameters<typeof paidOrder>[1] = { lines: 1 }) {
  const order = await paidOrder(market, options)
  await reportOrder(order)
  return order
}
/** Olga has decided. */
async function decided(decision: 'release' | 'refund', options?: Parameters<typeof paidOrder>[1]) {
  const order = await reported(options)
  expect(await decideOrder(olga, order, decision)).toMatchObject({ status: 200, body: { state: 'disputed' } })
  const [loser, winner] = decision === 'release' ? [order.buyer, order.seller] : [order.seller, order.buyer]
  return { ...order, loser, winner }
}

describe('a decision', () => {
  test.each([
    ['release', 'buyer', 'delivered'],
    ['refund', 'seller', 'refund_due'],
  ] as const)(
    'to %s is announced with its reason, and carried out after 48 hours, once',
    async (decision, side, state) => {
      const order = await decided(decision)
      for (const member of [order.buyer, order.seller]) {
        const { stage, tokensHeld, next, problem } = await cardOf(member, order)
        expect([stage, tokensHeld]).toEqual(['problem', '1.00'])
        const announced = { outcome: decision, reason: 'The photos show it.', against: side, appeal: null }
        expect(problem).toMatchObject({ announced, decision: null })
        const { at, takesEffectAt } = problem!.announced!
        expect(next).toEqual({ by: side, step: 'accept', at: takesEffectAt })
        expect(Date.parse(takesEffectAt) - Date.parse(at)).toBe(48 * HOUR_MS)
        expect(await announcedTo(member)).toBe(0)
      }
      await follow({ minutes: 1 })
      for (const member of [order.buyer, order.seller]) expect(await announcedTo(member)).toBe(1)
      await follow({ hours: 47, minutes: 58 })
      expect((await orderOf(order)).state).toBe('disputed')
      await follow({ minutes: 2 })
      expect((await orderOf(order)).state).toBe(state)
      expect(await cardOf(order.seller, order)).toMatchObject({
        stage: 'decided',
        problem: { announced: null, decision: { outcome: decision, by: 'admin', final: false } },
      })
      expect(await appeal(order.loser, order)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_APPEAL' } })
      await market.runJobs()
    },
  )

  test('is carried out at once when who has lost accepts it; nobody else can, nor answer any more', async () => {
    const order = await decided('refund')
    expect(await acceptOrder(order.winner, order)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_APPEAL' } })
    expect((await acceptOrder(await market.signIn(), order)).status).toBe(404)
    expect(await answer(order)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_ANSWER' } })
    const answers = await Promise.all([1, 2, 3].map(() => acceptOrder(order.loser, order)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await orderOf(order)).state).toBe('refund_due')
    await market.runJobs()
  })

  test('is out of the world when who has won gives way', async () => {
    const [kept, cancelled] = [await decided('refund'), await decided('release')]
    expect([(await confirmOrder(kept)).status, (await cancelOrder(cancelled)).status]).toEqual([200, 200])
    await follow({ hours: 49 })
    expect([(await orderOf(kept)).state, (await orderOf(cancelled)).state]).toEqual(['delivered', 'refund_due'])
    expect(await market.ctx.db('problem_decision').whereNull('settled_at')).toEqual([])
    await market.runJobs()
  })

  test('about one thing leaves the others to the seller and the clock, and another problem is told apart', async () => {
    const order = await paidOrder(market, { lines: 3 })
    const [one = '', two = '', three = ''] = order.itemIds
    await reportOrder(order, { itemIds: [one, two] })
    expect((await decideOrder(olga, order, 'release', { itemIds: [one] })).status).toBe(200)
    expect((await decideOrder(olga, order, 'refund', { itemIds: [one] })).status).toBe(409)
    await follow({ hours: 40 })
    await reportOrder(order, { itemIds: [three] })
    await follow({ hours: 9 })
    const states = async () => (await orderOf(order)).lines.map(({ state }) => state)
    expect(await states()).toEqual(['delivered', 'refund_due', 'disputed'])
    expect((await answer(order)).status).toBe(200)
    await follow({ hours: 48 })
    expect(await states()).toEqual(['delivered', 'refund_due', 'disputed'])
    await cancelOrder(order)
    await market.runJobs()
  })
})

describe('an appeal', () => {
  test('goes to another admin, who reads everything and decides for good, after a minute', async () => {
    const order = await decided('release')
    expect(await appeal(order.winner, order)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_APPEAL' } })
    const { status, body } = await appeal(order.loser, order)
    const until = body.problem?.announced?.takesEffectAt ?? ''
    expect([status, body.next]).toEqual([200, { by: 'admin', step: 'decide', at: until }])
    expect(Date.parse(until) - Date.parse(body.problem?.announced?.appeal?.at ?? '')).toBe(72 * HOUR_MS)
    expect(await cardOf(order.winner, order)).toMatchObject({
      problem: { announced: { appeal: { words: 'The photos are of another one.' } } },
    })
    expect(await toldTo(order.winner)).toContain('trades: A decision was appealed')
    expect(await toldTo(piet)).toContain('account: An appeal needs your decision')
    expect(await toldTo(olga)).not.toContain('account: An appeal needs your decision')
    expect(await inQueue(piet, order)).toMatchObject({
      mayDecide: true,
      appeal: {
        decision: 'release',
        reason: 'The photos show it.',
        decidedBy: 'Olga',
        words: 'The photos are of another one.',
        until,
      },
    })
    expect(await inQueue(olga, order)).toMatchObject({ mayDecide: false })
    expect((await piet.get(`/api/admin/disputes/${order.purchaseId}/messages`)).status).toBe(200)
    expect(await decideOrder(olga, order, 'release')).toMatchObject({
      status: 403,
      body: { code: 'OTHER_ADMIN_DECIDES' },
    })
    // Nothing happens meanwhile.
    await follow({ hours: 50 })
    const word = { reason: 'They are, indeed.' }
    expect(await decideOrder(piet, order, 'refund', word)).toMatchObject({ body: { state: 'disputed' } })
    // For its minute it can be undone: nobody sees it, and it isn't an admin's turn.
    expect(await cardOf(order.buyer, order)).toMatchObject({ stage: 'problem', problem: { decision: null } })
    expect(await inQueue(piet, order)).toBeUndefined()
    await follow({ minutes: 1 })
    for (const member of [order.buyer, order.seller])
      expect(await cardOf(member, order)).toMatchObject({
        stage: 'decided',
        problem: {
          announced: null,
          decision: {
            outcome: 'refund',
            reason: 'They are, indeed.',
            final: true,
            announced: { ...body.problem?.announced },
          },
        },
      })
    expect(await decideOrder(piet, order, 'release')).toMatchObject({ status: 409 })
    expect((await appeal(order.seller, order)).status).toBe(409)
    await follow({ days: 4 })
    await market.runJobs()
    expect((await orderOf(order)).state).toBe('refunded')
  })

  test('is made once, in a few words, and within the 48 hours', async () => {
    const order = await decided('refund')
    const path = `/api/purchases/${order.purchaseId}/problem/appeal`
    for (const words of [undefined, '', 'No!'])
      expect((await order.loser.post(path, { words })).status, words).toBe(400)
    expect((await appeal(await market.signIn(), order)).status).toBe(404)
    const answers = await Promise.all([1, 2, 3].map(() => appeal(order.loser, order)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const late = await decided('refund')
    market.clock.advance({ days: 2, minutes: 1 })
    expect(await appeal(late.loser, late)).toMatchObject({ status: 409, body: { code: 'TOO_LATE' } })
    await follow()
    await cancelOrder(order)
    await market.runJobs()
  })

  test('that nobody decides within 3 days leaves the first decision, which is carried out', async () => {
    const order = await decided('refund')
    await follow({ hours: 30 })
    await appeal(order.loser, order)
    await follow({ hours: 71, minutes: 59 })
    expect((await orderOf(order)).state).toBe('disputed')
    await follow({ minutes: 2 })
    expect((await orderOf(order)).state).toBe('refund_due')
    expect(await cardOf(order.loser, order)).toMatchObject({ problem: { decision: { by: 'admin', final: false } } })
    await market.runJobs()
  })

  test('is decided by the same admin where there is no other, and never by a side where there is one', async () => {
    await makeAdmin(piet, false)
    const alone = await decided('release')
    await appeal(alone.loser, alone)
    expect(await inQueue(olga, alone)).toMatchObject({ mayDecide: true })
    expect((await decideOrder(olga, alone, 'release')).status).toBe(200)
    await follow({ minutes: 1 })
    expect((await orderOf(alone)).state).toBe('delivered')
    await makeAdmin(piet, true)
    const own = await reported({ lines: 1, seller: piet })
    expect(await inQueue(piet, own)).toMatchObject({ mayDecide: false })
    expect((await decideOrder(piet, own, 'release')).status).toBe(403)
    await decideOrder(olga, own, 'refund')
    await appeal(piet, own)
    expect((await decideOrder(piet, own, 'release')).status).toBe(403)
    expect((await decideOrder(olga, own, 'refund')).status).toBe(200)
    await follow({ minutes: 1 })
    await market.runJobs()
  })
})

test('admins are reminded on day 5, once; on day 7 what nobody has decided goes back to the buyer', async () => {
  const order = await reported()
  await answer(order)
  const reminded = async (admin: TestClient) =>
    (await toldTo(admin)).filter((title) => title === 'account: A problem still needs a decision').length
  const before = [await reminded(olga), await reminded(piet)]
  await follow({ days: 4, hours: 23, minutes: 59 })
  expect([await reminded(olga), await reminded(piet)]).toEqual(before)
  await follow({ minutes: 2 })
  await follow({ minutes: 1 })
  expect([await reminded(olga), await reminded(piet)]).toEqual(before.map((count) => count + 1))
  await follow({ days: 1, hours: 23, minutes: 56 })
  expect((await cardOf(order.buyer, order)).stage).toBe('problem')
  await follow({ minutes: 3 })
  expect(await cardOf(order.seller, order)).toMatchObject({
    stage: 'decided',
    problem: { decision: { outcome: 'refund', by: 'date', reason: null } },
  })
  expect(await toldTo(order.seller)).toContain('trades: A purchase was cancelled')
  await market.runJobs()
})

describe('at the same moment', () => {
  test.each(Array.from({ length: 2 }, (_, round) => round))(
    'the end of the 48 hours, an appeal and an acceptance: one outcome (%i)',
    async () => {
      const order = await decided('release')
      market.clock.advance({ days: 2, minutes: -1 })
      const [appealed, accepted] = await Promise.all([
        appeal(order.loser, order),
        acceptOrder(order.loser, order),
        follow({ minutes: 2 }),
      ])
      const { stage, problem } = await cardOf(order.buyer, order)
      expect([appealed.status, accepted.status]).not.toEqual([200, 200])
      expect([stage, problem?.announced?.appeal === undefined]).toEqual(
        appealed.status === 200 ? ['problem', false] : ['decided', true],
      )
      await follow({ days: 3 })
      expect((await orderOf(order)).state).toBe('delivered')
      await market.runJobs()
    },
  )

  test.each(Array.from({ length: 2 }, (_, round) => round))(
    'a decision, an agreement and the date: one outcome (%i)',
    async () => {
      const order = await reported()
      await answer(order)
      market.clock.advance({ days: 7, minutes: 1 })
      const [announced, cancelled, confirmed] = await Promise.all([
        decideOrder(olga, order, 'release'),
        cancelOrder(order),
        confirmOrder(order),
        follow(),
      ])
      await follow({ hours: 49 })
      const { state } = await orderOf(order)
      if (confirmed.status === 200) expect(state).toBe('delivered')
      else if (cancelled.status === 200) expect(state).toBe('refund_due')
      else expect([announced.status, state]).toEqual([409, 'refund_due'])
      expect([confirmed.status, cancelled.status]).not.toEqual([200, 200])
      await market.runJobs()
    },
  )
})
