import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { transact } from '../../../platform/database.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { undoIsOver } from '../../../testing/market/undo-is-over.ts'
import { handlers } from '../../../worker.ts'
import type { Notice } from '../../notifications/contract.ts'
import type { Decision } from '../appeals/contract.ts'
import type { AdminAction } from '../log/contract.ts'
import type { Report } from '../reports/contract.ts'
import { promoteAdmin } from '../index.ts'
import { openReports } from '../../../testing/market/work.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
let june: TestClient
let omar: TestClient
beforeAll(async () => {
  june = await market.signIn({ firstName: 'June' })
  omar = await market.signIn({ firstName: 'Omar' })
  for (const { user } of [june, omar]) await promote(user.email)
})

const promote = (email: string) =>
  transact(market.ctx.db, (trx) => promoteAdmin(trx, { email, now: market.clock.now() }))
const REASON = 'It was recalled'
const actOf = ({ headers }: { headers: Headers }) =>
  /actions\/(\d+)\/undo>; rel="undo"/.exec(headers.get('link') ?? '')?.[1]
const undo = (by: TestClient, act: { headers: Headers }) =>
  by.post<{ code: string }>(`/api/admin/actions/${actOf(act)}/undo`, {})
const hide = (by: TestClient, id: string, reason = REASON) => by.post(`/api/admin/listings/${id}/hide`, { reason })
const restore = (by: TestClient, id: string) => by.post(`/api/admin/listings/${id}/restore`, {})
const suspend = (by: TestClient, { user }: TestClient, more: object = {}) =>
  by.send<{ code: string }>('PUT', `/api/admin/members/${user.id}/suspension`, { until: null, reason: REASON, ...more })
const lift = (by: TestClient, { user }: TestClient) => by.delete(`/api/admin/members/${user.id}/suspension`)
const titles = async (member: TestClient) =>
  (await member.get<Notice[]>('/api/notifications')).body.map(({ title }) => title)
const decisions = async (member: TestClient) => (await member.get<Decision[]>('/api/decisions')).body
const isShown = async (id: string) => (await market.visitor().get(`/api/items/${id}`)).status === 200
const report = (from: TestClient, kind: string, id: string) =>
  from.post<{ id: string; code: string }>('/api/reports', { subject: { kind, id }, reason: 'spam' })
const decide = (by: TestClient, id: string, body: object) =>
  by.post<Report & { code: string }>(`/api/admin/reports/${id}/decision`, body)
const openOf = async (id: string) => (await openReports(june)).filter(({ subject }) => subject.id === id)

test('a hidden listing is back by Undo, and nobody is ever told; after the minute its owner is', async () => {
  const { listing, seller } = await buildListing(market)
  const hidden = await hide(june, listing.id)
  expect(await isShown(listing.id)).toBe(false)
  market.clock.advance({ seconds: 30 })
  await handlers(market.ctx)['admin.announce-acts']({})
  expect(await titles(seller)).toEqual([])
  expect((await undo(omar, hidden)).status).toBe(204)
  expect(await isShown(listing.id)).toBe(true)
  await undoIsOver(market)
  expect(await titles(seller)).toEqual([])
  expect(await decisions(seller)).toEqual([])
  expect((await undo(june, hidden)).body.code).toBe('UNDO_OVER')

  const again = await hide(june, listing.id)
  market.clock.advance({ minutes: 1 })
  expect((await undo(june, again)).body).toMatchObject({ code: 'UNDO_OVER' })
  await undoIsOver(market)
  expect(await titles(seller)).toEqual(['Your listing was hidden'])
  expect((await undo(june, again)).body).toMatchObject({ code: 'UNDO_OVER' })
  expect(await isShown(listing.id)).toBe(false)
  await handlers(market.ctx)['admin.announce-acts']({})
  expect(await titles(seller)).toHaveLength(1)
})

