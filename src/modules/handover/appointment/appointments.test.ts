import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agreedTrade, callOff, cardOf, hourIn, offer, say, take, toldTo } from '../../../testing/market/appointments.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { cancelOrder, confirmOrder, paidOrder } from '../../../testing/market/orders.ts'
import type { Notice } from '../../notifications/contract.ts'
import type { OpenTrades } from '../contract.ts'
import { followAppointments } from './follow-appointments.ts'

const market = useMarket({ env: { MARKET_TIME_ZONE: 'Europe/Vienna' } })
// Some clocks are an hour from a change of the day.
beforeEach(() => {
  market.clock.set('2026-12-01T09:00:00Z')
})
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const stateOf = async (id: string) => (await market.ctx.db('appointment').where({ id }).first('state'))?.state
const follow = (by: { days?: number; minutes?: number }) => {
  market.clock.advance(by)
  return Promise.all([followAppointments(market.ctx), followAppointments(market.ctx)])
}

describe('agreeing on a time', () => {
  test('one offers, the other takes; both see the same', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const { seller, buyer } = order
    const times = [
      { start: '2026-12-02T15:00:00.000Z', end: '2026-12-02T16:00:00.000Z' },
      { start: '2026-12-02T09:00:00.000Z', end: '2026-12-02T10:00:00.000Z' },
    ]
    expect((await offer(seller, order, times)).body).toMatchObject({
      stage: 'times_offered',
      offer: { by: 'seller', times: [times[1], times[0]] },
      next: { by: 'buyer', step: 'take_time' },
      timeZone: 'Europe/Vienna',
    })
    const { offer: open } = await cardOf(buyer, order)
    const agreed = {
      stage: 'agreed',
      offer: null,
      appointment: { id: open?.id, ...times[0] },
      next: { by: 'both', step: 'meet', at: times[0]?.start },
    }
    expect((await take(buyer, order, open!.id, times[0]!.start)).body).toMatchObject(agreed)
    expect((await take(buyer, order, open!.id, times[0]!.start)).body).toMatchObject(agreed)
    expect(await cardOf(seller, order)).toMatchObject(agreed)
    expect(await toldTo(buyer)).toContain('trades: Choose a time to meet')
    expect((await toldTo(seller)).filter((one) => one === 'trades: Time agreed')).toHaveLength(1)
    const { body } = await seller.get<Notice[]>('/api/notifications')
    expect(body.find(({ title }) => title === 'Time agreed')?.body).toBe(
      'Ben confirmed Wednesday, December 2, 4:00 PM–5:00 PM (Europe/Vienna) for "Toy 1".',
    )
  })

  test('other times are offered instead; what is agreed stands until one is taken', async () => {
    const order = await agreedTrade(market)
    const { seller, buyer } = order
    const other = hourIn(market, 48 * 60)
    const changed = await offer(buyer, order, [other])
    expect(changed.body).toMatchObject({ stage: 'agreed', appointment: { start: order.start }, offer: { by: 'buyer' } })
    const { body } = await take(seller, order, changed.body.offer!.id, other.start)
    expect(body).toMatchObject({ stage: 'agreed', appointment: { start: other.start }, offer: null })
    expect(await stateOf(order.appointmentId)).toBe('replaced')
  })

  test('bad times are refused, and change nothing', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const hour = hourIn(market, 60)
    for (const [times, code] of [
      [[], 'VALIDATION_FAILED'],
      [[hour, hour], 'VALIDATION_FAILED'],
      [Array.from({ length: 6 }, (_, index) => hourIn(market, 60 * (index + 1))), 'VALIDATION_FAILED'],
      [[{ start: hour.start, end: hour.start }], 'VALIDATION_FAILED'],
      [[{ start: hour.end, end: hour.start }], 'VALIDATION_FAILED'],
      [[{ start: hour.start, end: hourIn(market, 14 * 60).start }], 'VALIDATION_FAILED'],
      [[hour, hourIn(market, -30)], 'TIME_PASSED'],
      [[hourIn(market, 29 * 24 * 60)], 'TIME_PASSED'],
    ] as const)
      expect(await offer(order.seller, order, [...times]), JSON.stringify(times)).toMatchObject({
        status: 400,
        body: { code },
      })
    expect(await cardOf(order.buyer, order)).toMatchObject({ stage: 'paid', offer: null })
  })

  test('nobody takes what they have offered themselves, what is replaced, or what has begun', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const { seller, buyer } = order
    const [soon, later] = [hourIn(market, 30), hourIn(market, 120)]
    const first = (await offer(seller, order, [later])).body.offer!.id
    const second = (await offer(seller, order, [soon, later])).body.offer!.id
    const changed = { status: 409, body: { code: 'TIMES_CHANGED' } }
    expect(await take(seller, order, second, soon.start)).toMatchObject(changed)
    expect(await take(buyer, order, first, later.start)).toMatchObject(changed)
    expect(await take(buyer, order, second, soon.end)).toMatchObject(changed)
    market.clock.advance({ minutes: 40 })
    expect(await take(buyer, order, second, soon.start)).toMatchObject({ status: 409, body: { code: 'TIME_PASSED' } })
    expect((await take(buyer, order, second, later.start)).status).toBe(200)
  })

  test('it is called off, with a reason or without; the other side is told', async () => {
    const order = await agreedTrade(market)
    expect((await callOff(order.buyer, order)).body).toMatchObject({ stage: 'paid', appointment: null })
    expect(await callOff(order.buyer, order)).toMatchObject({ status: 409, body: { code: 'NO_APPOINTMENT' } })
    expect(await toldTo(order.seller)).toContain('trades: Appointment called off')
    expect(await stateOf(order.appointmentId)).toBe('called_off')
  })
})

