import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { mountApi } from '../../../app.ts'
import { handlers } from '../../../worker.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { mailsLeave } from '../../../testing/doubles/mailbox.ts'
import { buildListing, listingBody } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMailbox } from '../../../testing/market/use-mailbox.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { cancelOrder, confirmOrder, paidOrder } from '../../../testing/market/orders.ts'
import { promote } from '../../../testing/market/promote.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import { undoIsOver } from '../../../testing/market/undo-is-over.ts'
import type { ListingCard } from '../../catalog/contract.ts'
import type { Appeal, Decision } from '../appeals/contract.ts'
import type { AdminAction } from '../log/contract.ts'
import { openAppeals } from '../../../testing/market/work.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
const mailbox = useMailbox(market)
let june: TestClient
let omar: TestClient
beforeAll(async () => {
  june = await market.signIn({ firstName: 'June' })
  omar = await market.signIn({ firstName: 'Omar' })
  await promote(market, june)
  await promote(market, omar)
})
beforeEach(() => {
  mailbox.received.length = 0
})

const REASON = 'The same advertisement ten times'
/** The midnight that comes in so many days. */
const inDays = (days: number) =>
  new Date((Math.floor(market.clock.now().getTime() / DAY_MS) + days) * DAY_MS).toISOString()
const pathOf = (member: TestClient) => `/api/admin/members/${member.user.id}/suspension`
const suspend = (admin: TestClient, member: TestClient, body: object = {}) =>
  admin.send<{ code: string; until: string | null; message: string }>('PUT', pathOf(member), {
    until: inDays(7),
    reason: REASON,
    ...body,
  })
const lift = (admin: TestClient, member: TestClient) => admin.delete<{ code: string }>(pathOf(member))
const post = (member: TestClient) => member.post<{ code: string; message: string }>('/api/items', listingBody())
const save = (member: TestClient) =>
  member.post<{ code: string; message: string }>('/api/searches', { query: { search: 'coat' }, how: 'daily' })
const idsShown = async () => (await june.get<ListingCard[]>('/api/items')).body.map(({ id }) => id)
const decisions = async (member: TestClient) => (await member.get<Decision[]>('/api/decisions')).body

async function mailsTo(member: TestClient) {
  await undoIsOver(market)
  await mailsLeave(market, 0)
  return mailbox.received.splice(0).flatMap(({ to, text }) => (to?.[0]?.address === member.user.email ? [text] : []))
}

test('each call of a member that writes says whether it starts something new, and what does is refused', async () => {
  const writes = mountApi(market.ctx).endpoints.filter(({ access, method }) => access === 'member' && method !== 'GET')
  expect(writes.filter(({ startsNew }) => startsNew === undefined).map(({ path }) => path)).toEqual([])
  const member = await market.signIn()
  await suspend(june, member)
  for (const { method, path } of writes.filter(({ startsNew }) => startsNew === true)) {
    const body = method === 'POST' || method === 'PATCH' ? {} : undefined
    const answer = await member.send<{ code: string }>(method, path.replace(/:\w+/g, randomUUID()), body)
    expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'SUSPENDED'])
  }
})

test('a suspended member reads and starts nothing new; what they offer is away, and comes back at the end', async () => {
  const { listing, seller } = await buildListing(market)
  expect((await suspend(june, seller, { until: inDays(3) })).body).toEqual({ until: inDays(3), reason: REASON })
  const refused = await save(seller)
  expect(refused).toMatchObject({ status: 403, body: { code: 'SUSPENDED' } })
  expect(Object.keys(refused.body).sort()).toEqual(['code', 'error', 'message'])
  expect(refused.body.message).toContain(inDays(3).slice(0, 10))
  expect(refused.body.message).toContain(REASON)
  expect((await seller.get('/api/users/me/sessions')).status).toBe(200)
  expect((await seller.refreshUser()).suspension).toEqual({ until: inDays(3), reason: REASON })
  expect(await idsShown()).not.toContain(listing.id)
  const [told] = await mailsTo(seller)
  expect(told).toContain(REASON)

  // By the clock alone, before any job.
  market.clock.advance({ days: 3 })
  expect((await save(seller)).status).toBe(201)
  expect((await seller.refreshUser()).suspension).toBeNull()
  await handlers(market.ctx)['admin.end-suspensions']({})
  expect(await idsShown()).toContain(listing.id)
  expect((await mailsTo(seller)).join()).toContain('The suspension of your account is over')
})

