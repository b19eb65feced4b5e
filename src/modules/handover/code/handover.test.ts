import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cardOf, toldTo, type Card } from '../../../testing/market/appointments.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import {
  cancelOrder,
  confirmOrder,
  orderOf,
  paidOrder,
  reportOrder,
  type OpenOrder,
} from '../../../testing/market/orders.ts'
import { AUTO_RELEASE_DAYS } from '../../purchasing/contract.ts'
import type { HandoverCode } from '../contract.ts'

const market = useMarket()
// The beginning of a time step: what follows within a test takes far less than one.
beforeEach(() => {
  market.clock.set('2026-12-01T09:00:00Z')
})
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const codeOf = async ({ seller, purchaseId }: OpenOrder) =>
  (await seller.get<HandoverCode>(`/api/purchases/${purchaseId}/code`)).body
const handOver = (
  by: TestClient,
  { purchaseId }: OpenOrder,
  code: string,
  more: { itemIds?: string[]; at?: string } = {},
) => by.post<Card>(`/api/purchases/${purchaseId}/handover`, { code, ...more })
/** Six digits that are not these. */
const otherThan = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0')
const wrong = { status: 403, body: { code: 'WRONG_CODE' } }

describe('the code at the door', () => {
  test('gives the tokens to the seller', async () => {
    const order = await paidOrder(market, { lines: 2 })
    const { tokens } = await order.seller.refreshUser()
    market.clock.set('2026-12-01T09:00:05Z')
    const { digits, url, changesAt } = await codeOf(order)
    expect(digits).toMatch(/^\d{6}$/)
    expect(url).toBe(`${market.url}/door/${order.purchaseId}?code=${digits}`)
    expect(changesAt).toBe('2026-12-01T09:00:30.000Z')
    const { status, body } = await handOver(order.buyer, order, digits)
    expect([status, body.stage, body.tokensHeld]).toEqual([200, 'handed_over', '0.00'])
    expect(Number((await order.seller.refreshUser()).tokens) - Number(tokens)).toBe(2)
    expect((await toldTo(order.seller)).filter((title) => title === 'trades: The buyer has it')).toHaveLength(1)
    expect(await toldTo(order.buyer)).not.toContain('trades: The buyer has it')
  })

  test('lines may be left out: those stay awaited', async () => {
    const order = await paidOrder(market, { lines: 3 })
    const [first = '', ...rest] = order.itemIds
    const { digits } = await codeOf(order)
    const { body } = await handOver(order.buyer, order, digits, { itemIds: [first] })
    expect(body).toMatchObject({ stage: 'paid', tokensHeld: '2.00' })
    expect((await handOver(order.buyer, order, digits, { itemIds: rest })).body.stage).toBe('handed_over')
  })

  test('is new every 30 seconds; the one before is taken too, and none older than a minute', async () => {
    const order = await paidOrder(market, { lines: 2 })
    const [one = '', other = ''] = order.itemIds
    market.clock.set('2026-12-01T10:00:02Z')
    const { digits } = await codeOf(order)
    market.clock.set('2026-12-01T10:00:15Z')
    expect((await codeOf(order)).digits).toBe(digits)
    market.clock.set('2026-12-01T10:00:32Z')
    expect((await codeOf(order)).digits).not.toBe(digits)
    market.clock.set('2026-12-01T10:00:45Z')
    expect((await handOver(order.buyer, order, digits, { itemIds: [one] })).status).toBe(200)
    market.clock.set('2026-12-01T10:01:00Z')
    expect(await handOver(order.buyer, order, digits, { itemIds: [other] })).toMatchObject(wrong)
    expect((await orderOf(order)).lines.map(({ state }) => state)).toEqual(['delivered', 'paid'])
  })

  test('that a phone took without reception is checked as of then, for 48 hours', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const { digits } = await codeOf(order)
    const taken = { at: '2026-12-01T09:02:00.000Z' }
    market.clock.advance({ days: 2, minutes: 10 })
    expect(await handOver(order.buyer, order, digits, taken)).toMatchObject(wrong)
    market.clock.set('2026-12-03T08:00:00Z')
    expect(await handOver(order.buyer, order, digits)).toMatchObject(wrong)
    expect(await handOver(order.buyer, order, otherThan(digits), taken)).toMatchObject(wrong)
    expect(await handOver(order.buyer, order, digits, { at: '2026-12-01T10:00:00.000Z' })).toMatchObject(wrong)
    expect((await handOver(order.buyer, order, digits, { at: 'yesterday' })).status).toBe(400)
    expect((await handOver(order.buyer, order, digits, taken)).body.stage).toBe('handed_over')
    expect((await handOver(order.buyer, order, digits, taken)).status).toBe(409)
  })

  test('of another purchase is worth nothing', async () => {
    const [order, another] = [await paidOrder(market, { lines: 1 }), await paidOrder(market, { lines: 1 })]
    const { digits } = await codeOf(order)
    expect((await codeOf(another)).digits).not.toBe(digits)
    expect(await handOver(another.buyer, another, digits)).toMatchObject(wrong)
  })

  test('five wrong ones pause for five minutes, also for the right one', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const bad = otherThan((await codeOf(order)).digits)
    for (let tried = 1; tried <= 4; tried += 1) expect(await handOver(order.buyer, order, bad)).toMatchObject(wrong)
    const paused = { status: 429, body: { code: 'CODE_PAUSED' } }
    const fifth = await handOver(order.buyer, order, bad)
    expect(fifth).toMatchObject(paused)
    expect(Number(fifth.headers.get('retry-after'))).toBe(300)
    market.clock.advance({ minutes: 4 })
    expect(await handOver(order.buyer, order, (await codeOf(order)).digits)).toMatchObject(paused)
    market.clock.advance({ minutes: 1, seconds: 1 })
    expect((await handOver(order.buyer, order, (await codeOf(order)).digits)).status).toBe(200)
  })

  test('twenty tries at once are no more than five', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const bad = otherThan((await codeOf(order)).digits)
    const answers = await Promise.all(Array.from({ length: 20 }, () => handOver(order.buyer, order, bad)))
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(4)
    const row = await market.ctx.db('handover_code').where({ purchase_id: order.purchaseId }).first()
    expect(row?.wrong_tries_in_all).toBe(5)
  })

  test('is shown to the seller alone, and taken from the buyer alone, in plain words', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const { digits } = await codeOf(order)
    const stranger = await market.signIn()
    for (const other of [order.buyer, stranger])
      expect((await other.get(`/api/purchases/${order.purchaseId}/code`)).status).toBe(404)
    for (const other of [order.seller, stranger]) {
      const { status, body } = await handOver(other, order, digits)
      expect([status, body.code, body.message]).toEqual([
        403,
        'NOT_YOUR_PURCHASE',
        'Only the neighbour who has paid for this can confirm it',
      ])
    }
    expect((await handOver(market.visitor(), order, digits)).status).toBe(401)
    for (const malformed of ['', '12345', '1234567', '12345a', '١٢٣٤٥٦'])
      expect((await handOver(order.buyer, order, malformed)).status, malformed).toBe(400)
    expect((await handOver(order.buyer, order, digits)).status).toBe(200)
    expect((await order.seller.get(`/api/purchases/${order.purchaseId}/code`)).status).toBe(409)
  })

  test('nobody guesses a code that was never shown', async () => {
    const order = await paidOrder(market, { lines: 1 })
    expect(await handOver(order.buyer, order, '000000')).toMatchObject(wrong)
  })
})

