import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { translate } from '../../../platform/language/translate.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { decideOrder, paidOrder, reportOrder, type OpenOrder } from '../../../testing/market/orders.ts'
import { readPages } from '../../../testing/read-pages.ts'
import type { AdminAction } from './contract.ts'
import { LOG_KINDS, reasonOf, sentenceOf, thingOf } from '../log-sentences.ts'
import { workOf } from '../../../testing/market/work.ts'
import { promote } from '../../../testing/market/promote.ts'

let market: TestMarket
let june: TestClient
let omar: TestClient
beforeAll(async () => {
  market = await testMarket({ env: { LOG_LEVEL: 'silent' } })
  june = await market.signIn({ firstName: 'June' })
  omar = await market.signIn({ firstName: 'Omar' })
  for (const admin of [june, omar]) await promote(market, admin)
})
afterAll(() => market.stop())

const log = async (query = '') => (await june.get<AdminAction[]>(`/api/admin/actions?${query}`)).body
const inWords = (action: AdminAction) => {
  const { message, values } = sentenceOf(action)
  const admin = action.actor?.firstName ?? 'The command line'
  return translate('en', { message, values: { ...values, admin, thing: thingOf(action) } })
}
const report = async (by: TestClient, kind: string, id: string) =>
  (await by.post<{ id: string }>('/api/reports', { subject: { kind, id }, reason: 'spam' })).body.id

test('each act is a sentence with names, whatever it was about, and none has an id in it', async () => {
  const { listing, seller } = await buildListing(market, { fields: { title: 'Painted cot' } })
  const neighbour = await market.signIn({ firstName: 'Nele' })
  const reason = 'It was recalled'
  await june.post(`/api/admin/listings/${listing.id}/hide`, { reason })
  await june.post(`/api/admin/listings/${listing.id}/restore`, { reason })
  const reported = await report(neighbour, 'listing', listing.id)
  await june.post(`/api/admin/reports/${reported}/decision`, { action: 'warn', note: reason })
  const member = `/api/admin/members/${seller.user.id}`
  await june.send('PUT', `${member}/suspension`, { until: null, reason })
  await june.delete(`${member}/suspension`)
  await june.post(`${member}/notes`, { words: 'Has called' })
  await june.get(member)
  await june.post(`${member}/sign-out`, { reason })
  await june.post('/api/admin/category-prices', { category: 'prams' })
  await june.patch('/api/admin/settings', { processingFeePercentage: '3' })
  const actions = await log('limit=12')
  const name = seller.user.firstName
  expect(actions.map(inWords)).toEqual([
    'June changed the fees',
    'June added the category "prams"',
    `June signed ${name} out everywhere`,
    `June read the page of ${name}`,
    `June noted something about ${name}`,
    `June ended the suspension of ${name}`,
    `June suspended ${name} for good`,
    'June gave a warning after a report about "Painted cot"',
    'June showed "Painted cot" again',
    'June hid "Painted cot"',
    'The command line made Omar an admin',
    'The command line made June an admin',
  ])
  expect(actions.map(reasonOf).filter((why) => why === reason)).toHaveLength(5)
  expect(actions.map(inWords).join()).not.toMatch(/[\da-f]{8}-/)
})

test('every kind of act has its sentence', () => {
  for (const action of Object.values(LOG_KINDS).flatMap(({ actions }) => actions)) {
    const after = { decision: 'hide', reports: 3 }
    const { message } = sentenceOf({ action, after })
    expect([action, message]).toEqual([action, expect.stringContaining('{admin}') as string])
  }
})

test("what admins read of members' private data stands in it, once an hour", async () => {
  const order = await paidOrder(market, {})
  await reportOrder(order)
  const { listing, seller } = await buildListing(market)
  const asker = await market.signIn()
  const ask = (body: string) => asker.post<{ id: string }>(`/api/items/${listing.id}/messages`, { body })
  await ask('Is it there?')
  await report(seller, 'message', (await ask('Give it to me now!')).body.id)
  for (let n = 0; n < 2; n += 1) {
    await omar.get(`/api/admin/disputes/${order.purchaseId}/messages`)
    await workOf(omar)
  }
  const by = `by=${omar.user.id}&kind=reading`
  expect((await log(by)).map(inWords)).toEqual([
    expect.stringMatching(/^Omar read a message from .+ and what came before it$/),
    expect.stringMatching(/^Omar read what buyer and seller of ".+" wrote$/),
  ])
  market.clock.advance({ minutes: 61 })
  await workOf(omar)
  expect(await log(by)).toHaveLength(3)
})

