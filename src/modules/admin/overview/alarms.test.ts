import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { cardMarket, type CardMarket } from '../../../testing/market/card-market.ts'
import { openTrade, type CardTrade } from '../../../testing/market/card-trades.ts'
import type { Answer, TestClient } from '../../../testing/market/client.ts'
import { signEvent } from '../../../testing/doubles/stripe-double.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import { confirmDelivery, finish, reserve } from '../../../testing/market/trades.ts'
import type { AdminAction } from '../log/contract.ts'
import type { Overview } from './contract.ts'
import type { Purchase } from '../../purchasing/contract.ts'
import { openAlarms } from '../../../testing/market/work.ts'
import { promote } from '../../../testing/market/promote.ts'

let cards: CardMarket
let admin: TestClient
beforeAll(async () => {
  cards = await cardMarket()
  admin = await cards.market.signIn({ firstName: 'Olga' })
  await promote(cards.market, admin)
})
afterAll(() => cards.stop())
afterEach(async () => expect(await auditFindings(cards.market)).toEqual([]))

const alarms = () => openAlarms(admin)
const countOf = async (kind: string) =>
  (await admin.get<Overview>('/api/admin/overview')).body.alarms.find((one) => one.kind === kind)?.count
async function payWith(fingerprint: string, trade: CardTrade): Promise<Answer<Purchase & { code?: string }>> {
  cards.fingerprints.set(trade.paymentId, fingerprint)
  await cards.pay(trade.paymentId)
  return finish(trade.buyer, trade.itemId, trade.paymentId)
}

describe('a card', () => {
  test('pays for three members; of a fourth it gets its money back, and an admin is told', async () => {
    const card = randomUUID()
    const three: CardTrade[] = []
    for (let member = 0; member < 3; member += 1) {
      const trade = await openTrade(cards)
      expect((await payWith(card, trade)).status).toBe(200)
      three.push(trade)
    }
    const fourth = await openTrade(cards)
    const refused = await payWith(card, fourth)
    expect(refused).toMatchObject({
      status: 402,
      body: {
        code: 'CARD_SHARED',
        message:
          'This card already pays for other members, or was used to buy from you. Please use a card of your own; the $3.50 go back to this one.',
      },
    })
    expect(await fourth.buyer.refreshUser()).toMatchObject({ tokens: '10.00', tokensInEscrow: '0.00' })
    await cards.deliverEvents()
    await cards.market.runJobs()
    const { db } = cards.market.ctx
    expect(await db('purchase').where({ id: fourth.purchaseId }).first()).toMatchObject({ state: 'expired' })
    const refunds = await db('card_refund').where({ purchase_id: fourth.purchaseId })
    expect(refunds).toMatchObject([{ amount_cents: 350, refunded_at: expect.any(Date) as Date }])
    expect((await finish(fourth.buyer, fourth.itemId, fourth.paymentId)).status).toBe(402)
    expect(await alarms()).toMatchObject([
      {
        kind: 'refused_card',
        subject: fourth.purchaseId,
        members: [{ id: fourth.buyer.user.id }, { firstName: 'Nora' }],
        cardMembers: three.map(({ buyer }) => ({ id: buyer.user.id, email: buyer.user.email })),
      },
    ])
    expect([await countOf('refused_card'), await countOf('late_payment')]).toEqual([1, 0])
    // The listing is free again, and another card is welcome.
    const again = await reserve(fourth.buyer, fourth.itemId)
    expect(again.status).toBe(201)
    const paymentId = again.body.clientSecret.split('_secret_')[0]!
    expect((await payWith(randomUUID(), { ...fourth, paymentId })).status).toBe(200)
  })

  test('is refused to a member from whom it has bought, whichever account of theirs', async () => {
    const [card, name] = [randomUUID(), `kim${randomUUID().slice(0, 8)}`]
    const first = await cards.market.signIn({ email: `${name}@gmail.com` })
    const sold = await openTrade(cards, {}, first)
    expect((await payWith(card, sold)).status).toBe(200)
    await confirmDelivery(sold.buyer, sold.itemId)
    expect((await first.delete('/api/users/me')).status).toBe(204)
    const again = await cards.market.signIn({ email: `k.${name.slice(1)}@gmail.com` })
    const { listing } = await buildListing(cards.market, { fields: { tokenPrice: '0' } })
    const { body } = await reserve(again, listing.id)
    const paymentId = body.clientSecret.split('_secret_')[0]!
    const trade = { ...sold, buyer: again, itemId: listing.id, paymentId }
    expect((await payWith(card, trade)).status).toBe(402)
    expect((await alarms()).find(({ subject }) => subject === body.purchaseId)).toMatchObject({
      cardMembers: [{ id: sold.buyer.user.id }],
    })
    await cards.market.runJobs()
    await admin.post('/api/admin/alarms/clear', { kind: 'refused_card', subject: body.purchaseId, word: 'One person' })
  })

  test('that nobody names pays for everybody', async () => {
    for (let member = 0; member < 4; member += 1) {
      const trade = await openTrade(cards)
      await cards.pay(trade.paymentId)
      expect((await finish(trade.buyer, trade.itemId, trade.paymentId)).status).toBe(200)
    }
  })

  test('of four who pay at once, one is refused', async () => {
    const card = randomUUID()
    const trades: CardTrade[] = []
    for (let member = 0; member < 4; member += 1) trades.push(await openTrade(cards))
    const answers = await Promise.all(trades.map((trade) => payWith(card, trade)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 402])
    await cards.market.runJobs()
  })
})