describe('one outcome', () => {
  test('of six taps', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const { digits } = await codeOf(order)
    const answers = await Promise.all(Array.from({ length: 6 }, () => handOver(order.buyer, order, digits)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test.each(Array.from({ length: 4 }, (_, round) => round))(
    'of the code, the end of the 14 days and a problem reported at the same moment (%i)',
    async () => {
      const order = await paidOrder(market, { lines: 1 })
      market.clock.advance({ days: AUTO_RELEASE_DAYS, minutes: 1 })
      const { digits } = await codeOf(order)
      await market.ctx.queue.boss.send('purchasing.follow-deliveries', {})
      const [code, problem] = await Promise.all([
        handOver(order.buyer, order, digits),
        reportOrder(order),
        market.runJobs({ only: ['purchasing.follow-deliveries'] }),
      ])
      const { stage, tokensHeld } = await cardOf(order.buyer, order)
      // A problem that came first is out of the world once the buyer confirms after all.
      expect([stage, tokensHeld]).toEqual(
        code.status === 200 || problem.status !== 200 ? ['handed_over', '0.00'] : ['problem', '1.00'],
      )
    },
  )

  test('of the code against the seller who calls it off', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const { digits } = await codeOf(order)
    const [code, cancelled] = await Promise.all([handOver(order.buyer, order, digits), cancelOrder(order)])
    expect([code.status, cancelled.status].sort()).toEqual([200, 409])
  })

  test('of the code and the confirmation without one', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const { digits } = await codeOf(order)
    const answers = await Promise.all([handOver(order.buyer, order, digits), confirmOrder(order)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
