import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { cardProvider, type Payment } from './card-provider.ts'
import { findOrder } from '../purchase/read-purchase.ts'
import { leadingLine, Purchase, type Order } from '../purchase/purchase.ts'
import { inSql, UNSETTLED } from '../states.ts'
import { refundsOf, type CardRefund } from '../refund/card-refund.ts'

const RECENT_DAYS = 30
/** A payment that is on its way is not different: a webhook or job may be between the two. */
const PATIENCE_MINUTES = 10
const LOOK_AGAIN_MS = 100
const UUID = z.uuid()

const ORPHANED = 'succeeded, but no purchase has this payment'

/** Something that the provider sees otherwise than we do. Nothing is ever repaired by itself. */
export interface Difference {
  /** A purchase's id, or a payment's where no purchase has it. */
  subject: string
  problem: string
}

/**
 * Compares open and recent purchases with the card provider, both ways: a payment has succeeded exactly if its purchase
 * is paid, and has gone back exactly as far as lines of it are refunded.
 * @throws {Unavailable} when the provider does not answer
 */
export async function* comparePayments(ctx: Context): AsyncGenerator<Difference> {
  const since = new Date(ctx.clock.now().getTime() - RECENT_DAYS * DAY_MS)
  const seen = new Set<string>()
  for await (const payment of cardProvider(ctx).listPayments(since)) {
    seen.add(payment.id)
    const { purchase: purchaseId } = payment.metadata
    // The same account may take payments for something else.
    if (purchaseId === undefined) continue
    if ((await judge(ctx, purchaseId, payment.id, payment)) === undefined) continue
    const difference = await lookAgain(ctx, purchaseId, payment.id)
    if (difference) yield difference
  }
  for (const { id, paymentIntentId } of await openOrRecent(ctx, since)) {
    if (paymentIntentId === null || seen.has(paymentIntentId)) continue
    const difference = await lookAgain(ctx, id, paymentIntentId)
    if (difference) yield difference
  }
}

/** A paid payment that belongs to no purchase; `subject` is the payment. After an old backup there are many. */
export const isOrphaned = ({ problem }: Difference): boolean => problem === ORPHANED

/** The daily job: replaces the differences found before. */
export async function recordDifferences(ctx: Context): Promise<void> {
  const found = new Map<string, string>()
  for await (const { subject, problem } of comparePayments(ctx)) {
    ctx.log.error({ subject, problem }, 'the card provider sees a payment otherwise')
    found.set(subject, problem)
  }
  await transact(ctx.db, async (trx) => {
    await trx('payment_difference')
      .whereNotIn('subject', [...found.keys()])
      .delete()
    for (const [subject, problem] of found)
      await trx('payment_difference')
        .insert({ subject, problem, found_at: ctx.clock.now() })
        .onConflict('subject')
        .merge(['problem'])
  })
}

async function openOrRecent(ctx: Context, since: Date): Promise<Purchase[]> {
  return await Purchase.query(ctx.db)
    .select('id', 'payment_intent_id')
    .whereRaw(
      `(state = 'reserved' or reserved_at >= ? or exists (
         select from purchase_line where purchase_id = purchase.id and purchase_line.state in ${inSql(UNSETTLED)}
       ))`,
      [since],
    )
}

/** A payment may have changed between the provider's list and our row: only lasting differences count. */
async function lookAgain(ctx: Context, purchaseId: string, paymentId: string): Promise<Difference | undefined> {
  await sleep(LOOK_AGAIN_MS)
  return judge(ctx, purchaseId, paymentId, await retrieve(ctx, paymentId))
}

async function judge(
  ctx: Context,
  purchaseId: string,
  paymentId: string,
  payment: Payment | undefined,
): Promise<Difference | undefined> {
  const order = UUID.safeParse(purchaseId).success ? await findOrder(ctx.db, purchaseId) : undefined
  // A payment whose id was never saved is harmless while unpaid: its secret was never sent to a browser.
  if (order?.paymentIntentId !== paymentId) {
    const harmless = payment?.status !== 'succeeded' || payment.amountRefunded === payment.amountReceived
    return harmless ? undefined : { subject: paymentId, problem: ORPHANED }
  }
  const refunds = (await refundsOf(ctx.db, [order.id])).get(order.id) ?? []
  const problem = payment ? compare(order, refunds, payment, ctx.clock.now()) : 'the provider does not know its payment'
  return problem === undefined
    ? undefined
    : { subject: order.id, problem: `is ${leadingLine(order).state}: ${problem}` }
}

async function retrieve(ctx: Context, paymentId: string): Promise<Payment | undefined> {
  try {
    return await cardProvider(ctx).retrievePayment(paymentId)
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}

function compare(order: Order, refunds: CardRefund[], payment: Payment, now: Date): string | undefined {
  if (order.state === 'paid') return comparePaid(order, refunds, payment, now)
  const settling = isRecent(order.latePaymentAt ?? order.expiresAt, now)
  const { status } = payment
  if (order.state === 'reserved') return settling || status === 'open' ? undefined : `the payment is ${status}`
  return compareExpired(order, refunds, payment, settling)
}

function comparePaid(order: Order, refunds: CardRefund[], payment: Payment, now: Date): string | undefined {
  const { amountReceived, amountRefunded, status } = payment
  const due = refunds.filter(({ refundedAt, failure }) => refundedAt === null && failure === null)
  if (due.some(({ dueAt }) => isRecent(dueAt, now))) return undefined
  const returned = refunds.filter(({ refundedAt }) => refundedAt !== null)
  const charged = status === 'succeeded' && amountReceived === order.cardAmountCents
  if (payment.currency !== order.currency)
    return `the payment is in ${payment.currency}, the purchase in ${order.currency}`
  if (charged && amountRefunded === centsOf(returned)) return undefined
  const refunded = `${amountRefunded} cents refunded`
  if (due.length > 0) return `the refund is not noted, but the payment is ${status}, ${refunded}`
  if (refunds.some(({ failure }) => failure !== null))
    return `the refund failed, but the payment is ${status}, ${refunded}`
  return `the payment is ${status}, ${amountReceived} cents received, ${refunded}`
}

const centsOf = (refunds: CardRefund[]) => refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

function compareExpired(
  { latePaymentAt }: Order,
  refunds: CardRefund[],
  { status, amountReceived, amountRefunded }: Payment,
  settling: boolean,
): string | undefined {
  if (settling) return undefined
  if (status === 'open') return 'the payment can still be made'
  if (status === 'succeeded' && latePaymentAt === null) return 'the payment has succeeded'
  const returned = status === 'succeeded' && amountRefunded === amountReceived
  const noted = refunds.some(({ refundedAt }) => refundedAt !== null)
  return noted && !returned ? 'the late payment is noted as refunded, but is not' : undefined
}

function isRecent(time: Date, now: Date): boolean {
  return now.getTime() - time.getTime() < PATIENCE_MINUTES * 60_000
}