test('a chargeback is an alarm with the members concerned, which an admin clears with a word', async () => {
  const trade = await openTrade(cards)
  expect((await payWith(randomUUID(), trade)).status).toBe(200)
  const before = await trade.seller.refreshUser()
  const now = cards.market.clock.now()
  const dispute = { object: 'dispute', id: 'dp_1', charge: 'ch_1', payment_intent: trade.paymentId }
  const event = (object: object) =>
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'charge.dispute.created',
      created: Math.floor(now.getTime() / 1000),
      data: { object },
    })
  for (const body of [event(dispute), event(dispute), event({ ...dispute, payment_intent: 'pi_of_nobody' })])
    expect((await cards.postEvent(body, signEvent(body, 'whsec_double', now))).status).toBe(200)
  expect(await trade.seller.refreshUser()).toEqual(before)

  const open = (await alarms()).filter(({ kind }) => kind !== 'refused_card')
  expect(open).toMatchObject([
    {
      kind: 'chargeback',
      subject: trade.purchaseId,
      members: [{ id: trade.buyer.user.id }, { id: trade.seller.user.id }],
      cardMembers: [],
    },
    { kind: 'card_event', members: [], cardMembers: [], problem: 'no purchase has the payment pi_of_nobody' },
  ])
  for (const { kind, subject } of open) {
    const clear = (word: string, as = admin) => as.post('/api/admin/alarms/clear', { kind, subject, word })
    expect((await clear('A lost card', trade.buyer)).status).toBe(403)
    expect((await clear(' ')).status).toBe(400)
    expect(await countOf(kind)).toBe(1)
    expect((await clear('A lost card; the buyer has written')).status).toBe(204)
    expect((await clear('A lost card; the buyer has written')).status).toBe(404)
    expect(await countOf(kind)).toBe(0)
    const [logged] = (await admin.get<AdminAction[]>('/api/admin/actions?limit=1')).body
    expect(logged).toMatchObject({
      actor: { id: admin.user.id },
      action: 'alarm.clear',
      subject: `${kind}:${subject}`,
      after: { word: 'A lost card; the buyer has written' },
    })
  }
})

test('no admin takes or clears an alarm about themselves, as a side of the trade or by their card', async () => {
  const { market } = cards
  const card = randomUUID()
  const payers = [await openTrade(cards), await openTrade(cards), await openTrade(cards)]
  for (const trade of payers) expect((await payWith(card, trade)).status).toBe(200)
  const refused = await openTrade(cards)
  expect((await payWith(card, refused)).status).toBe(402)
  await market.runJobs()
  const concerned = [refused.seller, refused.buyer, ...payers.map(({ buyer }) => buyer)]
  for (const one of concerned) await promote(market, one)

  const about = { kind: 'refused_card', subject: refused.purchaseId }
  const clear = (by: TestClient) => by.post('/api/admin/alarms/clear', { ...about, word: 'It was my sister' })
  const take = (by: TestClient) => by.send('PUT', `/api/admin/taken/alarm:${about.kind}:${about.subject}`, {})
  for (const one of concerned)
    for (const answer of [await take(one), await clear(one)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'OWN_SUBJECT' } })
  expect([(await take(admin)).status, (await clear(admin)).status]).toEqual([200, 204])
})

test('a refund that failed is cleared with a word, too', async () => {
  const trade = await openTrade(cards)
  await cards.pay(trade.paymentId, 'pm_card_refundFail')
  expect((await finish(trade.buyer, trade.itemId, trade.paymentId)).status).toBe(200)
  await trade.seller.post(`/api/purchases/${trade.purchaseId}/cancel`, { relist: false })
  await cards.market.runJobs()
  await cards.deliverEvents()
  await cards.market.runJobs()
  expect(await countOf('refund_failed')).toBe(1)
  const body = { kind: 'refund_failed', subject: trade.purchaseId, word: 'Paid back by bank transfer' }
  expect((await admin.post('/api/admin/alarms/clear', body)).status).toBe(204)
  expect(await countOf('refund_failed')).toBe(0)
})
