import { expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import { agreedTrade, thank } from '../../../testing/market/appointments.ts'
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
import { confirmOrder, decideOrder } from '../../../testing/market/orders.ts'
import { runningAnalyses } from '../../../testing/market/running-analyses.ts'
import { buildPurchase, confirmDelivery, reserve } from '../../../testing/market/trades.ts'
import { promote } from '../../../testing/market/promote.ts'
import type { Listing } from '../../catalog/contract.ts'
import type { User } from '../../identity/contract.ts'
import type { Conversation, ConversationDetail } from '../../messaging/contract.ts'
import { recordChange } from '../log/admin-action.ts'
import { notify } from '../../notifications/index.ts'
import { noticeOf } from '../members/notice-of.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })

const write = (from: TestClient, itemId: string, body: string) =>
  from.post<{ threadId: string }>(`/api/items/${itemId}/messages`, { body })

async function upload(member: TestClient, photo: Buffer) {
  const form = new FormData()
  form.append('photos', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'me.jpg')
  return member.post<{ profileImageUrl: string }>('/api/users/me/picture', form)
}

const defaultsOf = (name: string) => ({
  defaultCity: 'Portland',
  defaultPickupAddress: `99 ${name} Road`,
  defaultContactName: `${name} Away`,
  defaultContactEmail: `${name.toLowerCase()}@contact.example`,
  defaultContactPhone: `555-${name}`,
  defaultLatitude: 45.1,
  defaultLongitude: -122.1,
})

/** A member with something of everything, and their name in all of it. */
async function buildNeighbour(name: string) {
  const email = `${name.toLowerCase()}@leaving.example`
  const member = await market.signIn({ email, firstName: name, lastName: 'Away' })
  await member.patch('/api/users/me/defaults', defaultsOf(name))
  await member.patch('/api/users/me/children-ages', { childrenAges: ['2T-3T'] })
  await member.patch('/api/users/me/children-born', { childrenBorn: ['2024-05'] })
  const picture = (await upload(member, await buildPhoto({ colour: '#112233' }))).body.profileImageUrl
  const { defaultContactName, defaultContactEmail, defaultPickupAddress } = defaultsOf(name)
  const fields = {
    contactName: defaultContactName,
    contactEmail: defaultContactEmail,
    pickupAddress: defaultPickupAddress,
  }
  const { listing } = await buildListing(market, { seller: member, fields })
  const asker = await market.signIn({ firstName: 'Ada' })
  const { threadId } = (await write(asker, listing.id, 'Is it blue?')).body
  await member.post(`/api/items/${listing.id}/messages`, { body: 'It is green.', threadId })
  return { member, email, picture, listing, asker, threadId }
}

test('a picture: shown to others, replaced, kept by the orphan job, and removed', async () => {
  const { member, picture, asker, threadId } = await buildNeighbour('Pia')
  const seen = async () =>
    (await asker.get<Conversation[]>('/api/messages/conversations')).body.find(({ id }) => id === threadId)?.otherUser
  expect((await seen())?.profileImageUrl).toBe(picture)
  expect((await market.visitor().get(picture)).status).toBe(200)
  const second = (await upload(member, await buildPhoto({ colour: '#445566' }))).body.profileImageUrl
  market.clock.advance({ days: 2 })
  const { boss } = market.ctx.queue
  await boss.send('catalog.remove-orphan-photos', {})
  await market.runJobs({ only: ['catalog.remove-orphan-photos'] })
  expect([(await member.get(picture)).status, (await member.get(second)).status]).toEqual([404, 200])
  expect((await member.refreshUser()).profileImageUrl).toBe(second)
  expect((await member.delete('/api/users/me/picture')).status).toBe(204)
  expect((await seen())?.profileImageUrl).toBeNull()
  expect((await upload(member, Buffer.from('no picture at all'))).status).toBe(415)
  expect((await upload(market.visitor(), await buildPhoto())).status).toBe(401)
})

test('the export holds everything of the member, as a file, and nothing private of others', async () => {
  const { member, listing, asker } = await buildNeighbour('Eva')
  const sellersAddress = { pickupAddress: '5 Foreign Lane', contactEmail: 'foreign@example.com' }
  const bought = await buildListing(market, { fields: sellersAddress })
  await buildPurchase(market, { buyer: member, itemId: bought.listing.id })
  const sold = await buildPurchase(market, { itemId: listing.id })
  await member.post(`/api/members/${asker.user.id}/block`)
  await member.post('/api/reports', { subject: { kind: 'member', id: asker.user.id }, reason: 'spam' })

  expect((await market.visitor().get('/api/users/me/export')).status).toBe(401)
  const { status, headers, body } = await member.get('/api/users/me/export')
  expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename="outgrown-my-data.json"'])
  expect(body).toMatchObject({
    account: { email: 'eva@leaving.example', childrenAges: ['2T-3T'], childrenBorn: ['2024-05'], ...defaultsOf('Eva') },
    notificationPreferences: { quietHours: { begins: '22:00', ends: '07:00' } },
    listings: [{ id: listing.id, pickupAddress: '99 Eva Road' }],
    purchases: [{ state: 'paid', sellerId: bought.seller.user.id, lines: [{ listingId: bought.listing.id }] }],
    sales: [{ buyerId: sold.buyer.user.id, lines: [{ listingId: listing.id }] }],
    blocked: [{ id: asker.user.id }],
    reports: [{ subject: { kind: 'member', id: asker.user.id } }],
  })
  expect(body['photos']).toHaveLength(2)
  const types = (body['tokenTransactions'] as { type: string }[]).map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['welcome_bonus', 'purchase_item']))
  const text = JSON.stringify(body)
  expect(text).toContain('It is green.')
  expect(text).toContain('Is it blue?')
  for (const secret of ['5 Foreign Lane', 'foreign@example.com', asker.user.email, sold.buyer.user.email]) {
    expect(text).not.toContain(secret)
  }
})

