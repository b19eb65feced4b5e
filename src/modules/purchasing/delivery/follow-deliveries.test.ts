import { afterEach, expect, test } from 'vitest'
import { noteWords } from '../../../told.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { mailsLeave } from '../../../testing/doubles/mailbox.ts'
import { useMailbox } from '../../../testing/market/use-mailbox.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { buildPurchase, confirmDelivery } from '../../../testing/market/trades.ts'
import type { Purchase } from '../contract.ts'
import { followDeliveries } from './follow-deliveries.ts'

const market = useMarket()
const mailbox = useMailbox(market)
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

async function follow(days: number): Promise<void> {
  market.clock.advance({ days })
  await Promise.all([followDeliveries(market.ctx), followDeliveries(market.ctx)])
  await market.runJobs({ only: ['messaging.write-note'] })
  await mailsLeave(market)
}
const lettersTo = (member: TestClient) =>
  mailbox.received.filter(({ to }) => to?.[0]?.address === member.user.email).map(({ text }) => text ?? '')
const mine = async (member: TestClient) => (await member.get<Purchase[]>('/api/purchases')).body[0]
const report = (buyer: TestClient, id: string, words = 'It arrived in two pieces.') =>
  buyer.post(`/api/purchases/${id}/problem`, { reason: 'broken', words })
async function notesTo(member: TestClient): Promise<string[]> {
  const rows = await market.ctx
    .db('message')
    .where({ recipient_id: member.user.id })
    .orderBy('seq')
    .select('body', 'told', 'facts')
  return rows.map((row) => noteWords(row, { language: 'en', timeZone: 'UTC' }))
}

test('the buyer is reminded on days 3, 7 and 13, once each, by mail and in the inbox; on day 14 the tokens go', async () => {
  const seller = await market.signIn()
  const { buyer } = await buildPurchase(market, { seller, title: 'Red tricycle' })
  const told: number[] = []
  for (let day = 1; day <= 13; day += 1) {
    await follow(1)
    told.push(lettersTo(buyer).length)
    expect(await notesTo(buyer)).toHaveLength(told.at(-1)!)
  }
  expect(told).toEqual([0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3])
  expect(lettersTo(buyer).join()).toMatch(/3 days ago[^]*in 11 days[^]*7 days ago[^]*13 days ago[^]*in 1 day\./)
  expect((await mine(buyer))?.state).toBe('paid')
  const before = Number((await seller.refreshUser()).tokens)
  await follow(1)
  expect(await mine(buyer)).toMatchObject({ state: 'delivered', autoReleaseAt: null })
  expect(Number((await seller.refreshUser()).tokens) - before).toBe(3)
  expect((await notesTo(seller)).at(-1)).toContain('so the tokens have gone to the seller')
})

test('after an outage only the latest reminder is sent', async () => {
  const { buyer } = await buildPurchase(market)
  await follow(8)
  await follow(0)
  expect(await notesTo(buyer)).toEqual([expect.stringContaining('7 days ago')])
})

test('a reported problem stops the clock; only the buyer reports it, and once', async () => {
  const seller = await market.signIn()
  const { buyer, purchaseId, itemId } = await buildPurchase(market, { seller })
  for (const other of [seller, await market.signIn()]) expect((await report(other, purchaseId)).status).toBe(404)
  expect((await report(buyer, purchaseId, 'bad')).status).toBe(400)
  expect((await report(buyer, purchaseId)).status).toBe(200)
  const reported = { state: 'disputed', disputeReason: 'It arrived in two pieces.', autoReleaseAt: null }
  expect(await mine(buyer)).toMatchObject(reported)
  expect(await report(buyer, purchaseId)).toMatchObject({ status: 409, body: { code: 'NOT_AWAITING_DELIVERY' } })
  await follow(20)
  expect((await mine(buyer))?.state).toBe('disputed')
  expect((await notesTo(seller)).join()).toContain('It arrived in two pieces.')
  // The two of them may still agree.
  expect((await confirmDelivery(buyer, itemId)).body).toMatchObject({ state: 'delivered' })
})

test('what the market writes is mailed once: nothing in the inbox is told again as an unread message', async () => {
  const seller = await market.signIn()
  const { buyer, purchaseId } = await buildPurchase(market, { seller })
  await market.runJobs({ only: ['messaging.announce-purchase'] })
  await follow(4)
  await report(buyer, purchaseId)
  await market.runJobs({ only: ['messaging.write-note'] })
  await mailsLeave(market)
  expect(await notesTo(seller)).toHaveLength(2)
  expect(lettersTo(seller)).toEqual([expect.stringContaining('is sold'), expect.stringContaining('reported a problem')])
  expect(lettersTo(buyer)).toEqual([expect.stringContaining('3 days ago')])
  // A neighbour's own words are.
  await seller.post(`/api/items/${(await mine(buyer))!.id}/messages`, {
    body: 'Hello',
    threadId: (await seller.get<{ id: string }[]>('/api/messages/conversations')).body[0]!.id,
  })
  await mailsLeave(market)
  expect(lettersTo(buyer).at(-1)).toContain('has sent you a message')
})

test('whoever wants no such mail gets none, but finds it in the inbox', async () => {
  const { buyer } = await buildPurchase(market)
  await buyer.patch('/api/notifications/preferences', { kinds: { reminders: { mail: 'never' } } })
  await follow(4)
  expect(lettersTo(buyer)).toEqual([])
  expect(await notesTo(buyer)).toHaveLength(1)
})