test('several listings are hidden for one reason, all or none; and shown again by one call, all or none; each is an act of its own', async () => {
  const { listing, seller } = await buildListing(market)
  const { listing: second } = await buildListing(market, { seller })
  const { listing: third } = await buildListing(market)
  const { listing: own } = await buildListing(market, { seller: june })
  const hideAll = (ids: string[]) =>
    june.post<{ actionIds: string[]; code: string }>('/api/admin/listings/hide', { ids, reason: REASON })
  const all = [third, listing, second].map(({ id }) => id)
  const shown = () => Promise.all(all.map(isShown))
  const refused = [[...all, own.id], [...all, randomUUID()], [], Array.from({ length: 101 }, () => randomUUID())]
  const answers = []
  for (const ids of refused) answers.push(await hideAll(ids))
  expect(answers.map(({ status }) => status)).toEqual([409, 404, 400, 400])
  expect(answers[0]?.body.code).toBe('OWN_SUBJECT')
  expect(await shown()).toEqual([true, true, true])
  const logged = async () => (await june.get<AdminAction[]>('/api/admin/actions?limit=3')).body
  expect((await logged()).map(({ subject }) => subject)).not.toContain(`listing:${listing.id}`)

  const { body } = await hideAll([...all, listing.id])
  expect(body.actionIds).toHaveLength(3)
  expect(await shown()).toEqual([false, false, false])
  expect((await logged()).map(({ action, after }) => [action, after?.hiddenReason])).toEqual(
    Array(3).fill(['listing.hide', REASON]),
  )
  const undoAll = (by: TestClient, actionIds: string[]) =>
    by.post<{ code: string }>('/api/admin/actions/undo', { actionIds })
  expect((await undoAll(june, [...body.actionIds, '999999999'])).body.code).toBe('ACTION_NOT_FOUND')
  // One of them can't be undone any more.
  const one = body.actionIds[1] ?? ''
  await market.ctx
    .db('undoable_act')
    .where({ action_id: BigInt(one) })
    .update({ until: market.clock.now() })
  expect((await undoAll(june, body.actionIds)).body.code).toBe('UNDO_OVER')
  expect(await shown()).toEqual([false, false, false])
  const until = new Date(market.clock.now().getTime() + 60_000)
  await market.ctx
    .db('undoable_act')
    .where({ action_id: BigInt(one) })
    .update({ until })
  expect((await undoAll(seller, body.actionIds)).status).toBe(403)
  const both = await Promise.all([june, omar].map((by) => undoAll(by, body.actionIds)))
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect(await shown()).toEqual([true, true, true])

  const twice = await Promise.all([hideAll(all), hideAll(all.toReversed())])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await undoIsOver(market)
  expect(await shown()).toEqual([false, false, false])
  expect(await titles(seller)).toEqual(['Your listing was hidden', 'Your listing was hidden'])
})