/** Every table: under which key of the export a member finds what it holds about them, or why under none. */
const TABLES: Record<string, { exported: string } | { not: string }> = {
  account: { exported: 'tokenTransactions' },
  activity: { not: 'counts listings and sales, which are exported themselves' },
  admin_action: { not: 'what was done for the market, not as a member' },
  admin_settings: { not: 'holds nothing of members' },
  admin_setup: { not: 'tells that there is an admin; whether one is it stands in the account' },
  analysis_batch: { not: 'puts exported analyses together' },
  analysis_batch_item: { not: 'puts exported analyses together' },
  analysis_cost: { not: 'sums over all members' },
  appeal: { exported: 'decisions' },
  appointment: { exported: 'appointments' },
  arrival: { not: 'a hash of a network with a salt of the day, gone after it' },
  arrival_salt: { not: 'holds nothing of members' },
  audit_run: { not: 'holds nothing of members' },
  backup: { not: 'holds nothing of members' },
  backoff: { not: 'counters that end within a day' },
  basket_line: { exported: 'baskets' },
  calendar_feed: { not: 'a hash of a secret address, and since when there is one' },
  card_refund: { exported: 'purchases' },
  card_event: { not: "the card provider's words about exported purchases" },
  category_price: { not: 'holds nothing of members' },
  cleared_alarm: { not: 'what an admin has said about an alarm' },
  conversation: { exported: 'conversations' },
  courier_quote: { not: 'prices, without whom they were told' },
  device: { not: 'hashes of browsers; where one is signed in stands in the sessions' },
  draw: { not: 'how a listing is given by a draw, without any member' },
  draw_entry: { not: 'tickets of draws; what was won and bought stands in the purchases' },
  economy_minted: { not: 'sums over all members' },
  economy_missed_search: { not: 'words that several members looked for, without whom' },
  economy_month: { not: 'sums over all members' },
  unpaid_want: { not: 'keyed hashes that end with their month' },
  missed_search: { not: 'words and keyed hashes that end with their month' },
  supply_factor: { not: 'holds nothing of members' },
  demo_seed: { not: 'holds nothing of members' },
  entry: { exported: 'tokenTransactions' },
  favourite: { exported: 'favourites' },
  handover_code: { not: 'what codes are made of that end within a minute, for exported purchases' },
  ledger_digest: { not: 'hashes over all transfers' },
  ledger_key: { not: 'holds nothing of members' },
  ledger_salt: { not: "a random number, which stands in the member's statement to check" },
  ledger_tile: { not: 'hashes over all transfers' },
  listing: { exported: 'listings' },
  listing_card: { not: 'made of the listings, for everybody' },
  listing_count: { not: 'sums over all members' },
  mailbox: { not: 'a keyed hash, kept so that a mailbox earns each bonus once' },
  mailbox_key: { not: 'holds nothing of members' },
  map_key: { not: 'holds nothing of members' },
  member: { exported: 'account' },
  member_block: { exported: 'blocked' },
  member_note: { not: 'what admins note for each other, as in a reported quarrel: it names others' },
  copied_photo: { not: 'which listings show the same photo, for the admins alone' },
  message: { exported: 'conversations' },
  migration: { not: 'holds nothing of members' },
  migration_lock: { not: 'holds nothing of members' },
  migration_sql: { not: 'holds nothing of members' },
  month_salt: { not: 'holds nothing of members' },
  notice: { exported: 'notices' },
  notice_delivery: { not: 'when mails and pushes about exported notices left' },
  outage: { not: 'since when mail or pushes have not left, for everybody' },
  notice_preference: { exported: 'notificationPreferences' },
  passkey: { not: 'public halves of keys, of use only to check the other half' },
  passkey_challenge: { not: 'random numbers that end within minutes' },
  payment_difference: { not: 'what is wrong about exported purchases' },
  photo: { exported: 'photos' },
  photo_analysis: { exported: 'photoAnalyses' },
  problem: { exported: 'problems' },
  problem_decision: { exported: 'problemDecisions' },
  problem_photo: { exported: 'problemPhotos' },
  purchase: { exported: 'purchases' },
  purchase_alarm: { not: 'what admins are told about exported purchases' },
  purchase_card: { not: "the card provider's fingerprint of the card of an exported purchase" },
  purchase_line: { exported: 'purchases' },
  purchase_history: { not: 'how exported purchases came to be what they are, without any words' },
  push_subscription: { exported: 'pushDevices' },
  quiet_hours: { exported: 'notificationPreferences' },
  rate_limit: { not: 'counters that end within an hour' },
  recall: { not: 'what sources publish' },
  recall_source: { not: 'what sources publish' },
  report: { exported: 'reports' },
  sandbox_idempotency_key: { not: 'stands in for the card provider' },
  sandbox_object: { not: 'stands in for the card provider' },
  saved_search: { exported: 'savedSearches' },
  search_entry: { not: 'the words of exported listings, as they are searched' },
  search_match: { not: 'which listings saved searches have found; what was told stands in the notices' },
  sessions: { exported: 'sessions' },
  site: { not: 'holds nothing of members' },
  site_file: { not: 'holds nothing of members' },
  setup_token: { not: 'holds nothing of members' },
  sign_in_code: { not: 'hashes of codes that end within minutes' },
  streak: { not: 'shown as the current streak of the account' },
  suspension: { exported: 'decisions' },
  thanks: { exported: 'thanks' },
  title_word: { not: 'sums over the titles of all members' },
  title_word_change: { not: 'sums over the titles of all members' },
  transfer: { exported: 'tokenTransactions' },
  canned_words: { not: 'words of the admins together' },
  taken_work: { not: 'the work that admins are on, for half an hour' },
  undoable_act: { not: 'acts of admins for a minute; what was decided is under decisions' },
}

