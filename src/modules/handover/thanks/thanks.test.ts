import { beforeEach, describe, expect, test } from 'vitest'
import { cardOf, thank, toldTo } from '../../../testing/market/appointments.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { undoIsOver } from '../../../testing/market/undo-is-over.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { confirmOrder, paidOrder, type OpenOrder } from '../../../testing/market/orders.ts'
import type { Neighbour } from '../contract.ts'
import { followThanks } from './follow-thanks.ts'
import { openReports } from '../../../testing/market/work.ts'

const market = useMarket()
beforeEach(() => {
  market.clock.set('2026-12-01T09:00:00Z')
})

async function handedOver(options: Parameters<typeof paidOrder>[1] = {}): Promise<OpenOrder> {
  const order = await paidOrder(market, { lines: 1, ...options })
  await confirmOrder(order)
  return order
}
const later = (by: { days?: number; minutes?: number }) => {
  market.clock.advance(by)
  return Promise.all([followThanks(market.ctx), followThanks(market.ctx)])
}
const thanksOn = async ({ user }: TestClient) =>
  (await market.visitor().get<Neighbour>(`/api/neighbours/${user.id}`)).body.thanks.map(({ words }) => words)

describe('a thank-you', () => {
  test('is shown when both have written', async () => {
    const order = await handedOver()
    const { seller, buyer } = order
    expect(await cardOf(buyer, order)).toMatchObject({ next: { by: 'both', step: 'thank' }, thanks: { mine: null } })
    const { body } = await thank(buyer, order, 'So kind!')
    expect(body).toMatchObject({
      next: { step: 'nothing' },
      thanks: { mine: { chips: ['friendly'], words: 'So kind!' }, theirs: null, theyHaveWritten: false },
    })
    expect(await cardOf(seller, order)).toMatchObject({ thanks: { theirs: null, theyHaveWritten: true } })
    expect(JSON.stringify(await cardOf(seller, order))).not.toContain('So kind')
    expect(await thanksOn(seller)).toEqual([])
    expect(await toldTo(seller)).toContain('thank-yous: You got a thank-you')
    await thank(seller, order, 'A pleasure')
    expect([await thanksOn(seller), await thanksOn(buyer)]).toEqual([['So kind!'], ['A pleasure']])
    expect((await cardOf(seller, order)).thanks.theirs).toMatchObject({ words: 'So kind!' })
    for (const member of [seller, buyer]) expect(await toldTo(member)).toContain('thank-yous: A thank-you for you')
    await later({ days: 8 })
    expect((await toldTo(seller)).filter((one) => one === 'thank-yous: A thank-you for you')).toHaveLength(1)
  })

  test('or after seven days, not a minute earlier', async () => {
    const order = await handedOver()
    await thank(order.buyer, order, 'Lovely')
    const seen = async () => [
      (await thanksOn(order.seller)).length,
      (await cardOf(order.seller, order)).thanks.theirs?.words ?? null,
      (await toldTo(order.seller)).filter((one) => one === 'thank-yous: A thank-you for you').length,
    ]
    await later({ days: 7, minutes: -1 })
    expect(await seen()).toEqual([0, null, 0])
    await later({ minutes: 2 })
    expect(await seen()).toEqual([1, 'Lovely', 1])
  })

  test('is written once, by the two sides alone, within 60 days of the handover', async () => {
    const paid = await paidOrder(market, { lines: 1 })
    expect(await thank(paid.buyer, paid, 'Thanks')).toMatchObject({ status: 409, body: { code: 'NOT_HANDED_OVER' } })
    const order = await handedOver()
    expect((await thank(await market.signIn(), order, 'Me too')).status).toBe(404)
    const taps = await Promise.all(Array.from({ length: 4 }, () => thank(order.buyer, order, 'Thanks')))
    expect(taps.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    market.clock.advance({ days: 60, minutes: 1 })
    // Nobody is signed in for that long.
    const seller = await market.signIn({ email: order.seller.user.email })
    expect(await thank(seller, order, 'Late')).toMatchObject({ status: 409, body: { code: 'TOO_LATE' } })
  })

  test('needs a chip or words, and not too many', async () => {
    const order = await handedOver()
    const write = async (body: object) =>
      (await order.buyer.post(`/api/purchases/${order.purchaseId}/thanks`, body)).status
    for (const bad of [{}, { chips: [] }, { chips: ['rich'] }, { words: ' ' }, { words: 'x'.repeat(301) }])
      expect(await write(bad), JSON.stringify(bad)).toBe(400)
    expect(await write({ chips: ['friendly', 'friendly'] })).toBe(400)
    expect(await write({ chips: ['friendly', 'on_time'] })).toBe(200)
  })

  test('is reported once it can be read, and taken away by an admin with a reason', async () => {
    const admin = await market.signIn()
    await admin.post('/api/admin/setup')
    const order = await handedOver()
    const { seller, buyer } = order
    await thank(buyer, order, 'Buy my watches')
    const rows = await market.ctx.db('thanks').where({ purchase_id: order.purchaseId }).pluck('id')
    const report = (by: TestClient) =>
      by.post<{ code?: string }>('/api/reports', { subject: { kind: 'thanks', id: rows[0] }, reason: 'spam' })
    expect((await report(seller)).status).toBe(404)
    await thank(seller, order, 'Hm')
    expect(await report(buyer)).toMatchObject({ status: 409, body: { code: 'OWN_SUBJECT' } })
    expect((await report(seller)).status).toBe(201)
    const [reported] = await openReports(admin)
    expect(reported?.subject).toMatchObject({ kind: 'thanks', text: 'friendly: Buy my watches' })
    const decision = { action: 'hide', note: 'Advertising' }
    expect((await admin.post(`/api/admin/reports/${reported?.id}/decision`, decision)).status).toBe(200)
    expect(await thanksOn(seller)).toEqual([])
    expect((await cardOf(seller, order)).thanks.theirs).toBeNull()
    await undoIsOver(market)
    expect(await toldTo(buyer)).toContain('account: Your thank-you was removed')
  })
})