test('of two admins who hide a listing at once one wins and the other is told; its owner is told once', async () => {
  const { listing, seller } = await buildListing(market, { fields: { title: 'Painted cot' } })
  const reporter = await market.signIn()
  const { id } = (await report(reporter, 'listing', listing.id)).body
  const answers = await Promise.all([hide(june, listing.id, 'A first'), hide(omar, listing.id, 'A second')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = { code: 'ALREADY_HIDDEN', message: 'An admin has hidden "Painted cot" already' }
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject(refused)
  const decided = await decide(june, id, { action: 'hide', note: 'A third' })
  expect(decided.status).toBe(200)
  await undoIsOver(market)
  expect(await titles(seller)).toEqual(['Your listing was hidden'])
  expect(await titles(reporter)).toEqual(['Thank you for your report'])
  const won = answers[0].status === 200 ? 'A first' : 'A second'
  expect((await decisions(seller)).map(({ act, reason }) => [act, reason])).toEqual([['hidden', won]])

  // A listing that is hidden with its seller alone can be hidden for itself, too.
  await suspend(june, seller)
  await restore(omar, listing.id)
  expect((await hide(omar, listing.id)).status).toBe(200)
})

test('showing a listing is undone to the reason it had, and what a suspended member offers stays away', async () => {
  const { listing, seller } = await buildListing(market)
  await hide(june, listing.id, 'The first reason')
  await undoIsOver(market)
  const own = async () =>
    (await seller.get<{ hiddenReason: string | null }>(`/api/items/${listing.id}`)).body.hiddenReason
  expect(await own()).toBe('The first reason')
  const shown = await restore(june, listing.id)
  expect(await isShown(listing.id)).toBe(true)
  await undo(june, shown)
  expect(await own()).toBe('The first reason')

  await suspend(june, seller)
  await restore(june, listing.id)
  expect(await isShown(listing.id)).toBe(false)
  await undoIsOver(market)
  expect(await titles(seller)).not.toContain('Your listing is back')
  await lift(june, seller)
  expect(await isShown(listing.id)).toBe(true)
  const hiddenAgain = await hide(june, listing.id)
  await suspend(june, seller)
  expect((await undo(june, hiddenAgain)).status).toBe(204)
  expect(await isShown(listing.id)).toBe(false)
})

test('a suspension, its change and its end are undone to what was before, by whom it was', async () => {
  const { listing, seller } = await buildListing(market)
  const suspended = await suspend(june, seller)
  expect((await undo(june, suspended)).status).toBe(204)
  expect(await isShown(listing.id)).toBe(true)
  expect((await seller.post('/api/searches', { query: { search: 'coat' }, how: 'daily' })).status).toBe(201)

  await suspend(june, seller, { reason: 'The first' })
  await undoIsOver(market)
  const [first] = await decisions(seller)
  const changed = await suspend(june, seller, { reason: 'The second' })
  await undo(omar, changed)
  expect((await decisions(seller)).map(({ id, reason, inForce }) => [id, reason, inForce])).toEqual([
    [first?.id, 'The first', true],
  ])
  const ended = await lift(omar, seller)
  expect(await isShown(listing.id)).toBe(true)
  await undo(omar, ended)
  expect(await isShown(listing.id)).toBe(false)
  expect((await decisions(seller))[0]).toMatchObject({ id: first?.id, inForce: true, mayAppeal: true })
  await undoIsOver(market)
  expect(await titles(seller)).toEqual(['Your account is suspended'])
  expect(await auditFindings(market)).toEqual([])
})

test('a decision about reports is undone with all of it: they wait again, and no reporter is thanked', async () => {
  const { listing, seller } = await buildListing(market)
  const [one, two] = [await market.signIn(), await market.signIn()]
  const { id } = (await report(one, 'listing', listing.id)).body
  await report(two, 'listing', listing.id)
  for (const body of [{ action: 'hide', note: REASON }, { action: 'warn', note: REASON }, { action: 'dismiss' }]) {
    const done = await decide(june, id, body)
    expect(await openOf(listing.id)).toEqual([])
    expect((await undo(june, done)).status).toBe(204)
    expect((await openOf(listing.id)).length).toBeGreaterThan(0)
    expect(await isShown(listing.id)).toBe(true)
  }
  await undoIsOver(market)
  for (const member of [seller, one, two]) expect(await titles(member)).toEqual([])
  expect(await decisions(seller)).toEqual([])
  await decide(june, id, { action: 'hide', note: REASON })
  await undoIsOver(market)
  expect(await titles(seller)).toEqual(['Your listing was hidden'])
  for (const member of [one, two]) expect(await titles(member)).toEqual(['Thank you for your report'])
  expect((await decisions(seller)).map(({ act, mayAppeal }) => [act, mayAppeal])).toEqual([['hidden', true]])
})

test('an admin who was demoted is one again, and was never told', async () => {
  const rosa = await market.signIn()
  await promote(rosa.user.email)
  const demoted = await june.post(`/api/admin/members/${rosa.user.id}/demote`, { reason: 'They moved away' })
  expect((await rosa.get('/api/admin/reports')).status).toBe(403)
  expect((await undo(rosa, demoted)).status).toBe(403)
  await undo(omar, demoted)
  expect((await rosa.get('/api/admin/reports')).status).toBe(200)
  await undoIsOver(market)
  expect(await titles(rosa)).toEqual([])
})

test('of two who undo at once one wins; what was decided again since, or is unknown, is not undone', async () => {
  const { listing } = await buildListing(market)
  const hidden = await hide(june, listing.id)
  const answers = await Promise.all([undo(june, hidden), undo(omar, hidden), undo(june, hidden)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])

  const first = await hide(june, listing.id)
  const second = await restore(omar, listing.id)
  expect((await undo(june, first)).body.code).toBe('UNDO_OVERTAKEN')
  expect(await isShown(listing.id)).toBe(true)
  await undo(omar, second)
  expect((await undo(june, first)).status).toBe(204)
  for (const id of ['999999999', 'x', '0x1'])
    expect([404, 400]).toContain((await june.post(`/api/admin/actions/${id}/undo`, {})).status)
})

test('a decision about one account of a mailbox overtakes what was decided about another of it', async () => {
  const one = await market.signIn({ email: 'hester.quill@gmail.com' })
  const other = await market.signIn({ email: 'hesterquill+list@gmail.com' })
  const first = await suspend(june, one, { reason: 'The first' })
  const second = await suspend(june, other, { reason: 'The second' })
  expect((await undo(omar, first)).body.code).toBe('UNDO_OVERTAKEN')
  expect((await decisions(other)).find(({ inForce }) => inForce)?.reason).toBe('The second')
  expect((await undo(omar, second)).status).toBe(204)
  expect((await undo(omar, first)).status).toBe(204)
  expect((await other.post('/api/searches', { query: { search: 'coat' }, how: 'daily' })).status).toBe(201)

  await promote(one.user.email)
  const demoted = await june.post(`/api/admin/members/${one.user.id}/demote`, { reason: REASON })
  await suspend(june, other)
  expect((await undo(omar, demoted)).body.code).toBe('UNDO_OVERTAKEN')
  expect((await one.get('/api/admin/reports')).status).toBe(403)
})

test('what is gone meanwhile stays away: a deleted listing, an admin who has left; the rest is put back', async () => {
  const { listing, seller } = await buildListing(market)
  const reported = (await report(await market.signIn(), 'listing', listing.id)).body.id
  const hidden = await decide(june, reported, { action: 'hide', note: REASON })
  expect((await seller.delete(`/api/items/${listing.id}`)).status).toBe(204)
  expect((await undo(omar, hidden)).status).toBe(204)
  expect(await openOf(listing.id)).toHaveLength(1)

  const rosa = await market.signIn()
  await promote(rosa.user.email)
  const demoted = await june.post(`/api/admin/members/${rosa.user.id}/demote`, { reason: REASON })
  expect((await rosa.delete('/api/users/me')).status).toBe(204)
  expect((await undo(omar, demoted)).status).toBe(204)
  expect(await market.ctx.db('member').where({ id: rosa.user.id }).first()).toMatchObject({ is_admin: false })
})

test('undone and told of at the same moment: one of the two happens, never both', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { listing, seller } = await buildListing(market)
    const hidden = await hide(june, listing.id)
    // The clock of the process that tells is ahead of the other's.
    const ahead = { ...market.ctx, clock: { now: () => new Date(market.clock.now().getTime() + 60_000) } }
    const [undone] = await Promise.all([undo(june, hidden), handlers(ahead)['admin.announce-acts']({})])
    expect([
      undone.status,
      await isShown(listing.id),
      (await titles(seller)).length,
      (await decisions(seller)).length,
    ]).toEqual(undone.status === 204 ? [204, true, 0, 0] : [409, false, 1, 1])
  }
})