/** The member has bought something at an appointment, had a problem with it, and said thank you. */
async function thankedTrade(buyer: TestClient) {
  const order = await agreedTrade(market, { buyer })
  await buyer.post(`/api/purchases/${order.purchaseId}/problem`, { reason: 'other', words: 'It looked broken first.' })
  const photos = new FormData()
  photos.append('photos', new Blob([new Uint8Array(await buildPhoto({ width: 32, height: 32 }))]), 'photo.jpg')
  await buyer.post(`/api/purchases/${order.purchaseId}/problem/photos`, photos)
  const admin = await market.signIn()
  await market.ctx.db('member').where({ id: admin.user.id }).update({ is_admin: true })
  await decideOrder(admin, order, 'release')
  await market.ctx.db('member').where({ id: admin.user.id }).update({ is_admin: false })
  await confirmOrder(order)
  await thank(buyer, order, 'Lovely')
}

test('of every table it is decided whether the export has it, and what is decided is there', async () => {
  const tables = await market.ctx
    .db('information_schema.tables')
    .where({ table_schema: 'public', table_type: 'BASE TABLE' })
    .orderBy('table_name')
    .pluck('table_name')
  expect(tables).toEqual(Object.keys(TABLES).sort())

  const { member, asker, listing } = await buildNeighbour('Ida')
  await thankedTrade(member)
  await member.put(`/api/items/${(await buildListing(market)).listing.id}/favourite`)
  await saveSearch(member, { search: 'coat' })
  await member.put(`/api/baskets/items/${(await buildListing(market)).listing.id}`)
  const photos = await uploadPhotos(member, [await buildPhoto({ colour: '#203040' })])
  await runningAnalyses(market, member.post('/api/ai/analyze-batch', { items: [{ photoUrls: photos }] }))
  await member.post(`/api/members/${asker.user.id}/block`)
  await member.post('/api/reports', { subject: { kind: 'member', id: asker.user.id }, reason: 'spam' })
  await member.post('/api/notifications/push', pushSubscription('ida'))
  const { db, clock } = market.ctx
  await transact(db, (trx) =>
    notify(trx, noticeOf(member.user.id, { what: 'restored', title: listing.title, reason: null }, clock.now())),
  )
  await transact(db, (trx) => recordChange(trx, { ...warned(member), actorId: null, now: clock.now() }))
  const { body } = await member.get('/api/users/me/export')
  for (const [table, decided] of Object.entries(TABLES)) {
    if ('exported' in decided) expect(body[decided.exported], table).not.toSatisfy(isEmpty)
  }
})

