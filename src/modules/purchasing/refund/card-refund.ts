import type { Reader, Trx } from '../../../platform/database.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { referenceOf, type Order, type PurchaseLine } from '../purchase/purchase.ts'
import { GIVEN_BACK } from '../states.ts'

/** A row of `card_refund`: money that goes back to the card, asked for under its key. All of an order never exceed the charge. */
export class CardRefund extends rowOf('card_refund') {}

/**
 * What the card gets back for lines that come to nothing now: what it paid for each, and for the order where with them the
 * whole of it has, nothing delivered and nothing awaited. Both are what they were when it was bought.
 * @returns cents
 */
export function centsFor(order: Order, lines: readonly PurchaseLine[]): number {
  const refunded = new Set(lines.map(({ number }) => number))
  const nothingLeft = order.lines.every(({ number, state }) => refunded.has(number) || GIVEN_BACK.includes(state))
  return order.itemCents * lines.length + (nothingLeft ? order.processingCents : 0)
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

/** Purchase -> its refunds. */
export async function refundsOf(reader: Reader, purchaseIds: string[]): Promise<Map<string, CardRefund[]>> {
  if (purchaseIds.length === 0) return new Map()
  const refunds = await CardRefund.query(reader).whereIn('purchase_id', purchaseIds).orderBy(['due_at', 'key'])
  return Map.groupBy(refunds, ({ purchaseId }) => purchaseId)
}

/** What the card gets back for these lines, in cents: they came to nothing together. */
export async function refundedCents(reader: Reader, lines: readonly PurchaseLine[]): Promise<number> {
  const key = lines[0]?.refundKey
  return key ? ((await reader('card_refund').where({ key }).first('amount_cents'))?.amount_cents ?? 0) : 0
}