test('who appeals within the minute knows of it: then it is decided by the appeal, not undone', async () => {
  const { seller } = await buildListing(market)
  const suspended = await suspend(june, seller)
  const [decision] = await decisions(seller)
  const appeal = () => seller.post<{ code: string }>(`/api/decisions/${decision?.id}/appeal`, { words: 'Not me' })
  expect((await appeal()).status).toBe(201)
  expect(await titles(seller)).toEqual(['Your account is suspended'])
  expect((await undo(june, suspended)).body.code).toBe('UNDO_OVER')
  await lift(june, seller)
  const again = await suspend(june, seller)
  const [open] = await decisions(seller)
  await undo(june, again)
  const late = await seller.post<{ code: string }>(`/api/decisions/${open?.id}/appeal`, { words: 'Not me' })
  expect([late.status, late.body.code]).toEqual([404, 'NOTHING_TO_APPEAL'])
})

test('the log says until when an act can be undone, and that it was', async () => {
  const { listing } = await buildListing(market)
  const hidden = await hide(june, listing.id)
  const log = async (limit: number) => (await june.get<AdminAction[]>(`/api/admin/actions?limit=${limit}`)).body
  const [act] = await log(1)
  expect(act).toMatchObject({ action: 'listing.hide', undone: false })
  expect(Date.parse(act?.undoUntil ?? '') - Date.parse(act?.createdAt ?? '')).toBe(60_000)
  await undo(omar, hidden)
  expect(await log(2)).toMatchObject([
    { action: 'action.undo', actor: { firstName: 'Omar' }, undoUntil: null, undone: false },
    { action: 'listing.hide', undoUntil: null, undone: true },
  ])
  await hide(june, listing.id)
  market.clock.advance({ minutes: 1 })
  expect(await log(1)).toMatchObject([{ undoUntil: null, undone: false }])
})

