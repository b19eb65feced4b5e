import type { Reader, Trx } from '../../../platform/database.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { referenceOf, type Order, type PurchaseLine } from '../purchase/purchase.ts'
import { findOrder } from '../purchase/read-purchase.ts'
import { BOUGHT, GIVEN_BACK } from '../states.ts'

/** A row of `card_refund`: money that goes back to the card, asked for under its key. All of an order never exceed the charge. */
export class CardRefund extends rowOf('card_refund') {}

/** US cents that go back to the card. */
interface Owed {
  /** By the payment of the order itself. */
  cents: number
  /** By the payment of the order that this one was added to: what it cost to process, now that nothing is left of it all. */
  ofRoot: { root: Order; cents: number } | null
}

/**
 * The card's refund for lines that come to nothing now: what it paid for each, and for the order where with them the
 * whole of it has, what was added included: nothing delivered and nothing awaited. So nobody has things added for less
 * and then calls off what they were added to. All is what it was when it was bought. The caller holds the lock of the
 * whole order where it goes by that.
 */
export async function owedFor(reader: Reader, order: Order, lines: readonly PurchaseLine[]): Promise<Owed> {
  const refunded = new Set(lines.map(({ number }) => number))
  const ownLeft = order.lines.some(({ number, state }) => !refunded.has(number) && !GIVEN_BACK.includes(state))
  const cents = order.itemCents * lines.length
  if (ownLeft || (await isOtherLeft(reader, order))) return { cents, ofRoot: null }
  const root = order.addedTo === null ? undefined : await findOrder(reader, order.addedTo)
  return {
    cents: cents + order.processingCents,
    ofRoot: root && root.processingCents > 0 ? { root, cents: root.processingCents } : null,
  }
}

/** Whether something is the buyer's, or on its way to them, of the purchases that share a card with this one. */
async function isOtherLeft(reader: Reader, { id, addedTo }: Order): Promise<boolean> {
  const { rows } = await reader.raw<{ rows: { left: boolean }[] }>(
    `select exists (
       select from purchase join purchase_line on purchase_id = purchase.id
       where (purchase.id = :root or purchase.added_to = :root) and purchase.id <> :id
         and purchase_line.state = any(:bought)
     ) as left`,
    { id, root: addedTo ?? id, bought: [...BOUGHT] },
  )
  return rows[0]?.left ?? false
}

/** Notes what the card is to get back for these lines. @returns the key to note in them, and all that goes back */
export async function oweLines(
  trx: Trx,
  order: Order,
  lines: readonly PurchaseLine[],
  now: Date,
): Promise<{ key: string; cents: number; ofRoot: Owed['ofRoot'] }> {
  const key = keyOf(lines)
  const { cents, ofRoot } = await owedFor(trx, order, lines)
  await owe(trx, order, { key, cents }, now)
  if (ofRoot) await owe(trx, ofRoot.root, { key: keyOfRoot(key), cents: ofRoot.cents }, now)
  return { key, cents, ofRoot }
}

/** Notes that a payment which came too late goes back as a whole. */
export async function oweLatePayment(trx: Trx, order: Order, now: Date): Promise<void> {
  await owe(trx, order, { key: keyOf(order.lines), cents: order.cardAmountCents }, now)
}

/** The key of the refund of the order that was added to, which goes with the refund of this key. */
const keyOfRoot = (key: string) => `${key}:order`

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

/** Cents that the card gets back for these lines: they came to nothing together. */
export async function refundedCents(reader: Reader, lines: readonly PurchaseLine[]): Promise<number> {
  const key = lines[0]?.refundKey
  if (!key) return 0
  const refunds = await reader('card_refund')
    .whereIn('key', [key, keyOfRoot(key)])
    .select('amount_cents')
  return refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}
