import { beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { confirmOrder, paidOrder } from '../../../testing/market/orders.ts'
import { promote } from '../../../testing/market/promote.ts'
import type { AdminAction } from '../log/contract.ts'
import type { FoundMember } from '../search/contract.ts'
import type { MemberFile } from './contract.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
let june: TestClient
let omar: TestClient
beforeAll(async () => {
  june = await market.signIn({ firstName: 'June' })
  omar = await market.signIn({ firstName: 'Omar' })
  await promote(market, june)
  await promote(market, omar)
})

const pathOf = ({ user }: TestClient) => `/api/admin/members/${user.id}`
const read = async (admin: TestClient, member: TestClient) => (await admin.get<MemberFile>(pathOf(member))).body
const REASON = { reason: 'Somebody else is in it' }

test("a member's page has what an admin needs, and that it was read stands in the log, once an hour", async () => {
  const order = await paidOrder(market, {})
  await confirmOrder(order)
  await june.post(`${pathOf(order.seller)}/notes`, { words: 'Has called' })
  await order.buyer.post('/api/reports', { subject: { kind: 'member', id: order.seller.user.id }, reason: 'spam' })
  const file = await read(june, order.seller)
  expect(file).toMatchObject({
    email: order.seller.user.email,
    counts: { bought: 0, sold: 1 },
    trades: [{ side: 'sold', state: 'delivered', other: { id: order.buyer.user.id } }],
    reportsAbout: [{ reason: 'spam', other: { id: order.buyer.user.id } }],
    notes: [{ words: 'Has called', by: { id: june.user.id } }],
    cardMates: [],
  })
  expect(file.sources.map(({ type }) => type)).toContain('sale')
  expect(file.sources.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2)).toBe(file.tokens)
  await read(june, order.seller)
  await read(omar, order.seller)
  const log = (await june.get<AdminAction[]>('/api/admin/actions')).body
  const reads = log.filter(({ action }) => action === 'member.read')
  expect(reads.map(({ actor }) => actor?.firstName)).toEqual(['Omar', 'June'])
})

test('an admin who was reported reads nowhere who has reported them; another admin does', async () => {
  const neighbour = await market.signIn()
  const about = { subject: { kind: 'member', id: june.user.id }, reason: 'harassment', details: 'She shouts' }
  const { id } = (await neighbour.post<{ id: string }>('/api/reports', about)).body
  await omar.post(`/api/admin/reports/${id}/decision`, { action: 'dismiss' })
  const seenBy = async (admin: TestClient) => [
    ...(await admin.get<{ id: string }[]>('/api/admin/reports')).body,
    ...(await read(admin, june)).reportsAbout,
    ...(await read(admin, neighbour)).reportsBy,
  ]
  expect(await seenBy(june)).toEqual([])
  expect((await seenBy(omar)).map((report) => report.id)).toEqual([id, id, id])
})

test('members are found by neighbourhood and by the end of their phone number', async () => {
  const member = await market.signIn({ firstName: 'Pia' })
  await member.patch('/api/users/me/defaults', {
    defaultCity: 'Sellwood',
    defaultPickupAddress: '12 Alder Street',
    defaultContactName: 'Pia',
    defaultContactEmail: 'pia@example.com',
    defaultContactPhone: '+1 (503) 555-0187',
    defaultLatitude: 45.5,
    defaultLongitude: -122.6,
  })
  const found = async (search: string) =>
    (await june.get<FoundMember[]>(`/api/admin/members?search=${encodeURIComponent(search)}`)).body.map(({ id }) => id)
  for (const search of ['sellw', '0187', '555-0187'])
    expect([search, await found(search)]).toEqual([search, [member.user.id]])
  expect(await found('0188')).toEqual([])
  expect((await read(june, member)).phoneEnds).toBe('0187')
})

test('a member is signed out everywhere, and told why', async () => {
  const member = await market.signIn()
  expect((await june.post(`${pathOf(member)}/sign-out`, REASON)).status).toBe(204)
  expect((await member.get('/api/auth/user')).status).toBe(401)
  await member.signIn({ email: member.user.email })
  const notices = (await member.get<{ body: string }[]>('/api/notifications')).body
  expect(notices.some(({ body }) => body.includes(REASON.reason))).toBe(true)
})

test('of two admins who demote each other one stays, whatever the other was about to do', async () => {
  const demote = (by: TestClient, whom: TestClient) => by.post(`${pathOf(whom)}/demote`, { reason: 'They moved away' })
  expect((await demote(june, june)).status).toBe(409)
  const answers = await Promise.all([demote(june, omar), demote(omar, june)])
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  const admins = await market.ctx.db('member').where({ is_admin: true })
  expect(admins).toHaveLength(1)
})
