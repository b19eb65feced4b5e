import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildListing, buildPhoto, uploadPhotos } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { mailsLeave } from '../../../testing/doubles/mailbox.ts'
import { useMailbox } from '../../../testing/market/use-mailbox.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { undoIsOver } from '../../../testing/market/undo-is-over.ts'
import { readPages } from '../../../testing/read-pages.ts'
import { buildPurchase, reserve } from '../../../testing/market/trades.ts'
import type { ListingCard, Listing } from '../../catalog/contract.ts'
import type { Notice } from '../../notifications/contract.ts'
import type { AdminAction } from '../log/contract.ts'
import type { Work } from '../today/contract.ts'
import type { Report } from './contract.ts'
import { openReports } from '../../../testing/market/work.ts'
import { promote } from '../../../testing/market/promote.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
const mailbox = useMailbox(market)
let admin: TestClient
beforeAll(async () => {
  admin = await market.signIn({ firstName: 'Olga' })
  await promote(market, admin)
})
beforeEach(() => {
  mailbox.received.length = 0
})

const report = (from: TestClient, kind: string, id: string, more: object = {}) =>
  from.post<{ id: string; code: string }>('/api/reports', { subject: { kind, id }, reason: 'spam', ...more })
const queue = () => openReports(admin)
const decidedOnes = async () => (await admin.get<Report[]>('/api/admin/reports')).body
const reportOf = async (id: string) => (await queue()).find((one) => one.subject.id === id)!
const decide = (id: string, body: object) => admin.post<Report>(`/api/admin/reports/${id}/decision`, body)
const lastAction = async () => (await admin.get<AdminAction[]>('/api/admin/actions?limit=1')).body[0]
const write = (from: TestClient, itemId: string, more: object = {}) =>
  from.post<{ id: string; threadId: string; code: string }>(`/api/items/${itemId}/messages`, { body: 'Hello', ...more })

async function mails() {
  await undoIsOver(market)
  await mailsLeave(market, 0)
  return mailbox.received.splice(0).map(({ to, subject, text }) => ({ to: to?.[0]?.address, subject, text }))
}

const notices = async (member: TestClient) =>
  (await member.get<Notice[]>('/api/notifications')).body.filter(({ kind }) => kind !== 'messages')
const unread = async (member: TestClient) =>
  (await member.get<{ count: number }>('/api/notifications/unread-count')).body.count

