import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agreedTrade, cardOf, say, toldTo, type Card } from '../../../testing/market/appointments.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import {
  acceptOrder,
  confirmOrder,
  decideOrder,
  orderOf,
  paidOrder,
  reportOrder,
  settleOrder,
  type OpenOrder,
} from '../../../testing/market/orders.ts'
import { noteWords } from '../../../told.ts'
import { followProblems } from './follow-problems.ts'
import { openDisputes } from '../../../testing/market/work.ts'

const market = useMarket()
let admin: TestClient
beforeAll(async () => {
  market.clock.set('2026-12-01T09:00:00Z')
  admin = await market.signIn({ firstName: 'Olga' })
  await admin.post('/api/admin/setup')
})
beforeEach(() => {
  market.clock.set('2026-12-01T09:00:00Z')
})
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const problem = ({ buyer, purchaseId }: OpenOrder, more: object = {}) =>
  buyer.post<Card>(`/api/purchases/${purchaseId}/problem`, {
    reason: 'broken',
    words: 'One of the wheels is broken.',
    ...more,
  })
const answer = ({ purchaseId }: OpenOrder, by: TestClient, more: object = {}) =>
  by.post<Card>(`/api/purchases/${purchaseId}/problem/answer`, { words: 'It was fine here.', ...more })
const follow = (by: { days?: number; minutes?: number }) => {
  market.clock.advance(by)
  return Promise.all([followProblems(market.ctx), followProblems(market.ctx)])
}
const HOURS_48 = 48 * 60

