import type { Reader, Trx } from '../../../platform/database.ts'
import { rowOf } from '../../../platform/row.ts'
import { cardRefundCents } from '../constants.ts'
import type { PurchaseState } from '../contract.ts'
import { referenceOf, type Order, type PurchaseLine } from '../purchase.ts'

/** A row of `card_refund`: money that goes back to the card, asked for under its key. All of an order never exceed the charge. */
export class CardRefund extends rowOf('card_refund') {}

const GIVEN_BACK: readonly PurchaseState[] = ['refund_due', 'refunded', 'refund_failed']

/**
 * What the card gets back for lines that come to nothing now: $0.50 each, and the $3.00 where with them the whole order
 * has, nothing of it delivered and nothing awaited.
 * @returns cents
 */
export function centsFor(order: Order, lines: readonly PurchaseLine[]): number {
  const refunded = new Set(lines.map(({ number }) => number))
  const nothingLeft = order.lines.every(({ number, state }) => refunded.has(number) || GIVEN_BACK.includes(state))
  return cardRefundCents(lines.length, nothingLeft)
}

/** Notes what the card is to get back for these lines. @returns the key to note in them */
export async function oweLines(
  trx: Trx,
  order: Order,
  lines: readonly PurchaseLine[],
  now: Date,
): Promise<{ key: string; cents: number }> {
  const owed = { key: keyOf(lines), cents: centsFor(order, lines) }
  await owe(trx, order, owed, now)
  return owed
}

/** Notes that a payment which came too late goes back as a whole. */
export async function oweLatePayment(trx: Trx, order: Order, now: Date): Promise<void> {
  await owe(trx, order, { key: keyOf(order.lines), cents: order.cardAmountCents }, now)
}

/** A line is given back once: named after the first of them, no two refunds share a key. */
const keyOf = (lines: readonly PurchaseLine[]) => `${referenceOf(lines)}:refund`

async function owe(trx: Trx, { id }: Order, { key, cents }: { key: string; cents: number }, now: Date): Promise<void> {
  await trx('card_refund').insert({ key, purchase_id: id, amount_cents: cents, due_at: now })
}

/** What the order's card still waits for, oldest first. */
export async function dueRefunds(reader: Reader, purchaseId: string): Promise<CardRefund[]> {
  return await CardRefund.query(reader)
    .where({ purchase_id: purchaseId })
    .whereNull('refunded_at')
    .whereNull('failure')
    .orderBy(['due_at', 'key'])
}

/** Purchase -> its refunds. */
export async function refundsOf(reader: Reader, purchaseIds: string[]): Promise<Map<string, CardRefund[]>> {
  if (purchaseIds.length === 0) return new Map()
  const refunds = await CardRefund.query(reader).whereIn('purchase_id', purchaseIds).orderBy(['due_at', 'key'])
  return Map.groupBy(refunds, ({ purchaseId }) => purchaseId)
}