describe('at the same moment', () => {
  test('both offer: the second looks at the first one first', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const answers = await Promise.all([
      offer(order.seller, order, [hourIn(market, 60)]),
      offer(order.buyer, order, [hourIn(market, 120)]),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { offer: open } = await cardOf(order.buyer, order)
    const [answering, time] = open?.by === 'seller' ? [order.buyer, 180] : [order.seller, 180]
    expect((await offer(answering, order, [hourIn(market, time)], open!.id)).status).toBe(200)
  })

  test('six taps offer once and take once', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const time = hourIn(market, 60)
    const offers = await Promise.all(Array.from({ length: 6 }, () => offer(order.seller, order, [time])))
    const ids = new Set(offers.map(({ body }) => body.offer?.id))
    expect([ids.size, offers.every(({ status }) => status === 200)]).toEqual([1, true])
    const [id] = [...ids]
    const taken = await Promise.all(Array.from({ length: 6 }, () => take(order.buyer, order, id!, time.start)))
    expect(new Set(taken.map(({ status, body }) => `${status} ${body.appointment?.id}`))).toEqual(
      new Set([`200 ${id}`]),
    )
  })

  test.each(Array.from({ length: 4 }, (_, round) => round))(
    'one cancels the purchase, the other takes a time: one of the two (%i)',
    async () => {
      const order = await paidOrder(market, { lines: 1 })
      const time = hourIn(market, 60)
      const id = (await offer(order.seller, order, [time])).body.offer!.id
      const [cancelled, taken] = await Promise.all([cancelOrder(order), take(order.buyer, order, id, time.start)])
      expect(cancelled.status).toBe(200)
      // The order of the two doesn't matter: in the end the purchase is off, and nobody is reminded of anything.
      expect([200, 409]).toContain(taken.status)
      expect(await cardOf(order.buyer, order)).toMatchObject({ stage: 'refunded', pickup: null })
      await follow({ minutes: 70 })
      expect((await toldTo(order.buyer)).filter((one) => one.startsWith('reminders'))).toEqual([])
    },
  )

  test('one calls off, the other takes: in either order nothing stands that both have not seen', async () => {
    const order = await paidOrder(market, { lines: 1 })
    const time = hourIn(market, 60)
    const id = (await offer(order.seller, order, [time])).body.offer!.id
    const [off, taken] = await Promise.all([callOff(order.seller, order), take(order.buyer, order, id, time.start)])
    expect(off.status).toBe(200)
    expect([200, 409]).toContain(taken.status)
    expect(await cardOf(order.buyer, order)).toMatchObject({ stage: 'paid', appointment: null, offer: null })
  })
})