test('no admin decides about themselves: their listing, a report about them or by them, their suspension', async () => {
  const own = (await buildListing(market, { seller: june })).listing
  const refused = { status: 409, body: { code: 'OWN_SUBJECT' } }
  expect(await hide(june, own.id)).toMatchObject(refused)
  expect(await isShown(own.id)).toBe(true)
  const hidden = await hide(omar, own.id)
  expect(await undo(june, hidden)).toMatchObject(refused)
  expect(await restore(june, own.id)).toMatchObject(refused)
  await restore(omar, own.id)

  const neighbour = await market.signIn()
  const about = (await report(neighbour, 'listing', own.id)).body.id
  for (const action of ['dismiss', 'warn', 'hide'])
    expect(await decide(june, about, { action, note: REASON })).toMatchObject(refused)
  const dismissed = await decide(omar, about, { action: 'dismiss' })
  expect(await undo(june, dismissed)).toMatchObject(refused)

  const by = (await report(june, 'member', neighbour.user.id)).body.id
  expect(await decide(june, by, { action: 'warn', note: REASON })).toMatchObject(refused)
  await report(await market.signIn(), 'member', neighbour.user.id)
  expect(await decide(june, by, { action: 'dismiss' })).toMatchObject(refused)
  const warned = await decide(omar, by, { action: 'warn', note: REASON })
  expect(await undo(june, warned)).toMatchObject(refused)
  expect((await undo(omar, warned)).status).toBe(204)
  const taken = (await report(june, 'listing', (await buildListing(market)).listing.id)).body.id
  const takenBack = await decide(june, taken, { action: 'dismiss' })
  expect((await undo(june, takenBack)).status).toBe(204)
  expect(await undo(june, await decide(omar, taken, { action: 'dismiss' }))).toMatchObject(refused)

  expect(await suspend(june, june)).toMatchObject(refused)
  expect((await june.post(`/api/admin/members/${june.user.id}/demote`, { reason: REASON })).body).toMatchObject(
    refused.body,
  )
})

test('what happened in the minute outlives the process: a worker that starts later tells of it', async () => {
  const { listing, seller } = await buildListing(market)
  await hide(june, listing.id)
  market.clock.advance({ days: 2 })
  await undoIsOver(market)
  expect(await titles(seller)).toEqual(['Your listing was hidden'])
})