test('a listing is reported once by each, and not by its owner', async () => {
  const { listing, seller } = await buildListing(market)
  const [one, two] = [await market.signIn({ firstName: 'Una' }), await market.signIn()]
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => report(one, 'listing', listing.id, { details: ' Looks wrong ' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  expect((await report(two, 'listing', listing.id)).status).toBe(201)
  expect((await report(seller, 'listing', listing.id)).body.code).toBe('OWN_SUBJECT')
  expect((await report(market.visitor(), 'listing', listing.id)).status).toBe(401)
  expect((await report(two, 'listing', randomUUID())).status).toBe(404)
  for (const bad of [{ reason: 'because' }, { details: 'x'.repeat(1001) }, { aboutId: two.user.id }]) {
    expect((await report(two, 'member', seller.user.id, bad)).status, JSON.stringify(bad)).toBe(400)
  }
  expect((await two.get('/api/admin/reports')).status).toBe(403)
  expect(await reportOf(listing.id)).toMatchObject({
    subject: {
      kind: 'listing',
      text: listing.title,
      photos: listing.photos.slice(0, 1),
      listingId: listing.id,
      hiddenAt: null,
    },
    about: { id: seller.user.id, email: seller.user.email },
    reporter: { id: one.user.id, firstName: 'Una' },
    reason: 'spam',
    details: 'Looks wrong',
    reportsOfSubject: 2,
    decision: null,
  })
})

test('a message of photos alone is judged by them, and by those of the messages before it', async () => {
  const { listing, seller } = await buildListing(market)
  const writer = await market.signIn()
  const picture = () => buildPhoto({ width: 64, height: 48 })
  const photos = await uploadPhotos(writer, [await picture(), await picture(), await picture()])
  const { threadId } = (await write(writer, listing.id, { body: 'Look', photos: photos.slice(0, 1) })).body
  const { id } = (await write(writer, listing.id, { threadId, body: '', photos: photos.slice(1) })).body
  await report(seller, 'message', id)
  const { subject } = await reportOf(id)
  expect(subject).toMatchObject({
    text: '',
    photos: photos.slice(1),
    before: [{ body: 'Look', photos: photos.slice(0, 1) }],
  })
  for (const url of photos) expect((await admin.get(url)).status).toBe(200)
})

test('a message is reported by who received it; a warning tells the writer why, not who complained', async () => {
  const { listing, seller } = await buildListing(market)
  const [writer, stranger] = [await market.signIn(), await market.signIn()]
  const message = (await write(writer, listing.id, { body: 'Nasty words' })).body
  expect((await report(stranger, 'message', message.id)).status).toBe(404)
  expect((await report(writer, 'message', message.id)).body.code).toBe('OWN_SUBJECT')
  expect((await report(seller, 'message', message.id, { reason: 'harassment' })).status).toBe(201)
  const { id, subject, about } = await reportOf(message.id)
  expect([subject.text, about.id]).toEqual(['Nasty words', writer.user.id])

  expect((await decide(id, { action: 'hide', note: 'No' })).status).toBe(400)
  expect((await decide(id, { action: 'warn' })).body).toMatchObject({ details: [{ path: ['note'] }] })
  expect((await decide(id, { action: 'hide', note: 'Not nice' })).body).toMatchObject({ code: 'NOT_HIDEABLE' })
  const decided = await decide(id, { action: 'warn', note: 'Please stay friendly' })
  expect(decided.body.decision).toMatchObject({
    action: 'warn',
    note: 'Please stay friendly',
    by: { id: admin.user.id },
  })
  expect((await decide(id, { action: 'dismiss' })).body).toMatchObject({ code: 'REPORT_DECIDED' })
  const sent = await mails()
  expect(sent).toMatchObject([
    { to: writer.user.email, text: expect.stringContaining('Please stay friendly') as string },
  ])
  expect(sent[0]?.text).not.toContain(seller.user.email)
  expect(await notices(writer)).toMatchObject([
    {
      title: 'A note from the admins of Outgrown',
      body: expect.stringContaining('Please stay friendly') as string,
      readAt: null,
    },
  ])
  expect(await notices(seller)).toMatchObject([
    { body: 'An admin has looked at the message that you have reported, and has spoken with the neighbour concerned.' },
  ])
  expect(await notices(stranger)).toEqual([])
})

test('hiding by report: gone for everybody, all its reports decided, owner told why; restoring brings it back', async () => {
  const { listing, seller } = await buildListing(market, { fields: { title: 'Odd thing for sale' } })
  const [one, two, asker] = [await market.signIn(), await market.signIn(), await market.signIn()]
  await write(asker, listing.id)
  await report(one, 'listing', listing.id)
  await report(two, 'listing', listing.id)
  const shown = async () => {
    const list = await one.get<ListingCard[]>('/api/items')
    const search = await one.get<ListingCard[]>('/api/items?search=odd%20thing')
    const ids = [list, search].map(({ body }) => body.some(({ id }) => id === listing.id))
    expect(Number(list.headers.get('x-total-count'))).toBe(list.body.length)
    expect(Number(search.headers.get('x-total-count'))).toBe(search.body.length)
    return [...ids, (await one.get(`/api/items/${listing.id}`)).status]
  }
  expect(await shown()).toEqual([true, true, 200])

  const { id } = await reportOf(listing.id)
  expect((await decide(id, { action: 'hide', note: 'Weapons are not allowed' })).body.decision?.action).toBe('hide')
  expect(await shown()).toEqual([false, false, 404])
  expect(await queue()).not.toContainEqual(
    expect.objectContaining({ subject: expect.objectContaining({ id: listing.id }) as object }),
  )
  const together = (await decidedOnes()).filter(({ subject }) => subject.id === listing.id)
  expect(together.map(({ voices }) => voices.map(({ reporter }) => reporter.id))).toEqual([[one.user.id, two.user.id]])
  expect((await reserve(one, listing.id)).status).toBe(404)
  expect((await write(one, listing.id)).status).toBe(404)
  expect((await write(asker, listing.id)).status).toBe(201)
  expect((await report(await market.signIn(), 'listing', listing.id)).status).toBe(404)

  const own = async () => (await seller.get<Listing>(`/api/items/${listing.id}`)).body
  expect(await own()).toMatchObject({ hiddenReason: 'Weapons are not allowed', status: 'available' })
  await seller.patch(`/api/items/${listing.id}`, { status: 'withdrawn' })
  await seller.patch(`/api/items/${listing.id}`, { status: 'available' })
  expect(await shown()).toEqual([false, false, 404])
  expect(await mails()).toMatchObject([
    { to: seller.user.email, text: expect.stringContaining('Weapons are not allowed') as string },
  ])

  expect((await one.post(`/api/admin/listings/${listing.id}/restore`)).status).toBe(403)
  const restored = await admin.post(`/api/admin/listings/${listing.id}/restore`, { reason: 'It is a toy sword' })
  expect(restored.body).toEqual({ hiddenAt: null, hiddenReason: null })
  expect(await shown()).toEqual([true, true, 200])
  expect(await own()).toMatchObject({ hiddenAt: null, hiddenReason: null })
  expect(await mails()).toHaveLength(1)
  const told = await notices(seller)
  expect(told[0]?.body).toContain('It is a toy sword')
  expect(told.map(({ title, body, path }) => [title, body.split('. ')[0], path])).toEqual([
    ['Your listing is back', 'An admin has restored your listing "Odd thing for sale"', '/profile'],
    ['Your listing was hidden', 'An admin has hidden your listing "Odd thing for sale"', '/decisions'],
  ])
  for (const reporter of [one, two]) expect(await notices(reporter)).toHaveLength(1)
  expect(await lastAction()).toMatchObject({
    action: 'listing.restore',
    subject: `listing:${listing.id}`,
    before: { hiddenReason: 'Weapons are not allowed' },
    after: { hiddenReason: null, reason: 'It is a toy sword' },
  })
  expect((await admin.post(`/api/admin/listings/${randomUUID()}/hide`, { reason: 'Nothing there' })).status).toBe(404)
})

test('photos of a hidden listing are gone at once, but for its owner and the admins', async () => {
  const { listing, seller } = await buildListing(market)
  const [photo = ''] = listing.photos
  const seen = async (by: TestClient) => {
    const { status, headers } = await by.get(photo)
    return [status, headers.get('cache-control'), headers.getSetCookie().length]
  }
  expect(await seen(market.visitor())).toEqual([200, 'private, max-age=31536000, immutable', 0])
  expect((await admin.post(`/api/admin/listings/${listing.id}/hide`, { reason: 'Not allowed' })).status).toBe(200)
  expect(await seen(market.visitor())).toEqual([404, 'no-store', 0])
  expect(await seen(await market.signIn())).toEqual([404, 'no-store', 0])
  for (const one of [seller, admin]) expect(await seen(one)).toEqual([200, 'private, no-store', 0])
  await admin.post(`/api/admin/listings/${listing.id}/restore`)
  expect((await seen(market.visitor()))[0]).toBe(200)
})

test('nobody reports more than twenty things in an hour', async () => {
  const eager = await market.signIn()
  const others = await Promise.all(Array.from({ length: 21 }, () => market.signIn()))
  const answers = []
  for (const { user } of others) answers.push(await report(eager, 'member', user.id))
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(201), 429])
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a notice counts as unread until it is read, and only by whom it is for', async () => {
  const { listing, seller } = await buildListing(market)
  const asker = await market.signIn()
  await admin.post(`/api/admin/listings/${listing.id}/hide`, { reason: 'Bad picture' })
  await undoIsOver(market)
  expect([await unread(seller), await unread(asker)]).toEqual([1, 0])
  expect((await market.visitor().get('/api/notifications')).status).toBe(401)
  expect((await asker.patch('/api/notifications/read')).status).toBe(204)
  expect(await unread(seller)).toBe(1)
  expect((await seller.patch('/api/notifications/read')).status).toBe(204)
  expect(await unread(seller)).toBe(0)
  expect((await notices(seller))[0]?.readAt).not.toBeNull()
})

