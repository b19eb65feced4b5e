import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditFindings } from '../../testing/market/audit.ts'
import { cardMarket, type CardMarket } from '../../testing/market/card-market.ts'
import { openTrade, paidTrade, type CardTrade } from '../../testing/market/card-trades.ts'
import type { TestClient } from '../../testing/market/client.ts'
import { settleOrder } from '../../testing/market/orders.ts'
import { confirmDelivery, finish } from '../../testing/market/trades.ts'
import { handlers } from '../../worker.ts'
import { LIVE, PURCHASE_STATES, TRANSITIONS } from './states.ts'

let cards: CardMarket
let admin: TestClient
beforeAll(async () => {
  cards = await cardMarket()
  admin = await cards.market.signIn()
  await admin.post('/api/admin/setup')
})
afterAll(() => cards.stop())

/** All but the first, by which a line comes to be. */
type Step = Exclude<(typeof TRANSITIONS)[number], { from: null }>
const STEPS = TRANSITIONS.filter((step): step is Step => step.from !== null)
type NameOf<S> = S extends Step ? `${S['from']} → ${S['to']} by ${S['by']}` : never
type Name = NameOf<Step>
const nameOf = ({ from, to, by }: Step) => `${from} → ${to} by ${by}` as Name

const paid = () => paidTrade(cards)
const report = ({ buyer, purchaseId }: CardTrade) =>
  buyer.post(`/api/purchases/${purchaseId}/problem`, { reason: 'broken', words: 'It arrived in two pieces.' })
const cancel = ({ seller, purchaseId }: CardTrade) =>
  seller.post(`/api/purchases/${purchaseId}/cancel`, { relist: true })
async function reported(): Promise<CardTrade> {
  const trade = await paid()
  await report(trade)
  return trade
}
async function cancelled(card?: string): Promise<CardTrade> {
  const trade = await paidTrade(cards, card === undefined ? {} : { card })
  await cancel(trade)
  return trade
}
async function refundFails(): Promise<CardTrade> {
  const trade = await cancelled()
  const body = cards.market.ctx.db.raw(`body || '{"status": "requires_payment_method"}'`)
  await cards.market.ctx.db('sandbox_object').where({ id: trade.paymentId }).update({ body })
  return trade
}
async function refunded(): Promise<CardTrade> {
  const trade = await cancelled('pm_card_refundFail')
  await cards.market.runJobs()
  return trade
}
type Passing = 'purchasing.sweep-reservations' | 'purchasing.follow-deliveries' | 'handover.follow-problems'
async function pass(minutes: number, job: Passing): Promise<void> {
  cards.market.clock.advance({ minutes })
  await handlers(cards.market.ctx)[job]({})
}
async function payWith(fingerprint: string, { buyer, itemId, paymentId }: CardTrade): Promise<void> {
  cards.fingerprints.set(paymentId, fingerprint)
  await cards.pay(paymentId)
  await finish(buyer, itemId, paymentId)
}

/** Each row of the table, through the calls that people and machines make: how it gets to the state before, and the step. */
const WAYS: Record<Name, [before: () => Promise<CardTrade>, step: (trade: CardTrade) => Promise<unknown>]> = {
  'reserved → paid by card provider': [() => openTrade(cards), (trade) => payWith('a card', trade)],
  'reserved → expired by buyer': [
    () => openTrade(cards),
    ({ buyer, purchaseId }) => buyer.post(`/api/purchases/${purchaseId}/give-up`),
  ],
  'reserved → expired by clock': [() => openTrade(cards), () => pass(16, 'purchasing.sweep-reservations')],
  'reserved → expired by card provider': [
    async () => {
      for (let member = 0; member < 3; member += 1) await payWith('a card of three', await openTrade(cards))
      return openTrade(cards)
    },
    (trade) => payWith('a card of three', trade),
  ],
  'paid → delivered by buyer': [paid, ({ buyer, itemId }) => confirmDelivery(buyer, itemId)],
  'paid → delivered by clock': [paid, () => pass(14 * 24 * 60, 'purchasing.follow-deliveries')],
  'paid → disputed by buyer': [paid, report],
  'paid → refund_due by seller': [paid, cancel],
  'disputed → delivered by buyer': [reported, ({ buyer, itemId }) => confirmDelivery(buyer, itemId)],
  'disputed → delivered by admin': [reported, (trade) => settleOrder(admin, trade, 'release')],
  'disputed → refund_due by seller': [reported, cancel],
  'disputed → refund_due by admin': [reported, (trade) => settleOrder(admin, trade, 'refund')],
  'disputed → refund_due by clock': [reported, () => pass(49 * 60, 'handover.follow-problems')],
  'refund_due → refunded by card provider': [() => cancelled(), () => cards.market.runJobs()],
  'refund_due → refund_failed by card provider': [refundFails, () => cards.market.runJobs()],
  'refunded → refund_failed by card provider': [
    refunded,
    async () => {
      await cards.deliverEvents()
      await cards.market.runJobs()
    },
  ],
}

