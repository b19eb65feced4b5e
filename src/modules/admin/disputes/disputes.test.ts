import { afterEach, beforeAll, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import type { Answer, TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import {
  acceptOrder,
  cancelOrder,
  confirmOrder,
  paidOrder,
  reportOrder,
  settleOrder,
} from '../../../testing/market/orders.ts'
import { buildPurchase, confirmDelivery } from '../../../testing/market/trades.ts'
import type { Message } from '../../messaging/contract.ts'
import type { Purchase, Sale } from '../../purchasing/contract.ts'
import type { AdminAction } from '../log/contract.ts'
import type { Overview } from '../overview/contract.ts'
import { openDisputes } from '../../../testing/market/work.ts'

const market = useMarket()
let admin: TestClient
beforeAll(async () => {
  admin = await market.signIn()
  await admin.post('/api/admin/setup')
})
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

async function disputed() {
  const seller = await market.signIn()
  const purchase = await buildPurchase(market, { seller, title: 'Blue tricycle' })
  await market.runJobs()
  const { status } = await purchase.buyer.post(`/api/purchases/${purchase.purchaseId}/problem`, {
    reason: 'broken',
    words: 'One of the wheels is missing.',
  })
  expect(status).toBe(200)
  return { ...purchase, seller }
}
const decide = (id: string, decision: string, by = admin) =>
  by.post(`/api/admin/disputes/${id}`, { decision, reason: 'The photos show it.' })
const mine = async (buyer: TestClient) => (await buyer.get<Purchase[]>('/api/purchases')).body[0]
const lastAction = () => market.ctx.db('admin_action').orderBy('id', 'desc').first('actor_id', 'action', 'subject')

test('an admin sees what was reported, with both sides, and releases the tokens', async () => {
  const { purchaseId, buyer, seller } = await disputed()
  expect(await openDisputes(admin)).toMatchObject([
    {
      purchaseId,
      title: 'Blue tricycle',
      tokenPrice: '3.00',
      tokenFee: '0.02',
      cardAmount: '3.50',
      cardRefund: '3.50',
      reason: 'One of the wheels is missing.',
      buyer: { email: buyer.user.email },
      seller: { email: seller.user.email },
    },
  ])
  const before = Number((await seller.refreshUser()).tokens)
  expect(await decide(purchaseId, 'release')).toMatchObject({ status: 200, body: { state: 'disputed' } })
  const [logged] = (await admin.get<AdminAction[]>('/api/admin/actions?limit=1')).body
  expect(logged?.name).toBe('Blue tricycle')
  expect([logged?.before, Object.keys(logged?.after ?? {})]).toEqual([null, ['reason']])
  expect(await lastAction()).toEqual({
    actor_id: admin.user.id,
    action: 'dispute.release',
    subject: `purchase:${purchaseId}`,
  })
  expect(await openDisputes(admin)).toEqual([])
  expect((await admin.get<Overview>('/api/admin/overview')).body).toMatchObject({ problems: 0 })
  expect((await acceptOrder(buyer, { purchaseId })).status).toBe(200)
  expect(Number((await seller.refreshUser()).tokens) - before).toBe(3)
  await market.runJobs()
})

test('of an order the reported things are decided, and the processing fee goes back only with the last of all', async () => {
  const order = await paidOrder(market)
  await market.runJobs()
  const [one, two, three] = order.itemIds as [string, string, string]
  await reportOrder(order, { itemIds: [one, two] })
  const listed = async () => (await openDisputes(admin))[0]
  expect(await listed()).toMatchObject({ cardAmount: '4.50', cardRefund: '1.00', tokenPrice: '2.00', tokenFee: '0.02' })
  await cancelOrder(order, { itemIds: [three] })
  expect(await listed()).toMatchObject({ cardRefund: '4.00', lines: [{ listingId: one }, { listingId: two }] })
  expect((await settleOrder(admin, order, 'refund', { itemIds: [one] })).status).toBe(200)
  expect(await listed()).toMatchObject({ cardRefund: '3.50', lines: [{ listingId: two }] })
  expect((await settleOrder(admin, order, 'refund')).status).toBe(200)
  await market.runJobs()
  expect(await mine(order.buyer)).toMatchObject({ state: 'refunded', cardRefund: '4.50' })
})

test('an admin refunds: tokens at once, the card after, and the item is withdrawn', async () => {
  const { purchaseId, itemId, buyer, seller } = await disputed()
  expect((await settleOrder(admin, { purchaseId, buyer, seller }, 'refund')).status).toBe(200)
  expect((await buyer.refreshUser()).tokens).toBe('10.00')
  await market.runJobs()
  expect(await mine(buyer)).toMatchObject({ state: 'refunded', cancelledBy: 'admin', pickup: null })
  expect((await seller.get(`/api/items/${itemId}`)).body['status']).toBe('withdrawn')
  expect((await seller.get<Sale[]>('/api/sales')).body[0]).toMatchObject({ state: 'refunded', cancelledBy: 'admin' })
})

test('before deciding, an admin reads what the two wrote to each other about the item, and nobody else', async () => {
  const { purchaseId, itemId, buyer, seller } = await disputed()
  const stranger = await market.signIn()
  const say = (who: TestClient, body: string, more = {}) => who.post(`/api/items/${itemId}/messages`, { body, ...more })
  const { threadId } = (await say(buyer, 'Where is the third wheel?')).body
  await say(seller, 'It had three when it left.', { threadId })
  await say(stranger, 'May I have it?')
  const read = (by: TestClient) => by.get<Message[]>(`/api/admin/disputes/${purchaseId}/messages`)
  const words = (await read(admin)).body.filter(({ kind }) => kind === 'text')
  expect(words.map(({ senderId, body }) => [senderId, body])).toEqual([
    [seller.user.id, 'It had three when it left.'],
    [buyer.user.id, 'Where is the third wheel?'],
  ])
  for (const member of [buyer, seller, stranger]) expect((await read(member)).status).toBe(403)
  await decide(purchaseId, 'release')
  expect(await read(admin)).toMatchObject({ status: 404, body: { code: 'PURCHASE_NOT_FOUND' } })
  const quiet = await buildPurchase(market)
  expect((await admin.get(`/api/admin/disputes/${quiet.purchaseId}/messages`)).status).toBe(404)
  await market.runJobs()
})

test('a decision carries a reason, and before it an admin sees what each of the two has traded before', async () => {
  const seller = await market.signIn()
  const buyer = await market.signIn()
  await confirmOrder(await paidOrder(market, { seller, buyer, lines: 1 }))
  await cancelOrder(await paidOrder(market, { seller, lines: 1 }))
  const order = await paidOrder(market, { seller, buyer, lines: 1 })
  await reportOrder(order)
  const queue = await openDisputes(admin)
  const none = { bought: 0, sold: 0, calledOff: 0, reported: 0, reportedAbout: 0 }
  expect(queue.find(({ purchaseId }) => purchaseId === order.purchaseId)?.trades).toEqual({
    buyer: { ...none, bought: 1, together: 1 },
    seller: { ...none, sold: 1, calledOff: 1, together: 1 },
  })
  const path = `/api/admin/disputes/${order.purchaseId}`
  for (const reason of [undefined, '', '  ', 'no'])
    expect((await admin.post(path, { decision: 'release', reason })).status).toBe(400)
  expect((await settleOrder(admin, order, 'release')).status).toBe(200)
  await market.runJobs()
})

test('a problem is decided once, whoever comes at the same time; what is not reported is not decided', async () => {
  const { purchaseId, itemId, buyer, seller } = await disputed()
  const answers = await Promise.all([
    decide(purchaseId, 'release'),
    decide(purchaseId, 'refund'),
    confirmDelivery(buyer, itemId),
    seller.post(`/api/purchases/${purchaseId}/cancel`, { relist: true }),
  ])
  // Decided first, and given up by the one who won: that is two.
  const [released, refunded, confirmed, cancelled] = answers.map(({ status }) => status === 200)
  expect([released && refunded, confirmed === cancelled]).toEqual([false, false])
  expect(await decide(purchaseId, 'refund')).toMatchObject({ status: 409, body: { code: 'DISPUTE_NOT_OPEN' } })
  const other = await buildPurchase(market)
  expect((await decide(other.purchaseId, 'refund')).status).toBe(409)
  expect((await decide(other.buyer.user.id, 'refund')).status).toBe(404)
  expect((await decide(other.purchaseId, 'keep')).status).toBe(400)
})

test('only admins see and decide', async () => {
  const { purchaseId, buyer, seller } = await disputed()
  for (const member of [buyer, seller]) {
    expect((await member.get('/api/admin/work')).status).toBe(403)
    expect((await decide(purchaseId, 'release', member)).status).toBe(403)
  }
  expect((await market.visitor().get('/api/admin/work')).status).toBe(401)
})

test('purchases, sales and reported problems come in pages, each row once, and a problem beyond the first page can be read', async () => {
  const [buyer, seller] = [await market.signIn(), await market.signIn()]
  const ids: string[] = []
  for (let bought = 0; bought < 3; bought += 1) {
    const { purchaseId } = await buildPurchase(market, { buyer, seller })
    // All in the same moment: then the id decides.
    await buyer.post(`/api/purchases/${purchaseId}/problem`, { reason: 'broken', words: 'It is broken.' })
    ids.push(purchaseId)
  }
  await market.runJobs()
  const follow = async (by: TestClient, path: string) => {
    const found: string[] = []
    for (let next: string | undefined = `${path}limit=2`; next !== undefined;) {
      const answer: Answer<{ purchaseId?: string; id: string }[]> = await by.get(next)
      expect(answer.body.length).toBeLessThanOrEqual(2)
      found.push(...answer.body.map(({ purchaseId, id }) => purchaseId ?? id.replace('purchase:', '')))
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    return found
  }
  for (const [by, path] of [
    [buyer, '/api/purchases?'],
    [seller, '/api/sales?'],
    [admin, '/api/admin/work?kind=waiting_dispute&'],
  ] as const) {
    const found = await follow(by, path)
    expect(found.filter((id) => ids.includes(id)).toSorted(), path).toEqual(ids.toSorted())
  }
  for (const id of ids) expect((await admin.get(`/api/admin/disputes/${id}/messages`)).status).toBe(200)
  expect((await buyer.get('/api/purchases?cursor=7')).status).toBe(400)
  for (const id of ids) await decide(id, 'refund')
  await market.runJobs()
})