describe('a reported problem', () => {
  test('says what it is, until when the seller answers and when it is decided at the latest', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const { status, body } = await problem(order)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      stage: 'problem',
      tokensHeld: '1.00',
      next: { by: 'seller', step: 'answer', at: body.problem?.answerUntil },
      problem: { reason: 'broken', words: 'One of the wheels is broken.', answer: null, decision: null },
    })
    const { reportedAt, answerUntil, decidedBy } = body.problem!
    const days = [answerUntil, decidedBy].map((time) => (Date.parse(time) - Date.parse(reportedAt)) / 86_400_000)
    expect(days).toEqual([2, 7])
    expect((await toldTo(order.seller)).filter((one) => one === 'account: A problem was reported')).toHaveLength(1)
    expect((await problem(order)).status).toBe(409)
    for (const other of [order.seller, await market.signIn()])
      expect((await problem({ ...order, buyer: other })).status).toBe(404)
    for (const bad of [{ reason: 'ugly' }, { words: 'Bad' }, { itemIds: [] }])
      expect((await problem(await paidOrder(market, { lines: 1 }), bad)).status).toBe(400)
  })

  test('without an answer within 48 hours is refunded by itself, once, and not a minute earlier', async () => {
    const order = await paidOrder(market, { lines: 1 })
    await problem(order)
    await follow({ minutes: HOURS_48 - 1 })
    expect((await cardOf(order.buyer, order)).stage).toBe('problem')
    await follow({ minutes: 2 })
    expect(await cardOf(order.seller, order)).toMatchObject({
      stage: 'decided',
      tokensHeld: '0.00',
      pickup: null,
      problem: { decision: { outcome: 'refund', by: 'silence', reason: null } },
    })
    expect((await order.buyer.refreshUser()).tokens).toBe('10.00')
    expect(await answer(order, order.seller)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_ANSWER' } })
    await market.runJobs()
    expect((await orderOf(order)).state).toBe('refunded')
  })

  test('of a seller who has shown the code of the door waits for an admin, however silent they are', async () => {
    const order = await paidOrder(market, { lines: 1 })
    expect((await order.seller.get(`/api/purchases/${order.purchaseId}/code`)).status).toBe(200)
    const { body } = await problem(order, { reason: 'did_not_come' })
    expect(body).toMatchObject({ next: { by: 'seller', step: 'answer' }, problem: { codeShown: true } })
    await follow({ minutes: HOURS_48 + 1 })
    expect(await cardOf(order.buyer, order)).toMatchObject({
      stage: 'problem',
      tokensHeld: '1.00',
      next: { by: 'admin', step: 'decide', at: body.problem?.decidedBy },
    })
    const queue = await openDisputes(admin)
    expect(queue).toContainEqual(expect.objectContaining({ purchaseId: order.purchaseId, codeShown: true }))
    await follow({ days: 5 })
    expect(await cardOf(order.buyer, order)).toMatchObject({
      stage: 'decided',
      problem: { decision: { outcome: 'refund', by: 'date' } },
    })
    await market.runJobs()
  })

  test('where both were there and no code was shown, silence refunds what is wrong with the things', async () => {
    const order = await agreedTrade(market, { minutes: 60 })
    market.clock.advance({ minutes: 65 })
    for (const side of [order.buyer, order.seller]) expect((await say(side, order, 'here')).status).toBe(200)
    expect((await problem(order)).body.problem).toMatchObject({ codeShown: false })
    await follow({ minutes: HOURS_48 + 1 })
    expect(await cardOf(order.buyer, order)).toMatchObject({
      stage: 'decided',
      problem: { decision: { outcome: 'refund', by: 'silence' } },
    })
    await market.runJobs()
  })

  test('is told with what silence leads to, also where the code is shown only after that', async () => {
    const order = await paidOrder(market, { lines: 1 })
    await market.runJobs()
    await problem(order)
    await market.runJobs()
    const promised =
      "If they don't, an admin decides where they have shown the code at the door; else everything goes back to the buyer."
    const [notice] = (await order.seller.get<{ body: string }[]>('/api/notifications')).body
    expect(notice?.body).toContain(promised)
    const notes = await market.ctx.db('message').where({ recipient_id: order.seller.user.id })
    const inEnglish = { language: 'en', timeZone: 'UTC' } as const
    expect(notes.map((row) => noteWords(row, inEnglish))).toContainEqual(expect.stringContaining(promised))
    expect((await cardOf(order.seller, order)).problem).toMatchObject({ codeShown: false })
    await order.seller.get(`/api/purchases/${order.purchaseId}/code`)
    expect((await cardOf(order.seller, order)).problem).toMatchObject({ codeShown: true })
    await settleOrder(admin, order, 'release')
  })

  test('that was reported without saying what it is goes the same way', async () => {
    const [silent, answered] = [await paidOrder(market, { lines: 1 }), await paidOrder(market, { lines: 1 })]
    for (const order of [silent, answered]) await reportOrder(order)
    expect((await answer(answered, answered.seller)).body.problem).toMatchObject({ reason: 'other' })
    await follow({ minutes: HOURS_48 + 1 })
    expect((await cardOf(silent.buyer, silent)).stage).toBe('decided')
    expect((await cardOf(answered.buyer, answered)).stage).toBe('problem')
    await settleOrder(admin, answered, 'release')
  })

  test('with an answer waits for an admin, whose reason both read', async () => {
    const order = await paidOrder(market, { lines: 1 })
    await problem(order)
    market.clock.advance({ minutes: HOURS_48 - 1 })
    expect((await answer(order, order.seller)).body).toMatchObject({
      stage: 'problem',
      next: { by: 'admin', step: 'decide' },
      problem: { answer: { words: 'It was fine here.' } },
    })
    expect(await answer(order, order.seller)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_ANSWER' } })
    expect(await toldTo(order.buyer)).toContain('trades: The seller answered your report')
    await follow({ days: 3 })
    expect((await cardOf(order.buyer, order)).stage).toBe('problem')
    const queue = await openDisputes(admin)
    expect(queue.find(({ purchaseId }) => purchaseId === order.purchaseId)).toMatchObject({
      kind: 'broken',
      answer: 'It was fine here.',
      wrongCodes: 0,
      appointment: null,
      promises: { buyer: { kept: 0, of: 0 }, seller: { kept: 0, of: 0 } },
    })
    expect((await decideOrder(admin, order, 'release', { reason: 'The photos show it whole' })).status).toBe(200)
    await acceptOrder(order.buyer, order)
    for (const member of [order.buyer, order.seller])
      expect(await cardOf(member, order)).toMatchObject({
        stage: 'decided',
        problem: { decision: { outcome: 'release', by: 'admin', reason: 'The photos show it whole' } },
      })
  })

  test('is decided at once where both agree: on a refund, or on keeping it', async () => {
    const [refunded, kept] = [await paidOrder(market, { lines: 1 }), await paidOrder(market, { lines: 1 })]
    for (const order of [refunded, kept]) await problem(order)
    expect((await answer(refunded, refunded.seller, { refund: true })).body).toMatchObject({
      stage: 'refunded',
      tokensHeld: '0.00',
      problem: { decision: { outcome: 'refund', by: 'agreement' } },
    })
    await confirmOrder(kept)
    expect(await cardOf(kept.seller, kept)).toMatchObject({
      stage: 'handed_over',
      problem: { decision: { outcome: 'release', by: 'agreement' } },
    })
    await market.runJobs()
  })

  test('is answered by the seller alone, and not after the 48 hours', async () => {
    const order = await paidOrder(market, { lines: 1 })
    await problem(order)
    for (const other of [order.buyer, await market.signIn()]) expect((await answer(order, other)).status).toBe(404)
    market.clock.advance({ minutes: HOURS_48 + 1 })
    expect(await answer(order, order.seller)).toMatchObject({ status: 409, body: { code: 'TOO_LATE' } })
    await follow({})
  })

  test('of one thing leaves the others as they are', async () => {
    const order = await paidOrder(market, { lines: 3 })
    const [first = '', second = ''] = order.itemIds
    await problem(order, { itemIds: [first] })
    await follow({ minutes: 60 })
    await problem(order, { itemIds: [second] })
    await follow({ minutes: HOURS_48 - 30 })
    expect((await orderOf(order)).lines.map(({ state }) => state)).toEqual(['refund_due', 'disputed', 'paid'])
    await follow({ minutes: 60 })
    expect((await orderOf(order)).lines.map(({ state }) => state)).toEqual(['refund_due', 'refund_due', 'paid'])
    await market.runJobs()
  })
})

