import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { undoIsOver } from '../../../testing/market/undo-is-over.ts'
import { readPages } from '../../../testing/read-pages.ts'
import type { Notice } from '../../notifications/contract.ts'
import type { Work } from '../today/contract.ts'
import type { Report } from './contract.ts'
import { openReports } from '../../../testing/market/work.ts'
import { promote } from '../../../testing/market/promote.ts'

let market: TestMarket
let june: TestClient
beforeAll(async () => {
  market = await testMarket({ env: { LOG_LEVEL: 'silent' } })
  june = await market.signIn({ firstName: 'June' })
  await promote(market, june)
})
afterAll(() => market.stop())

const report = (from: TestClient, id: string, more: object = {}) =>
  from.post<{ id: string }>('/api/reports', { subject: { kind: 'listing', id }, reason: 'spam', ...more })
const open = () => openReports(june)

test('a storm of reports of one thing is one row with its voices; by their number alone nothing is hidden', async () => {
  const { listing, seller } = await buildListing(market)
  const other = (await buildListing(market)).listing
  const angry = await Promise.all(Array.from({ length: 25 }, () => market.signIn()))
  await report(angry[0]!, listing.id, { details: 'The first of many' })
  market.clock.advance({ seconds: 1 })
  await Promise.all(angry.slice(1).map((one) => report(one, listing.id)))
  market.clock.advance({ seconds: 1 })
  await report(angry[1]!, other.id)
  const rows = await open()
  expect(rows.map(({ subject, reportsOfSubject }) => [subject.id, reportsOfSubject])).toEqual([
    [listing.id, 25],
    [other.id, 1],
  ])
  expect(rows[0]?.voices).toHaveLength(20)
  expect(rows[0]?.voices[0]).toMatchObject({ reporter: { id: angry[0]!.user.id }, details: 'The first of many' })
  expect((await market.visitor().get(`/api/items/${listing.id}`)).status).toBe(200)
  expect((await seller.get<Notice[]>('/api/notifications')).body).toEqual([])

  const pages = await readPages<Work[]>(june, '/api/admin/work?kind=open_report&limit=1')
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([[`listing:${listing.id}`], [`listing:${other.id}`]])
  expect((await june.post(`/api/admin/reports/${rows[0]?.id}/decision`, { action: 'dismiss' })).status).toBe(200)
  expect((await open()).map(({ subject }) => subject.id)).toEqual([other.id])
  const decided = (await june.get<Report[]>('/api/admin/reports')).body
  expect(decided.map(({ subject, reportsOfSubject }) => [subject.id, reportsOfSubject])).toEqual([[listing.id, 25]])
  await undoIsOver(market)
  const told = await Promise.all(angry.map(async (one) => (await one.get<Notice[]>('/api/notifications')).body.length))
  expect(told).toEqual(Array(25).fill(1))

  const late = await market.signIn()
  await report(late, listing.id)
  expect((await open()).map(({ subject, reportsOfSubject }) => [subject.id, reportsOfSubject])).toEqual([
    [other.id, 1],
    [listing.id, 1],
  ])
})

test('two admins decide about a storm at once: one wins, and each reporter is told once', async () => {
  const { listing } = await buildListing(market)
  const angry = await Promise.all(Array.from({ length: 12 }, () => market.signIn()))
  const ids = await Promise.all(angry.map(async (one) => (await report(one, listing.id)).body.id))
  const omar = await market.signIn()
  await promote(market, omar)
  const answers = await Promise.all(
    [june, omar].map((admin, index) =>
      admin.post<{ code: string }>(`/api/admin/reports/${ids[index * 5]}/decision`, { action: 'dismiss' }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await undoIsOver(market)
  for (const one of angry) expect((await one.get<Notice[]>('/api/notifications')).body).toHaveLength(1)
})