describe('the day of the appointment', () => {
  test('is today in the zone of the market, then the two are at the door', async () => {
    const order = await agreedTrade(market, { minutes: 24 * 60 })
    expect(await cardOf(order.buyer, order)).toMatchObject({ stage: 'agreed' })
    market.clock.set('2026-12-01T22:59:00Z')
    expect(await cardOf(order.buyer, order)).toMatchObject({ stage: 'agreed' })
    // Midnight in Vienna.
    market.clock.set('2026-12-01T23:00:30Z')
    expect(await cardOf(order.buyer, order)).toMatchObject({ stage: 'today' })
    expect(await say(order.buyer, order, 'on_the_way')).toMatchObject({ status: 409, body: { code: 'TOO_EARLY' } })
    market.clock.set('2026-12-02T08:30:00Z')
    const { body } = await say(order.buyer, order, 'on_the_way')
    expect(body.appointment?.onTheWay).toEqual({ buyer: expect.any(String) as string, seller: null })
    expect((await cardOf(order.seller, order)).appointment?.onTheWay).toEqual(body.appointment?.onTheWay)
    expect((await say(order.buyer, order, 'here')).body).toMatchObject({
      stage: 'at_the_door',
      next: { by: 'buyer', step: 'confirm' },
    })
    await say(order.buyer, order, 'here')
    expect((await toldTo(order.seller)).slice(-2)).toEqual([
      'reminders: Your neighbour is on the way',
      'reminders: Your neighbour has arrived',
    ])
  })

  const openOf = async (member: TestClient) => (await member.get<OpenTrades>('/api/trades/open')).body

  test('the next morning it was yesterday: it waits for another time, and nobody is late or at the door any more', async () => {
    const order = await agreedTrade(market, { minutes: 8 * 60 })
    market.clock.set('2026-12-01T17:05:00Z')
    expect((await say(order.buyer, order, 'here')).body).toMatchObject({ stage: 'at_the_door' })
    market.clock.set('2026-12-01T20:00:00Z')
    expect((await say(order.seller, order, 'here')).status).toBe(200)
    market.clock.set('2026-12-02T08:00:00Z')
    for (const member of [order.buyer, order.seller]) {
      expect(await cardOf(member, order)).toMatchObject({
        stage: 'agreed',
        next: { by: 'both', step: 'offer_times' },
        appointment: { id: order.appointmentId },
      })
      const { waiting, today } = await openOf(member)
      expect([waiting.bought + waiting.sold, today]).toEqual([1, []])
      expect(await say(member, order, 'late')).toMatchObject({ status: 409, body: { code: 'TOO_LATE' } })
    }
    const another = hourIn(market, 60)
    await offer(order.seller, order, [another])
    expect((await cardOf(order.buyer, order)).next).toMatchObject({ by: 'buyer', step: 'take_time' })
  })

  test('one over midnight is of today until it ends', async () => {
    const order = await agreedTrade(market, { minutes: 13.5 * 60 })
    const stages = []
    for (const time of ['2026-12-01T22:40:00Z', '2026-12-01T23:20:00Z', '2026-12-01T23:40:00Z']) {
      market.clock.set(time)
      stages.push((await cardOf(order.buyer, order)).stage)
    }
    expect(stages).toEqual(['today', 'today', 'agreed'])
  })

  test('who is late says so once; the other sees it, and is told so in words of its own', async () => {
    const order = await agreedTrade(market, { minutes: 180 })
    expect(await say(order.buyer, order, 'late')).toMatchObject({ status: 409, body: { code: 'TOO_EARLY' } })
    market.clock.advance({ minutes: 175 })
    const answers = await Promise.all([say(order.buyer, order, 'late'), say(order.buyer, order, 'late')])
    for (const { status } of answers) expect(status).toBe(200)
    expect((await cardOf(order.seller, order)).appointment?.late).toEqual({
      buyer: expect.any(String) as string,
      seller: null,
    })
    const { body } = await order.seller.get<Notice[]>('/api/notifications')
    expect(body.filter(({ title }) => title === 'Your neighbour is running late').map((notice) => notice.body)).toEqual(
      ['Ben will be about 10 minutes late for "Toy 1".'],
    )
  })

  test('both are reminded two hours before and at the beginning, once each', async () => {
    const order = await agreedTrade(market, { minutes: 180 })
    const reminders = async (member: TestClient) =>
      (await toldTo(member)).filter((one) => one.startsWith('reminders')).map((one) => one.slice(11))
    await follow({ minutes: 59 })
    expect(await reminders(order.buyer)).toEqual([])
    await follow({ minutes: 1.5 })
    await follow({ minutes: 1 })
    for (const member of [order.buyer, order.seller])
      expect(await reminders(member)).toEqual(['Your appointment is in two hours'])
    await follow({ minutes: 119 })
    await follow({ minutes: 1 })
    for (const member of [order.buyer, order.seller])
      expect(await reminders(member)).toEqual(['Your appointment is in two hours', 'It is time for your appointment'])
  })

  test('nobody is reminded of what they have just agreed on, of what is handed over, or hours late', async () => {
    const close = await agreedTrade(market, { minutes: 60 })
    const done = await agreedTrade(market, { minutes: 60 })
    await confirmOrder(done)
    const late = await agreedTrade(market, { minutes: 130 })
    await follow({ minutes: 1 })
    await follow({ minutes: 61 })
    await follow({ minutes: 120 })
    const reminders = async (member: TestClient) => (await toldTo(member)).filter((one) => one.startsWith('reminders'))
    expect(await reminders(close.buyer)).toEqual(['reminders: It is time for your appointment'])
    expect(await reminders(done.buyer)).toEqual([])
    expect(await reminders(late.buyer)).toEqual(['reminders: Your appointment is in two hours'])
  })

  test('what nobody has complained about a day later was kept; of what was called off, nothing', async () => {
    const [kept, cancelled] = [await agreedTrade(market, { minutes: 60 }), await agreedTrade(market, { minutes: 60 })]
    await cancelOrder(cancelled)
    await follow({ days: 1, minutes: 59 })
    expect(await stateOf(kept.appointmentId)).toBe('agreed')
    await follow({ minutes: 3 })
    expect(await stateOf(kept.appointmentId)).toBe('kept')
    expect(await stateOf(cancelled.appointmentId)).toBe('called_off')
  })
})

test('only the two sides do anything about it, and only while something is awaited', async () => {
  const order = await agreedTrade(market)
  const stranger = await market.signIn()
  const hidden = { status: 404, body: { code: 'PURCHASE_NOT_FOUND' } }
  expect(await offer(stranger, order, [hourIn(market, 60)])).toMatchObject(hidden)
  expect(await take(stranger, order, order.appointmentId, order.start)).toMatchObject(hidden)
  expect(await callOff(stranger, order)).toMatchObject(hidden)
  expect(await say(stranger, order, 'here')).toMatchObject(hidden)
  await confirmOrder(order)
  const over = { status: 409, body: { code: 'TRADE_OVER' } }
  expect(await offer(order.seller, order, [hourIn(market, 60)])).toMatchObject(over)
  expect(await callOff(order.seller, order)).toMatchObject(over)
})
