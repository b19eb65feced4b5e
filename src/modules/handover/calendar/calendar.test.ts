import { expect, test } from 'vitest'
import { agreedTrade, callOff, hourIn, offer, take } from '../../../testing/market/appointments.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { cancelOrder, paidOrder } from '../../../testing/market/orders.ts'
import { toCalendar } from './ical.ts'

const market = useMarket()

/** Lines as a program reads them: folded ones put together again. */
const read = (calendar: string) => calendar.replaceAll('\r\n ', '').split('\r\n')
const stamp = (time: string) => `${time.slice(0, 19).replace(/[-:]/g, '')}Z`

test('an appointment as a file, with the address for the buyer', async () => {
  const order = await agreedTrade(market)
  const path = `/api/purchases/${order.purchaseId}/appointment.ics`
  const { status, headers, body } = await order.buyer.get<string>(path)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(headers.get('content-disposition')).toBe('attachment; filename="appointment.ics"')
  expect(read(body)).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      `DTSTART:${stamp(order.start)}`,
      `DTEND:${stamp(order.end)}`,
      'SUMMARY:Fetch "Toy 1"',
      'LOCATION:12 Alder Street\\, Portland',
    ]),
  )
  expect(read((await order.seller.get<string>(path)).body)).toContain('SUMMARY:Hand over "Toy 1"')
  expect((await (await market.signIn()).get(path)).status).toBe(404)
  await callOff(order.buyer, order)
  expect(await order.buyer.get(path)).toMatchObject({ status: 404, body: { code: 'NO_APPOINTMENT' } })
})

test('one private feed for all of them: no addresses, a new one ends the old, none after it is closed', async () => {
  const order = await agreedTrade(market)
  const { buyer } = order
  const cancelled = await agreedTrade(market, { buyer })
  await cancelOrder(cancelled)
  const { body: feed } = await buyer.post<{ url: string }>('/api/users/me/calendar')
  const reader = market.visitor()
  const pathOf = (url: string) => url.slice(market.url.length)
  const { status, headers, body } = await reader.get<string>(pathOf(feed.url))
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(read(body).filter((line) => line.startsWith('SUMMARY'))).toEqual(['SUMMARY:Fetch "Toy 1"'])
  expect(body).not.toContain('Alder')
  // Another time moves the very same event.
  const uid = (text: string) => read(text).find((line) => line.startsWith('UID:'))
  const other = hourIn(market, 50 * 60)
  const { body: offered } = await offer(buyer, order, [other])
  await take(order.seller, order, offered.offer!.id, other.start)
  const moved = (await reader.get<string>(pathOf(feed.url))).body
  expect([uid(moved), read(moved).includes(`DTSTART:${stamp(other.start)}`)]).toEqual([uid(body), true])

  expect((await buyer.get('/api/users/me/calendar')).body['createdAt']).not.toBeNull()
  const { body: second } = await buyer.post<{ url: string }>('/api/users/me/calendar')
  const gone = { status: 404, body: { code: 'FEED_NOT_FOUND' } }
  expect(await reader.get(pathOf(feed.url))).toMatchObject(gone)
  expect((await reader.get(pathOf(second.url).replace('.ics', ''))).status).toBe(200)
  expect((await buyer.delete('/api/users/me/calendar')).status).toBe(204)
  expect(await reader.get(pathOf(second.url))).toMatchObject(gone)
  expect((await buyer.get('/api/users/me/calendar')).body).toEqual({ createdAt: null })
})

test('a trade without an appointment has no file', async () => {
  const order = await paidOrder(market, { lines: 1 })
  expect((await order.seller.get(`/api/purchases/${order.purchaseId}/appointment.ics`)).status).toBe(404)
})

test('long lines are folded at 75 bytes, never inside of a character; what has a meaning is escaped', () => {
  const summary = `Fetch "${'Bücherkiste, '.repeat(12)}"; with a \\ and\na line`
  const now = new Date('2026-12-01T09:00:00Z')
  const event = {
    uid: '1',
    start: now,
    end: now,
    changedAt: now,
    description: '',
    url: 'https://m.example',
    location: null,
  }
  const calendar = toCalendar('A; market', [{ ...event, summary }])
  for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(read(calendar)).toContain('X-WR-CALNAME:A\\; market')
  expect(read(calendar)).toContain(`SUMMARY:Fetch "${'Bücherkiste\\, '.repeat(12)}"\\; with a \\\\ and\\na line`)
})