test('a day belongs to its suspension until it ends; one that has passed, or is centuries away, is no day for it', async () => {
  const member = await market.signIn()
  const today = market.clock.now().toISOString().slice(0, 10)
  const tomorrow = inDays(1).slice(0, 10)
  expect((await suspend(june, member, { until: today })).body.until).toBe(`${tomorrow}T00:00:00.000Z`)
  for (const until of [inDays(-1), '2020-01-01', '9999-12-31', 'soon', '2027-02-30', 5])
    expect([until, (await suspend(june, member, { until })).status]).toEqual([until, 400])
  expect((await suspend(june, member, { reason: ' ' })).status).toBe(400)
  expect((await suspend(june, member, { until: null })).body.until).toBeNull()
  expect((await save(member)).body.message).toContain('for good')
})

test('what is open is settled: messages that have begun, a purchase that is paid, one that comes back stays away', async () => {
  const order = await paidOrder(market, {})
  const { seller } = order
  const given = await paidOrder(market, { seller })
  const { listing } = await buildListing(market)
  const asked = await seller.post<{ threadId: string }>(`/api/items/${listing.id}/messages`, { body: 'Is it there?' })
  await suspend(june, seller)
  const again = await seller.post(`/api/items/${listing.id}/messages`, { body: 'And when?' })
  const inThread = await seller.post(`/api/items/${listing.id}/messages`, {
    body: 'Hello?',
    threadId: asked.body.threadId,
  })
  expect([again.status, inThread.status]).toEqual([201, 201])
  const other = (await buildListing(market)).listing
  const fresh = await seller.post<{ code: string }>(`/api/items/${other.id}/messages`, { body: 'Buy my things' })
  expect([fresh.status, fresh.body.code]).toEqual([403, 'SUSPENDED'])
  expect((await confirmOrder(order)).status).toBe(200)
  expect((await cancelOrder(given)).status).toBe(200)
  expect(await idsShown()).not.toContain(given.itemIds[0])
  expect((await lift(june, seller)).status).toBe(204)
  expect(await idsShown()).toContain(given.itemIds[0])
})