test.each(Array.from({ length: 4 }, (_, round) => round))(
  'the end of the 48 hours, the buyer who keeps it and an admin at the same moment: one outcome (%i)',
  async () => {
    const order = await paidOrder(market, { lines: 1 })
    await problem(order)
    market.clock.advance({ minutes: HOURS_48 + 1 })
    const [, kept] = await Promise.all([
      followProblems(market.ctx),
      confirmOrder(order),
      decideOrder(admin, order, 'release'),
    ])
    const { stage, problem: told } = await cardOf(order.buyer, order)
    const outcome = [stage, told?.decision?.by]
    expect(outcome).toEqual(kept.status === 200 ? ['handed_over', 'agreement'] : ['decided', 'silence'])
    await market.runJobs()
  },
)

test('a job that is killed between two problems goes on with the rest', async () => {
  const orders = [await paidOrder(market, { lines: 1 }), await paidOrder(market, { lines: 1 })]
  for (const order of orders) await problem(order)
  market.clock.advance({ minutes: HOURS_48 + 1 })
  const { clock, log } = market.ctx
  let reads = 0
  const dying = {
    ...market.ctx,
    log: Object.assign(Object.create(log) as typeof log, { warn: () => undefined }),
    clock: {
      now() {
        reads += 1
        if (reads > 2) throw new Error('killed')
        return clock.now()
      },
    },
  }
  await followProblems(dying)
  const stages = async () => {
    const cards = []
    for (const order of orders) cards.push((await cardOf(order.buyer, order)).stage)
    return cards
  }
  expect(await stages()).toEqual(['decided', 'problem'])
  await followProblems(market.ctx)
  expect(await stages()).toEqual(['decided', 'decided'])
  await market.runJobs()
})
