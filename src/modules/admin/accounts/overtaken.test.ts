import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mountApi } from '../../../app.ts'
import type { Reader } from '../../../platform/database.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import { agreedTrade, sayAbsent } from '../../../testing/market/appointments.ts'
import {
  buildListing,
  buildPhoto,
  listingBody,
  pushSubscription,
  saveSearch,
  uploadPhotos,
} from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { confirmOrder, paidOrder } from '../../../testing/market/orders.ts'
import { recordChange } from '../log/admin-action.ts'
import { transact } from '../../../platform/database.ts'

/** In all that the leaving member says; it must be nowhere once they have left. */
const MARK = 'Zanzibar'

const market = useMarket({ env: { LOG_LEVEL: 'fatal' } })

/** A member with a listing, a loose photo and a conversation about a neighbour's listing. */
async function buildScene() {
  const member = await market.signIn()
  const { listing: own } = await buildListing(market, { seller: member })
  const { listing } = await buildListing(market)
  const photos = await uploadPhotos(member, [await buildPhoto({ width: 32, height: 32 })])
  const { body } = await member.post<{ threadId: string }>(`/api/items/${listing.id}/messages`, { body: 'Hello' })
  return { member, own, listing, photos, threadId: body.threadId }
}
type Scene = Awaited<ReturnType<typeof buildScene>>

async function photoForm(): Promise<FormData> {
  const form = new FormData()
  form.append('photos', new Blob([new Uint8Array(await buildPhoto({ width: 32, height: 32 }))]), 'photo.jpg')
  return form
}

const DEFAULTS = {
  defaultCity: MARK,
  defaultPickupAddress: `1 ${MARK} Road`,
  defaultContactName: MARK,
  defaultContactEmail: `${MARK}@example.com`,
  defaultLatitude: 45.5,
  defaultLongitude: -122.6,
}

/** Calls that need an open purchase or sale of the member's: as long as there is one, the account stays. */
const KEEPS_THE_ACCOUNT = [
  'POST /api/items/:id/purchase',
  'POST /api/items/:id/confirm-delivery',
  'POST /api/purchases/:id/finish',
  'POST /api/purchases/:id/confirm',
  'POST /api/purchases/:id/give-up',
  'POST /api/purchases/:id/cancel',
  'POST /api/purchases/:id/times',
  'POST /api/purchases/:id/appointment',
  'POST /api/purchases/:id/appointment/call-off',
  'POST /api/purchases/:id/appointment/arrival',
  'POST /api/purchases/:id/appointment/absent',
  'POST /api/purchases/:id/handover',
  'POST /api/purchases/:id/problem',
  'POST /api/purchases/:id/problem/answer',
  'POST /api/purchases/:id/problem/accept',
  'POST /api/purchases/:id/problem/appeal',
  'POST /api/purchases/:id/problem/photos',
  'POST /api/sandbox/payments/confirm',
]

/** Every other call of a member that writes. */
const CALLS: Record<
  string,
  (scene: Scene) => Promise<{ path: string; body?: unknown }> | { path: string; body?: unknown }
