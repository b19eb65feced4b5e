import { Conflict, NotFound } from '../../../platform/errors.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { LEADING } from '../states.ts'

/** A row of `purchase`: who buys from whom, how it gets there and what the card pays. Its things are lines. */
export class Purchase extends rowOf('purchase') {}

/** A row of `purchase_line`. `price` and `fee` are hundredths of a token. Who writes one holds the lock of its purchase. */
export class PurchaseLine extends rowOf('purchase_line') {
  /** Price and fee, which the buyer's tokens pay. */
  get total(): bigint {
    return this.price + this.fee
  }
}

/**
 * A purchase with its lines, by number. Where it is read as a whole, with what was added to it: then `parts` are the
 * purchases that it is made of, itself first, `lines` those of all of them, and the card's amounts their sums.
 */
export type Order = Purchase & { lines: PurchaseLine[]; parts?: Order[] }

/** The purchases that an order is made of: what was added to one is a purchase of its own, as to its payment and its refunds. */
export const partsOf = (order: Order): Order[] => order.parts ?? [order]

/** The one whose card, conversation, appointment and code an order has. */
export const rootOf = ({ id, addedTo }: Pick<Purchase, 'id' | 'addedTo'>): string => addedTo ?? id

/** A line of which the listing is still there, as it is while the line is open. */
export type OpenLine = PurchaseLine & { listingId: string }

export function leadingLine({ id, lines }: Order): PurchaseLine {
  const [leading] = lines.toSorted((one, other) => LEADING.indexOf(one.state) - LEADING.indexOf(other.state))
  if (!leading) throw new Error(`purchase ${id} has no lines`)
  return leading
}

/** Price and fee of all lines, in hundredths of a token. */
export const totalOf = (lines: readonly PurchaseLine[]): bigint => lines.reduce((sum, { total }) => sum + total, 0n)

/** The listings of lines that still have one. */
export const listingIdsOf = (lines: readonly PurchaseLine[]): string[] =>
  lines.flatMap(({ listingId }) => listingId ?? [])

/** The line that names what is written once for some lines of an order. */
export function referenceOf([first]: readonly PurchaseLine[]): string {
  if (!first) throw new Error('no lines')
  return first.reference
}

export const notAwaitingDelivery = () =>
  new Conflict(PURCHASING_CODES.NOT_AWAITING_DELIVERY, 'This item is not awaiting delivery')
export const purchaseNotFound = () => new NotFound('Purchase not found', PURCHASING_CODES.PURCHASE_NOT_FOUND)