test('that an admin has read a trade stands in it, open or decided, once though several things are asked for at once', async () => {
  const order = await paidOrder(market, {})
  const read = (by: TestClient) => by.get(`/api/purchases/${order.purchaseId}/trade`)
  const lines = () => log(`purchase=${order.purchaseId}&kind=reading`)
  await reportOrder(order)
  for (const side of [order.buyer, order.seller]) expect((await read(side)).status).toBe(200)
  expect(await lines()).toEqual([])
  const { db } = market.ctx
  const admins = await db.transaction()
  await admins.raw('lock table admin_action in share row exclusive mode')
  const both = Promise.all([read(omar), omar.get(`/api/admin/disputes/${order.purchaseId}/messages`)])
  const waiting = () =>
    db.raw<{ rows: object[] }>(`select from pg_locks where not granted and relation = 'admin_action'::regclass`)
  while ((await waiting()).rows.length < 2) await delay(10)
  await admins.commit()
  for (const { status } of await both) expect(status).toBe(200)
  expect((await lines()).map(({ actor }) => actor?.firstName)).toEqual(['Omar'])
  await decideOrder(june, order, 'refund')
  market.clock.advance({ minutes: 61 })
  expect((await read(omar)).status).toBe(200)
  expect((await lines()).map(inWords)[0]).toMatch(/^Omar read what buyer and seller of ".+" wrote$/)
  expect(await lines()).toHaveLength(2)
})

test('it comes in pages, of one admin and of one kind', async () => {
  const { listing } = await buildListing(market)
  for (const reason of ['One thing', 'Another', 'A third']) {
    await omar.post(`/api/admin/listings/${listing.id}/hide`, { reason })
    await june.post(`/api/admin/listings/${listing.id}/restore`)
  }
  const query = `by=${omar.user.id}&kind=listings`
  const pages = await readPages<AdminAction[]>(june, `/api/admin/actions?${query}&limit=2`)
  expect(pages.map((page) => page.map(reasonOf))).toEqual([['A third', 'Another'], ['One thing']])
  for (const bad of ['by=june', 'kind=everything', 'limit=0', 'purchase=cot'])
    expect([bad, (await june.get(`/api/admin/actions?${bad}`)).status]).toEqual([bad, 400])
})

test('what was done about one purchase can be read alone', async () => {
  const orders = [await paidOrder(market, {}), await paidOrder(market, {})]
  for (const order of orders) {
    await reportOrder(order)
    await decideOrder(june, order, 'refund')
  }
  const [{ purchaseId }] = orders as [OpenOrder, OpenOrder]
  expect((await log(`purchase=${purchaseId}`)).map(({ action, subject }) => [action, subject])).toEqual([
    ['dispute.refund', `purchase:${purchaseId}`],
  ])
})

test('it is downloaded as a table in the language of the reader; no cell begins as a formula does', async () => {
  const { listing } = await buildListing(market, { fields: { title: 'Say "hello", pram' } })
  await omar.post(`/api/admin/listings/${listing.id}/hide`, { reason: '＝HYPERLINK("x")' })
  const query = `by=${omar.user.id}&kind=listings`
  const { headers, body } = await june.get<string>(`/api/admin/actions.csv?${query}`)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [heading = '', first = ''] = body.split('\r\n')
  expect(heading).toBe('"When","Who","What","Why?"')
  expect(first).toContain('"Omar hid ""Say ""hello"", pram"""')
  expect(first).toContain(`"'＝HYPERLINK(""x"")"`)
  await june.patch('/api/users/me', { language: 'de' })
  const german = (await june.get<string>(`/api/admin/actions.csv?${query}`)).body
  expect(german.split('\r\n')[0]).toContain(`"${translate('de', 'When')}"`)
  await june.patch('/api/users/me', { language: null })
})