test('of two admins at once one wins and the other is told; who has seen a decision may change it', async () => {
  const member = await market.signIn()
  const both = await Promise.all([suspend(june, member), suspend(omar, member, { until: null })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('ALREADY_SUSPENDED')
  const lifted = await Promise.all([lift(june, member), lift(omar, member)])
  expect(lifted.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(lifted.find(({ status }) => status === 409)?.body.code).toBe('NOT_SUSPENDED')

  expect((await suspend(june, member)).status).toBe(200)
  expect((await suspend(june, member, { until: inDays(30) })).body.until).toBe(inDays(30))
  expect((await suspend(omar, member)).status).toBe(409)
  const seen = await market.ctx.db('suspension').where({ member_id: member.user.id }).whereNull('ended_at').first('id')
  expect((await suspend(omar, member, { replaces: seen?.id })).status).toBe(200)
})

test('nobody decides about themselves, an admin is none any more first, and who is not there is not suspended', async () => {
  expect((await suspend(june, june)).body.code).toBe('OWN_SUBJECT')
  expect((await suspend(june, omar)).body.code).toBe('TARGET_IS_ADMIN')
  expect(
    (await june.send('PUT', `/api/admin/members/${randomUUID()}/suspension`, { until: null, reason: REASON })).status,
  ).toBe(404)
})

test('what is being posted as the suspension comes is away as well, and what an admin had hidden stays hidden', async () => {
  const { listing, seller } = await buildListing(market)
  const hidden = (await buildListing(market, { seller })).listing
  await june.post(`/api/admin/listings/${hidden.id}/hide`, { reason: 'A weapon' })
  await Promise.all([
    suspend(june, seller),
    ...Array.from({ length: 4 }, () => buildListing(market, { seller }).catch(() => null)),
  ])
  const mine = await market.ctx.db('listing').where({ seller_id: seller.user.id }).whereNull('hidden_at')
  expect(mine).toEqual([])
  const refused = await june.post(`/api/admin/listings/${listing.id}/restore`)
  expect(refused).toMatchObject({ status: 409, body: { code: 'SELLER_SUSPENDED' } })
  expect(await idsShown()).not.toContain(listing.id)
  await lift(june, seller)
  expect(await idsShown()).toContain(listing.id)
  expect(await idsShown()).not.toContain(hidden.id)
})

test("leaving and joining again with the same mailbox doesn't end it, nor does another spelling", async () => {
  const name = randomUUID()
  const member = await market.signIn({ email: `${name}@example.com` })
  await suspend(june, member, { until: null })
  expect((await member.delete('/api/users/me')).status).toBe(204)
  const again = await market.signIn({ email: `${name}@example.com` })
  const tagged = await market.signIn({ email: `${name}+other@example.com` })
  expect((await save(again)).body.code).toBe('SUSPENDED')
  expect((await post(tagged)).body.code).toBe('SUSPENDED')
  expect((await lift(omar, tagged)).status).toBe(204)
  expect((await save(again)).status).toBe(201)
})

test('a decision is appealed once, and another admin decides about it; the log has all of it', async () => {
  const { listing, seller } = await buildListing(market)
  await suspend(june, seller)
  const [decision] = await decisions(seller)
  expect(decision).toMatchObject({ act: 'suspended', reason: REASON, inForce: true, mayAppeal: true, appeal: null })
  const appeal = (from: TestClient) =>
    from.post<Decision & { code: string }>(`/api/decisions/${decision?.id}/appeal`, { words: 'It was my sister' })
  const answers = await Promise.all([appeal(seller), appeal(seller), appeal(await market.signIn())])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 409])

  const listed = async (admin: TestClient) => (await openAppeals(admin)).find(({ about }) => about.id === decision?.id)
  expect(await listed(june)).toMatchObject({ words: 'It was my sister', mayDecide: false })
  const open = await listed(omar)
  expect(open?.mayDecide).toBe(true)
  const decide = (admin: TestClient) =>
    admin.post<Appeal & { code: string }>(`/api/admin/appeals/${open?.id}`, { decision: 'undo', reason: 'She says so' })
  expect((await decide(june)).body.code).toBe('OTHER_ADMIN_DECIDES')
  const twice = await Promise.all([decide(omar), decide(omar)])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await idsShown()).toContain(listing.id)
  expect((await save(seller)).status).toBe(201)
  expect((await decisions(seller))[0]).toMatchObject({
    inForce: false,
    mayAppeal: false,
    appeal: { decision: 'undo', reason: 'She says so' },
  })
  const log = (await june.get<AdminAction[]>('/api/admin/actions?limit=3')).body
  expect(log.map(({ action }) => action)).toEqual(['appeal.undo', 'member.lift', 'member.suspend'])
  expect(await auditFindings(market)).toEqual([])
})

test('a listing that an admin has hidden is appealed against, and shown again', async () => {
  const { listing, seller } = await buildListing(market, { fields: { title: 'Painted cot' } })
  await june.post(`/api/admin/listings/${listing.id}/hide`, { reason: 'It was recalled' })
  const [decision] = await decisions(seller)
  expect(decision).toMatchObject({ act: 'hidden', name: 'Painted cot', reason: 'It was recalled' })
  await seller.post(`/api/decisions/${decision?.id}/appeal`, { words: 'It has been mended' })
  const open = (await openAppeals(omar))[0]
  await omar.post(`/api/admin/appeals/${open?.id}`, { decision: 'undo', reason: 'It is another model' })
  expect(await idsShown()).toContain(listing.id)
})