test('what was bought stays with its buyer when it is hidden', async () => {
  const { itemId, buyer } = await buildPurchase(market)
  const total = async () => Number((await admin.get('/api/items')).headers.get('x-total-count'))
  const before = await total()
  await admin.post(`/api/admin/listings/${itemId}/hide`, { reason: 'Bad picture' })
  expect(await total()).toBe(before - 1)
  const seen = await buyer.get<Listing>(`/api/items/${itemId}`)
  expect([seen.status, seen.body.pickupAddress, seen.body.hiddenReason]).toEqual([200, '12 Alder Street', undefined])
  expect((await market.visitor().get(`/api/items/${itemId}`)).status).toBe(404)
  expect((await buyer.get(`/api/items/${itemId}/pickup-details`)).status).toBe(200)
})

test('blocked: no messages and no purchases in either direction, until it is taken back', async () => {
  const { listing, seller } = await buildListing(market)
  const asker = await market.signIn({ firstName: 'Ben' })
  const askersOwn = (await buildListing(market, { seller: asker })).listing
  const { threadId } = (await write(asker, listing.id)).body
  const block = `/api/members/${asker.user.id}/block`
  expect([(await seller.post(block)).status, (await seller.post(block)).status]).toEqual([204, 204])
  expect((await seller.get('/api/users/me/blocks')).body).toMatchObject([{ id: asker.user.id, firstName: 'Ben' }])
  expect((await asker.get('/api/users/me/blocks')).body).toEqual([])

  const refused = { status: 403, body: { code: 'BLOCKED' } }
  expect(await write(asker, listing.id)).toMatchObject(refused)
  expect(await write(asker, listing.id, { threadId })).toMatchObject(refused)
  expect(await write(seller, listing.id, { threadId })).toMatchObject(refused)
  expect(await reserve(asker, listing.id)).toMatchObject(refused)
  expect(await reserve(seller, askersOwn.id)).toMatchObject(refused)
  expect((await asker.get<Listing>(`/api/items/${listing.id}`)).body.status).toBe('available')

  expect((await asker.delete(`/api/members/${seller.user.id}/block`)).status).toBe(204)
  expect((await write(asker, listing.id)).status).toBe(403)
  expect((await seller.delete(block)).status).toBe(204)
  expect((await write(asker, listing.id)).status).toBe(201)
  expect((await reserve(asker, listing.id)).status).toBe(201)
  expect((await seller.post(`/api/members/${seller.user.id}/block`)).body.code).toBe('OWN_ACCOUNT')
  expect((await seller.post(`/api/members/${randomUUID()}/block`)).status).toBe(404)
  expect((await market.visitor().post(block)).status).toBe(401)
})