> = {
  'PATCH /api/users/me': () => ({ path: '/api/users/me', body: { firstName: MARK, lastName: MARK } }),
  'PATCH /api/users/me/defaults': () => ({ path: '/api/users/me/defaults', body: DEFAULTS }),
  'PATCH /api/users/me/children-ages': () => ({
    path: '/api/users/me/children-ages',
    body: { childrenAges: ['newborn'] },
  }),
  'PATCH /api/users/me/children-born': () => ({
    path: '/api/users/me/children-born',
    body: { childrenBorn: ['2024-05'] },
  }),
  'DELETE /api/users/me/sessions': () => ({ path: '/api/users/me/sessions' }),
  'DELETE /api/users/me/sessions/:id': () => ({ path: `/api/users/me/sessions/${randomUUID()}` }),
  'POST /api/users/me/passkeys/options': () => ({ path: '/api/users/me/passkeys/options' }),
  'POST /api/users/me/passkeys': () => ({ path: '/api/users/me/passkeys' }),
  'DELETE /api/users/me/passkeys/:id': () => ({ path: `/api/users/me/passkeys/${randomUUID()}` }),
  'DELETE /api/users/me': () => ({ path: '/api/users/me' }),
  'POST /api/members/:id/block': ({ listing }) => ({ path: `/api/members/${listing.userId}/block` }),
  'DELETE /api/members/:id/block': ({ listing }) => ({ path: `/api/members/${listing.userId}/block` }),
  'POST /api/users/me/picture': async () => ({ path: '/api/users/me/picture', body: await photoForm() }),
  'DELETE /api/users/me/picture': () => ({ path: '/api/users/me/picture' }),
  'POST /api/upload': async () => ({ path: '/api/upload', body: await photoForm() }),
  'POST /api/upload-batch': async () => ({ path: '/api/upload-batch', body: await photoForm() }),
  'POST /api/upload/hidden': async ({ photos }) => ({
    path: `/api/upload/hidden?areas=0,0,1,1&of=${photos[0]}`,
    body: await photoForm(),
  }),
  'POST /api/items': ({ photos }) => ({
    path: '/api/items',
    body: { ...listingBody({ title: MARK, pickupAddress: `1 ${MARK} Road` }), photos },
  }),
  'POST /api/recalls/check': () => ({ path: '/api/recalls/check', body: { title: MARK } }),
  'PATCH /api/items/:id': ({ own }) => ({ path: `/api/items/${own.id}`, body: { title: MARK } }),
  'DELETE /api/items/:id': ({ own }) => ({ path: `/api/items/${own.id}` }),
  'PATCH /api/items/:id/claim': ({ own }) => ({ path: `/api/items/${own.id}/claim` }),
  'POST /api/ai/analyze-photos': ({ photos }) => ({ path: '/api/ai/analyze-photos', body: { photoUrls: photos } }),
  'POST /api/ai/analyze-batch': ({ photos }) => ({
    path: '/api/ai/analyze-batch',
    body: { items: [{ photoUrls: photos }] },
  }),
  'POST /api/ai/batches/:id/cancel': () => ({ path: `/api/ai/batches/${randomUUID()}/cancel` }),
  'POST /api/items/:id/purchase/intent': ({ listing }) => ({
    path: `/api/items/${listing.id}/purchase/intent`,
    body: { deliveryMethod: 'doordash', deliveryAddress: `1 ${MARK} Road` },
  }),
  'POST /api/purchases/intent': ({ listing }) => ({
    path: '/api/purchases/intent',
    body: {
      itemIds: [listing.id],
      expectedTotal: '3.02',
      deliveryMethod: 'doordash',
      deliveryAddress: `1 ${MARK} Road`,
    },
  }),
  'POST /api/purchases/:id/add': ({ listing }) => ({
    path: `/api/purchases/${randomUUID()}/add`,
    body: { itemIds: [listing.id], expectedTotal: '3.02' },
  }),
  'PUT /api/items/:id/draw/entry': ({ listing }) => ({ path: `/api/items/${listing.id}/draw/entry` }),
  'DELETE /api/items/:id/draw/entry': ({ listing }) => ({ path: `/api/items/${listing.id}/draw/entry` }),
  'PUT /api/items/:id/favourite': ({ listing }) => ({ path: `/api/items/${listing.id}/favourite` }),
  'DELETE /api/items/:id/favourite': ({ listing }) => ({ path: `/api/items/${listing.id}/favourite` }),
  'POST /api/searches': () => ({ path: '/api/searches', body: { query: { search: MARK }, how: 'daily' } }),
  'PATCH /api/searches/read': () => ({ path: '/api/searches/read', body: {} }),
  'PATCH /api/searches/:id': async ({ member }) => ({
    path: `/api/searches/${(await saveSearch(member, { search: MARK })).id}`,
    body: { how: 'none' },
  }),
  'DELETE /api/searches/:id': async ({ member }) => ({
    path: `/api/searches/${(await saveSearch(member, { search: MARK })).id}`,
  }),
  'PUT /api/baskets/items/:id': ({ listing }) => ({ path: `/api/baskets/items/${listing.id}` }),
  'DELETE /api/baskets/items/:id': ({ listing }) => ({ path: `/api/baskets/items/${listing.id}` }),
  'POST /api/baskets/merge': ({ listing }) => ({ path: '/api/baskets/merge', body: { itemIds: [listing.id] } }),
  'POST /api/delivery/quote': ({ listing }) => ({
    path: '/api/delivery/quote',
    body: { itemId: listing.id, dropoffAddress: `1 ${MARK} Road` },
  }),
  'POST /api/items/:id/messages': ({ listing }) => ({
    path: `/api/items/${listing.id}/messages`,
    body: { body: MARK },
  }),
  'PATCH /api/messages/conversations/:threadId/read': ({ threadId }) => ({
    path: `/api/messages/conversations/${threadId}/read`,
  }),
  'PATCH /api/notifications/read': () => ({ path: '/api/notifications/read' }),
  'PATCH /api/notifications/preferences': () => ({
    path: '/api/notifications/preferences',
    body: { kinds: { messages: { mail: 'daily' } }, quietHours: null },
  }),
  'POST /api/notifications/push': () => ({
    path: '/api/notifications/push',
    body: pushSubscription(MARK),
  }),
  'DELETE /api/notifications/push': () => ({ path: '/api/notifications/push' }),
  'POST /api/reports': ({ listing }) => ({
    path: '/api/reports',
    body: { subject: { kind: 'listing', id: listing.id }, reason: 'other', details: MARK },
  }),
  'POST /api/users/me/calendar': () => ({ path: '/api/users/me/calendar' }),
  'DELETE /api/users/me/calendar': () => ({ path: '/api/users/me/calendar' }),
  'POST /api/purchases/:id/appointment/absent/answer': async ({ member }) => {
    const order = await agreedTrade(market, { buyer: member, minutes: 60 })
    market.clock.advance({ minutes: 95 })
    await sayAbsent(order.seller, order)
    await confirmOrder(order)
    // Leaving wants a fresh code.
    await member.signIn({ email: member.user.email })
    return { path: `/api/purchases/${order.purchaseId}/appointment/absent/answer`, body: { word: MARK } }
  },
  'POST /api/purchases/:id/thanks': async ({ member }) => {
    const order = await paidOrder(market, { buyer: member, lines: 1 })
    await confirmOrder(order)
    return { path: `/api/purchases/${order.purchaseId}/thanks`, body: { words: MARK } }
  },
  'POST /api/decisions/:id/appeal': async ({ member }) => {
    const about = member.user.id
    const after = { decision: 'warn', note: 'Please stay friendly' }
    const act = { action: 'report.decide', subject: `member:${about}`, about, before: null, after }
    await transact(market.ctx.db, (trx) => recordChange(trx, { ...act, actorId: null, now: market.clock.now() }))
    const [decision] = (await member.get<{ id: string }[]>('/api/decisions')).body
    return { path: `/api/decisions/${decision?.id}/appeal`, body: { words: MARK } }
  },
  'POST /api/admin/setup': () => ({ path: '/api/admin/setup' }),
}