const tokensOf = async ({ buyer }: CardTrade) => {
  const { tokens, tokensInEscrow } = await buyer.refreshUser()
  return { tokens, tokensInEscrow }
}
const stateOf = async ({ purchaseId }: CardTrade) =>
  (await cards.market.ctx.db('purchase_line').where({ purchase_id: purchaseId }).first('state'))?.state
const refundsOf = async ({ purchaseId }: CardTrade) =>
  (await cards.market.ctx.db('card_refund').where({ purchase_id: purchaseId })).length

test.each(STEPS.map((step) => [nameOf(step), step] as const))('%s', async (name, { from, to, tokens, card }) => {
  const [before, take] = WAYS[name]
  const trade = await before()
  expect(await stateOf(trade)).toBe(from)
  const had = await tokensOf(trade)
  const refunds = await refundsOf(trade)
  await take(trade)
  expect(await stateOf(trade)).toBe(to)
  expect(await tokensOf(trade)).toEqual(
    {
      release: { tokens: '6.98', tokensInEscrow: '0.00' },
      void: { tokens: '10.00', tokensInEscrow: '0.00' },
      stay: had,
    }[tokens],
  )
  expect((await refundsOf(trade)) - refunds).toBe(card === 'refund' ? 1 : 0)
  expect(await auditFindings(cards.market)).toEqual([])
})

describe('the database', () => {
  const db = () => cards.market.ctx.db

  test('knows the same ways, and no other', async () => {
    const { rows } = await db().raw<{ rows: { step: string }[] }>(
      `select concat_ws(' ', before, after, nullif(by, '')) as step
       from unnest(?::text[]) before, unnest(?::text[]) after, unnest(array['', 'buyer', 'seller', 'admin', 'clock']) by
       where is_purchase_step(before, after, by)`,
      [PURCHASE_STATES, PURCHASE_STATES],
    )
    // The side that did it is known of a line that was delivered or called off.
    const noted = (to: string, by: string) => (['delivered', 'refund_due'].includes(to) ? ` ${by}` : '')
    expect(new Set(rows.map(({ step }) => step))).toEqual(
      new Set(STEPS.map(({ from, to, by }) => `${from} ${to}${noted(to, by)}`)),
    )
  })

  test('refuses to write another', async () => {
    const { purchaseId } = await paid()
    const line = () => db()('purchase_line').where({ purchase_id: purchaseId })
    await expect(line().update({ state: 'reserved' })).rejects.toThrow('does not go from paid to reserved')
    const delivered = { state: 'delivered', delivered_at: cards.market.clock.now(), delivered_by: 'admin' } as const
    await expect(line().update(delivered)).rejects.toThrow('does not go from paid to delivered')
  })

  test('keeps a listing to one line of the states in which it belongs to it', async () => {
    const { rows } = await db().raw<{ rows: { states: string[] }[] }>(
      `select array(select (regexp_matches(pg_get_expr(indpred, indrelid), $$'(\\w+)'$$, 'g'))[1]) as states
       from pg_index where indexrelid = 'purchase_line_one_live_per_listing'::regclass`,
    )
    expect(new Set(rows[0]?.states)).toEqual(new Set(LIVE))
  })
})
