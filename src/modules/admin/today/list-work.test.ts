import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../platform/durations.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { paidOrder, reportOrder } from '../../../testing/market/orders.ts'
import { promote } from '../../../testing/market/promote.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { workOf } from '../../../testing/market/work.ts'
import { readPages } from '../../../testing/read-pages.ts'
import type { Decision } from '../appeals/contract.ts'
import { isOnDesk, WAIT_KINDS } from '../constants.ts'
import { readWaiting } from '../overview/waiting.ts'
import type { Work } from './contract.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
let june: TestClient
beforeAll(async () => {
  june = await market.signIn({ firstName: 'June', email: 'june@gmail.com' })
  await promote(market, june)
})

/** At least one of each kind that is settled on the desk, and some that the operators settle. */
async function plantEverything(): Promise<void> {
  const { db } = market.ctx
  const order = await paidOrder(market, { lines: 3 })
  expect((await reportOrder(order, { itemIds: order.itemIds.slice(1) })).status).toBe(200)
  market.clock.advance({ days: 6, minutes: 30 })
  const now = market.clock.now()
  for (const kind of ['chargeback', 'refused_card'] as const)
    await db('purchase_alarm').insert({ purchase_id: order.purchaseId, kind, raised_at: now })
  const refund = { key: `purchase:${order.purchaseId}:refund`, purchase_id: order.purchaseId, amount_cents: 50 }
  await db('card_refund').insert({ ...refund, due_at: now, failure: 'expired_or_canceled_card' })
  const late = { key: `line:${order.purchaseId}:refund`, due_at: new Date(now.getTime() - DAY_MS) }
  await db('card_refund').insert({ ...refund, ...late })
  const event = { id: 'evt_odd', type: 'payment_intent.succeeded', created_at: now, received_at: now }
  await db('card_event').insert({ ...event, problem: 'no such purchase' })
  const { listing } = await buildListing(market)
  const other = (await buildListing(market)).listing
  await db('copied_photo').insert({ listing_id: listing.id, like_id: other.id, found_at: now })
  for (const reporter of [await market.signIn(), await market.signIn()])
    for (const { id } of [listing, other])
      await reporter.post('/api/reports', { subject: { kind: 'listing', id }, reason: 'spam' })
  const hidden = await buildListing(market)
  await june.post(`/api/admin/listings/${hidden.listing.id}/hide`, { reason: 'It was recalled' })
  const [act] = (await hidden.seller.get<Decision[]>('/api/decisions')).body
  await hidden.seller.post(`/api/decisions/${act?.id}/appeal`, { words: 'It has been mended' })
  const crier = await market.signIn({ email: 'crier@gmail.com' })
  for (let times = 0; times < 20; times += 1) await buildListing(market, { seller: crier, fields: { title: 'Phones' } })
  for (let at = 0; at < 10; at += 1) await market.signIn({ email: `m${at}@farm.example` })
}

/** The number that a row stands for. */
const counted = ({ about }: Work): number => {
  if (about.is === 'report') return about.report.reportsOfSubject
  if (about.is === 'dispute') return about.dispute.lines.length
  return about.is === 'market' ? about.alarm.count : 1
}
const sum = (rows: Work[]) => rows.reduce((total, row) => total + counted(row), 0)

test('the list has a row for all that status counts, the earliest deadline first, and nothing else', async () => {
  await plantEverything()
  const [waiting, list] = [await readWaiting(market.ctx), await workOf(june)]
  const now = market.clock.now().getTime()
  const dueSoon = list.filter(
    ({ kind, deadline }) => kind === 'waiting_dispute' && Date.parse(deadline ?? '') <= now + DAY_MS,
  )
  for (const { kind, count } of waiting) {
    const rows = kind === 'decision_due' ? dueSoon : list.filter((row) => row.kind === kind)
    expect([kind, kind === 'decision_due' ? rows.length : sum(rows)]).toEqual([kind, count])
  }
  const missing = WAIT_KINDS.filter((kind) => isOnDesk(kind) && !list.some((row) => row.kind === kind))
  expect(missing).toEqual(['decision_due'])
  expect(dueSoon).toHaveLength(1)
  expect(list.filter(({ about }) => about.is === 'market').map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['refund_overdue', 'never_backed_up']),
  )
  expect(list.filter(({ kind }) => kind === 'open_report').map(counted)).toEqual([2, 2])

  const times = list.map(({ deadline }) => (deadline === null ? Infinity : Date.parse(deadline)))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(list.map(({ isOverdue }) => isOverdue)).toEqual(times.map((time) => time < now))

  // Page by page it is the same list, though each page has but one row.
  const pages = await readPages<Work[]>(june, '/api/admin/work?limit=1')
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual(list.map(({ id }) => [id]))
  expect((await june.get('/api/admin/work?cursor=7')).status).toBe(400)
})

test('what is not settled in time is overdue, and stands before what came later, on whichever page', async () => {
  market.clock.advance({ days: 1, seconds: 1 })
  const { listing } = await buildListing(market)
  const late = await market.signIn()
  await late.post('/api/reports', { subject: { kind: 'listing', id: listing.id }, reason: 'spam' })
  const list = await workOf(june)
  const reports = list.filter(({ kind }) => kind === 'open_report')
  expect(reports.map(({ isOverdue }) => isOverdue)).toEqual([true, true, false])
  const [first] = (await june.get<Work[]>('/api/admin/work?limit=1&kind=open_report')).body
  expect(first?.id).toBe(reports[0]?.id)
  // The clock has decided the problem, or will: an admin may still be faster.
  expect(list.find(({ kind }) => kind === 'waiting_dispute')?.isOverdue).toBe(true)
})

test('an admin who was reported does not read by whom', async () => {
  const omar = await market.signIn({ firstName: 'Omar' })
  await promote(market, omar)
  const one = await market.signIn()
  await one.post('/api/reports', { subject: { kind: 'member', id: omar.user.id }, reason: 'harassment' })
  const id = `member:${omar.user.id}`
  expect((await workOf(june)).some((row) => row.id === id)).toBe(true)
  const his = await omar.get<Work[]>('/api/admin/work?limit=100')
  expect(his.status).toBe(200)
  expect(JSON.stringify(his.body)).not.toContain(one.user.id)
})