test('reports and notices come in pages, none twice and none left out', async () => {
  const member = await market.signIn()
  const subjects: string[] = []
  for (let n = 1; n <= 5; n += 1) {
    const { user } = await market.signIn()
    subjects.push(user.id)
    await report(member, 'member', user.id)
  }
  const mine = (pages: Report[][]) =>
    pages.flatMap((page) => page.flatMap(({ subject }) => (subjects.includes(subject.id) ? [subject.id] : [])))
  const open = await readPages<Work[]>(admin, '/api/admin/work?kind=open_report&limit=2')
  expect(open.every(({ length }) => length <= 2)).toBe(true)
  const named = open.flat().map(({ id }) => id.replace('member:', ''))
  expect(named.filter((id) => subjects.includes(id)).toSorted()).toEqual(subjects.toSorted())

  for (const [index, id] of subjects.entries()) {
    if (index < 3) market.clock.advance({ seconds: 1 })
    await decide((await reportOf(id)).id, { action: 'dismiss' })
  }
  const decided = mine(await readPages<Report[]>(admin, '/api/admin/reports?limit=2'))
  expect(decided.toSorted()).toEqual(subjects.toSorted())
  expect(decided.slice(-2)).toEqual([subjects[1], subjects[0]])

  await undoIsOver(market)
  const told = await readPages<Notice[]>(member, '/api/notifications?limit=2')
  expect(told.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(told.flat()).toEqual(await notices(member))
})

test('nobody blocks more than two hundred neighbours; blocking one of them again is no other', async () => {
  const eager = await market.signIn()
  const other = await market.signIn()
  await market.ctx.db.raw(
    `with crowd as (insert into member (email, referral_code) select n || '@crowd.example', 'crowd' || n
       from generate_series(1, 199) n returning id)
     insert into member_block (blocker_id, blocked_id, created_at) select ?, id, '2026-11-18' from crowd`,
    [eager.user.id],
  )
  expect((await eager.post(`/api/members/${other.user.id}/block`)).status).toBe(204)
  expect((await eager.post(`/api/members/${admin.user.id}/block`)).body.code).toBe('BLOCKS_FULL')
  expect((await eager.post(`/api/members/${other.user.id}/block`)).status).toBe(204)
  expect((await eager.get<object[]>('/api/users/me/blocks')).body).toHaveLength(200)
})

test('an admin sees, hides and restores a listing that nobody has reported; others find nothing meanwhile', async () => {
  const { listing, seller } = await buildListing(market)
  const path = `/api/items/${listing.id}`
  const stranger = await market.signIn()
  expect((await admin.get<Listing>(path)).body).toMatchObject({ hiddenAt: null, hiddenReason: null })
  const hidden = await admin.post(`/api/admin/listings/${listing.id}/hide`, { reason: 'Not for children' })
  expect(hidden.status).toBe(200)
  expect((await stranger.get(path)).status).toBe(404)
  const seen = (await admin.get<Listing>(path)).body
  expect(seen).toMatchObject({
    title: listing.title,
    hiddenAt: expect.any(String) as string,
    hiddenReason: 'Not for children',
  })
  expect(seen).not.toHaveProperty('pickupAddress')
  expect(await lastAction()).toMatchObject({ action: 'listing.hide', name: listing.title, listingId: listing.id })
  await admin.post(`/api/admin/listings/${listing.id}/restore`, {})
  const shown = await stranger.get<Listing>(path)
  expect([shown.status, 'hiddenAt' in shown.body]).toEqual([200, false])
  await seller.patch(path, { status: 'withdrawn' })
  expect((await stranger.get(path)).status).toBe(404)
  expect((await admin.get<Listing>(path)).status).toBe(404)
  expect(await lastAction()).toMatchObject({ name: listing.title, listingId: null })
})

test('a report shows what it is about: the description of a listing, what came before a message', async () => {
  const { listing, seller } = await buildListing(market)
  const asker = await market.signIn({ firstName: 'Ada' })
  expect((await report(asker, 'listing', listing.id)).status).toBe(201)
  const about = await reportOf(listing.id)
  expect(about.subject).toMatchObject({ description: listing.description, before: [] })
  for (const body of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await write(asker, listing.id, { body })
  const threadId = (await write(asker, listing.id, { body: 'Seven' })).body.threadId
  const answer = (await write(seller, listing.id, { body: 'Go away', threadId })).body
  await write(asker, listing.id, { body: 'Later' })
  expect((await report(asker, 'message', answer.id, { reason: 'harassment' })).status).toBe(201)
  const { id, subject } = await reportOf(answer.id)
  expect(subject.before.map(({ senderId, body }) => [senderId === asker.user.id, body])).toEqual(
    ['Three', 'Four', 'Five', 'Six', 'Seven'].map((body) => [true, body]),
  )
  const decided = await decide(id, { action: 'dismiss' })
  expect(decided.body.subject.before).toEqual([])
  const { firstName } = seller.user
  expect((await lastAction())?.name).toContain(firstName)
})