const warned = ({ user: { id } }: TestClient) => ({
  action: 'report.decide',
  subject: `member:${id}`,
  about: id,
  before: null,
  after: { decision: 'warn', note: 'Please stay friendly' },
})

const isEmpty = (found: unknown) => found === undefined || (Array.isArray(found) && found.length === 0)

test('an account with an open purchase or sale stays, whole', async () => {
  const { member, listing } = await buildNeighbour('Olga')
  const { itemId } = await buildPurchase(market, { buyer: member })
  const sale = await buildPurchase(market, { itemId: listing.id })
  const refused = async () => {
    const { status, body } = await member.delete('/api/users/me')
    return [status, body['code'], String(body['message']).split('.')[0]]
  }
  expect(await refused()).toEqual([409, 'OPEN_TRADES', 'You still have 1 open purchase and 1 open sale'])
  expect((await confirmDelivery(member, itemId)).status).toBe(200)
  expect(await refused()).toEqual([409, 'OPEN_TRADES', 'You still have 1 open sale'])
  expect((await member.refreshUser()).defaultPickupAddress).toBe('99 Olga Road')
  await confirmDelivery(sale.buyer, listing.id)
  expect((await member.delete('/api/users/me')).status).toBe(204)
})

test('who leaves is gone: data, photos and sessions; what others have stays, of a former neighbour', async () => {
  const { member, email, picture, listing, asker, threadId } = await buildNeighbour('Quentin')
  const [photo = ''] = await uploadPhotos(member, [await buildPhoto({ colour: '#778899' })])
  const sold = await member.post<Listing>('/api/items', {
    ...listingBody({ contactName: 'Quentin Away' }),
    photos: [photo],
  })
  const { buyer } = await buildPurchase(market, { itemId: sold.body.id })
  await confirmDelivery(buyer, sold.body.id)
  const elsewhere = await market.signIn({ email })
  const id = member.user.id
  const about = { kind: 'member', id: asker.user.id }
  await member.post('/api/reports', { subject: about, reason: 'spam', details: 'Rude to me, Quentin' })
  const admin = await market.signIn()
  await promote(market, admin)
  await admin.post(`/api/admin/members/${id}/notes`, { words: 'Quentin has called' })
  await market.ctx.db('member').where({ id: admin.user.id }).update({ is_admin: false })

  expect((await member.delete('/api/users/me')).status).toBe(204)
  const sessions = market.ctx.db('sessions').whereRaw(`sess ->> 'memberId' = ?`, [id])
  expect(await sessions).toEqual([])
  for (const session of [member, elsewhere]) expect((await session.get('/api/auth/user')).status).toBe(401)
  expect((await asker.get(`/api/items/${listing.id}`)).status).toBe(404)
  const [conversation] = (await asker.get<Conversation[]>('/api/messages/conversations')).body
  expect(conversation?.otherUser).toEqual({
    id,
    firstName: 'Former neighbour',
    lastName: null,
    email: null,
    profileImageUrl: null,
    hasLeft: true,
  })
  const thread = await asker.get<ConversationDetail>(`/api/messages/conversations/${threadId}`)
  expect(thread.body.messages.map(({ body }) => body)).toEqual(['Is it blue?', 'It is green.'])
  expect((await asker.post(`/api/items/${listing.id}/messages`, { body: 'Hello?', threadId })).body).toMatchObject({
    code: 'MEMBER_GONE',
  })
  expect((await buyer.get<{ id: string }[]>('/api/purchases')).body).toMatchObject([{ id: sold.body.id, photos: [] }])

  // At once, before any job has run.
  for (const url of [picture, photo, ...listing.photos]) expect((await asker.get(url)).status).toBe(404)
  await market.ctx.queue.boss.send('catalog.remove-orphan-photos', {})
  await market.runJobs()
  for (const url of [picture, photo, ...listing.photos]) expect((await asker.get(url)).status).toBe(404)
  for (const table of [
    'member',
    'listing',
    'purchase',
    'purchase_line',
    'sessions',
    'sign_in_code',
    'photo',
    'transfer',
    'notice',
    'report',
    'member_note',
  ] as const) {
    const rows = (await market.ctx.db(table)).map((row) => Object.values(row as object).join(' '))
    expect(
      rows.filter((row) => /quentin/i.test(row)),
      table,
    ).toEqual([])
  }
  expect(await market.ctx.db('member').where({ id }).first()).toMatchObject({ children_ages: [], children_born: [] })
  expect(await market.ctx.db('report').where({ reporter_id: id })).toMatchObject([{ reason: 'spam', details: null }])
  expect(await auditFindings(market)).toEqual([])

  const again = await market.signIn({ email })
  // The mailbox has had its welcome bonus.
  expect(again.user).toMatchObject({ tokens: '0.00', firstName: 'Test' } satisfies Partial<User>)
  expect(again.user.id).not.toBe(id)
})

