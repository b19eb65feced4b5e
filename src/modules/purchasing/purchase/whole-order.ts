import { MAX_LINES } from '../constants.ts'
import { LIVE } from '../states.ts'
import { partsOf, Purchase, type OpenLine, type Order } from './purchase.ts'

/** An order and what was added to it as one; by itself where that is nothing. The lines are those of the parts, not copies. */
export function asWhole(parts: Order[]): Order {
  const [root, ...added] = parts
  if (!root) throw new Error('an order of nothing')
  if (added.length === 0) return root
  const sumOf = (amount: (part: Order) => number) => parts.reduce((sum, part) => sum + amount(part), 0)
  return Object.assign(new Purchase(), root, {
    lines: parts.flatMap(({ lines }) => lines),
    lineCount: sumOf(({ lineCount }) => lineCount),
    cardAmountCents: sumOf(({ cardAmountCents }) => cardAmountCents),
    refundCents: sumOf(({ refundCents }) => refundCents),
    parts,
  })
}

/**
 * Lines of an order by the purchase that each is of; those that were added last come first, so that the order itself is
 * left when all of it comes to nothing.
 */
export function byPart(order: Order, lines: OpenLine[]): { part: Order; own: OpenLine[] }[] {
  return partsOf(order)
    .toReversed()
    .map((part) => ({ part, own: lines.filter(({ purchaseId }) => purchaseId === part.id) }))
    .filter(({ own }) => own.length > 0)
}

/** Whether more can be added to an order: paid, something awaited, and nothing handed over or reported. */
export function isOpen({ lines }: Order): boolean {
  const states = new Set(lines.map(({ state }) => state))
  return states.has('paid') && !states.has('delivered') && !states.has('disputed')
}

/** The room left in an order for more things; what was called off takes no place. */
export const roomIn = (lines: Order['lines']): number =>
  MAX_LINES - lines.filter(({ state }) => LIVE.includes(state)).length