test('every call of a member that writes is here', () => {
  const written = mountApi(market.ctx)
    .endpoints.filter(({ access, method }) => access === 'member' && method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
  expect([...Object.keys(CALLS), ...KEEPS_THE_ACCOUNT].sort()).toEqual(written.sort())
})

test.each(Object.keys(CALLS))('%s, overtaken by leaving, leaves nothing of the member', async (route) => {
  const scene = await buildScene()
  const { path, body } = await CALLS[route]!(scene)
  const [method = ''] = route.split(' ')
  const [left, called] = await overtaken(scene.member, (session) =>
    session.send<{ code?: string }>(method, path, method === 'DELETE' ? undefined : (body ?? {}), {
      signal: AbortSignal.timeout(120_000),
    }),
  )
  expect(left.status).toBe(204)
  if (called.waited) expect([401, 403, 404, 409]).toContain(called.answer.status)
  // No courier quote without a geocoder.
  else expect(called.answer.status).not.toBe(500)
  expect(await whatStays(scene.member.user.id)).toEqual([])
  expect(await auditFindings(market)).toEqual([])
})

/** A browser that has only to type the code of its member. */
async function atTheDoor(email: string) {
  const browser = market.visitor()
  const { body } = await browser.post<{ code: string }>('/api/auth/code', { email })
  return () => browser.post('/api/auth/session', { email, code: body.code })
}

test('a sign-in, overtaken by leaving, leaves no session', async () => {
  const member = await market.signIn()
  const enter = await atTheDoor(member.user.email)
  const [left, { waited, answer }] = await overtaken(member, enter)
  expect([left.status, waited, answer.status]).toEqual([204, true, 401])
  expect(await whatStays(member.user.id)).toEqual([])
})

test('neither does one whose session is just being written', async () => {
  const { db } = market.ctx
  const member = await market.signIn()
  const enter = await atTheDoor(member.user.email)
  const trx = await db.transaction()
  await trx.raw('lock table sessions in share mode')
  const entered = enter()
  await until(async () => (await waiting(db)) >= 1)
  const left = member.delete('/api/users/me')
  await until(async () => (await waiting(db)) >= 2)
  await trx.commit()
  expect((await left).status).toBe(204)
  expect([200, 401]).toContain((await entered).status)
  expect(await whatStays(member.user.id)).toEqual([])
})

/** Both calls are admitted while the member is there; then leaving comes first. */
async function overtaken<T>(member: TestClient, call: (session: TestClient) => Promise<T>) {
  const { db } = market.ctx
  const trx = await db.transaction()
  await trx.raw('select from member where id = ? for update', [member.user.id])
  const left = member.delete('/api/users/me')
  await until(async () => (await waiting(db)) >= 1)
  const state = { settled: false }
  const settle = () => (state.settled = true)
  const called = call(member)
  called.then(settle, settle)
  await until(async () => state.settled || (await waiting(db)) >= 2)
  const waited = !state.settled
  await trx.commit()
  return [await left, { waited, answer: await called }] as const
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(10)
}

async function waiting(reader: Reader): Promise<number> {
  const { rows } = await reader.raw<{ rows: { count: number }[] }>(
    `select count(distinct pid)::int as count from pg_locks
     where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`,
  )
  return rows[0]?.count ?? 0
}

/** Rows that name the mark, or are alive though their owner has left. */
async function whatStays(memberId: string): Promise<string[]> {
  const { db } = market.ctx
  const tables = await db.raw<{ rows: { name: string }[] }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  const looks = tables.rows.map(
    ({ name }) => `select '${name}: ' || t::text as row from ${name} t where t::text ilike '%' || :mark || '%'`,
  )
  const marked = await db.raw<{ rows: { row: string }[] }>(looks.join(' union all '), { mark: MARK })
  const found = marked.rows.map(({ row }) => row)
  const alive = {
    photo: `select from photo where owner_id = :memberId and discarded_at is null`,
    'photo analysis': `select from photo_analysis where owner_id = :memberId`,
    'analysis batch': `select from analysis_batch where owner_id = :memberId`,
    listing: `select from listing where seller_id = :memberId and (status in ('available', 'reserved') or erased_at is null)`,
    calendar: `select from calendar_feed where member_id = :memberId`,
    purchase: `select from purchase where buyer_id = :memberId and state = 'reserved'`,
    block: `select from member_block where :memberId in (blocker_id, blocked_id)`,
    basket: `select from basket_line where member_id = :memberId`,
    search: `select from saved_search where member_id = :memberId`,
    report: `select from report where reporter_id = :memberId`,
    session: `select from sessions where sess ->> 'memberId' = :memberId::text`,
    member: `select from member where id = :memberId and (is_admin or profile_image_url is not null or children_ages <> '{}' or children_born <> '{}')`,
    preference: `select from notice_preference where member_id = :memberId`,
    'quiet hours': `select from quiet_hours where member_id = :memberId`,
    setup: `select from admin_setup where member_id = :memberId`,
  }
  for (const [what, query] of Object.entries(alive)) {
    const { rows } = await db.raw<{ rows: unknown[] }>(query, { memberId })
    if (rows.length > 0) found.push(what)
  }
  return found
}