test('who leaves while posting and selling leaves nothing behind', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { listing, seller } = await buildListing(market)
      const photos = await uploadPhotos(seller, [await buildPhoto({ colour: '#a0b0c0' })])
      const buyer = await market.signIn()
      const [left, , bought] = await Promise.all([
        seller.delete('/api/users/me'),
        seller.post('/api/items', { ...listingBody(), photos }),
        reserve(buyer, listing.id),
      ])
      const rows = await market.ctx.db('listing').where({ seller_id: seller.user.id }).select('status')
      return { left: left.status, bought: bought.status, rows: rows.map(({ status }) => status) }
    }),
  )
  for (const { left, bought, rows } of outcomes) {
    if (left === 204) expect([bought === 201, rows.includes('available')]).toEqual([false, false])
    else expect([left, bought, rows.includes('reserved')]).toEqual([409, 201, true])
  }
  expect(await auditFindings(market)).toEqual([])
})

test("the only admin can't leave; one of two can", async () => {
  const [one, two] = [await market.signIn(), await market.signIn()]
  await promote(market, one)
  expect((await one.delete('/api/users/me')).body).toMatchObject({ code: 'LAST_ADMIN' })
  await promote(market, two)
  const answers = await Promise.all([one, two].map((admin) => admin.delete('/api/users/me')))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
})
