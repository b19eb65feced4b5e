import { purchaseFigures } from '../../../modules/purchasing/index.ts'
import { BOUGHT, GIVEN_BACK, type PurchaseState } from '../../../modules/purchasing/states.ts'
import type { Context } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database.ts'
import { demand, type Figures } from '../drill.ts'
import type { Word } from './shop.ts'

interface Charge {
  purchase: string
  succeeded: boolean
  refunds: number
}

/** The states that a purchase may reach after somebody was told this. */
const LATER: Record<Word['said'], readonly PurchaseState[]> = {
  paid: [...BOUGHT, ...GIVEN_BACK],
  delivered: ['delivered'],
  refund_due: GIVEN_BACK,
}

/**
 * Compares the market's purchases with the provider's own books, one by one and without the market's help.
 * @param provider where the provider keeps them
 */
export async function reckon(ctx: Context, provider: Database, words: Word[]): Promise<Figures> {
  const rows = await ctx.db('purchase_line').select('purchase_id', 'state')
  // Each order is confirmed or cancelled as a whole: its lines are always in one state.
  const states = new Map(rows.map(({ purchase_id: id, state }) => [id, state]))
  const charges = await chargesOf(provider)
  const charged = charges.filter((one) => one.succeeded)
  const inState = (id: string, ...wanted: PurchaseState[]) => wanted.includes(states.get(id) ?? 'expired')
  const kept = charged.filter((one) => one.refunds === 0)
  const known = new Set(charged.map((one) => one.purchase))
  const counts = {
    'half an order': new Set(
      rows.filter((row) => row.state !== states.get(row.purchase_id)).map((row) => row.purchase_id),
    ).size,
    'paid, not delivered': kept.filter((one) => !inState(one.purchase, ...BOUGHT, 'refund_failed')).length,
    'refunded and delivered': charged.filter((one) => one.refunds > 0 && !inState(one.purchase, 'refunded')).length,
    'delivered, not charged': [...states].filter(([id, state]) => LATER.paid.includes(state) && !known.has(id)).length,
    'double charges': charged.length - known.size,
    'double refunds': charges.filter((one) => one.refunds > 1).length,
    'broken words': words.filter(({ purchaseId, said }) => !inState(purchaseId, ...LATER[said])).length,
  }
  for (const [what, count] of Object.entries(counts)) demand(what, count, 0)
  const outcomes = Object.entries(Object.groupBy(states.values(), (state) => state)).map(([state, all]) => [
    state,
    all.length,
  ])
  return {
    purchases: states.size,
    things: rows.length,
    charged: charged.length,
    words: words.length,
    ...counts,
    ...(Object.fromEntries(outcomes) as Figures),
  }
}

/** Nothing is overdue, late or unprocessed a day later; only cards that take no refund are left to an admin. */
export async function demandNoAlarms(ctx: Context): Promise<void> {
  const tomorrow = new Date(ctx.clock.now().getTime() + 24 * 60 * 60_000)
  const { alarms } = await purchaseFigures(ctx.db, tomorrow)
  const failed = new Set(await ctx.db('purchase_line').where({ state: 'refund_failed' }).pluck('purchase_id'))
  for (const { kind, count } of alarms) demand(`alarms ${kind}`, count, kind === 'refund_failed' ? failed.size : 0)
}

async function chargesOf(provider: Database): Promise<Charge[]> {
  const { rows } = await provider.raw<{ rows: Charge[] }>(`
    select body #>> '{metadata,purchase}' as purchase, body ->> 'status' = 'succeeded' as succeeded,
      (select count(*)::int from sandbox_object refund where kind = 'refund'
         and refund.body ->> 'payment_intent' = payment.id and refund.body ->> 'status' = 'succeeded') as refunds
    from sandbox_object payment where kind = 'payment_intent'`)
  return rows
}
