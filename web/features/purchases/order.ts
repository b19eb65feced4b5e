import { liveOf } from '../../../src/modules/purchasing/constants.ts'
import type { Sale, SaleLine } from '../../../src/modules/purchasing/contract.ts'
import { AWAITING_DELIVERY, GIVEN_BACK, type PurchaseState } from '../../../src/modules/purchasing/states.ts'
import { listOf } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'

interface Line {
  /** The listing's; null once that is deleted. */
  id: string | null
  title: string
  state: PurchaseState
}

export const isAwaited = ({ state }: Line): boolean => AWAITING_DELIVERY.includes(state)
export const isGivenBack = ({ state }: Line): boolean => GIVEN_BACK.includes(state)

export type Section = 'unpaid' | 'awaiting' | 'completed' | 'cancelled' | 'none'

/** Where an order stands in the lists: with what is still to be done. An expired reservation is in none of them. */
export function sectionOf({ lines }: { lines: Line[] }): Section {
  if (lines.some(({ state }) => state === 'reserved')) return 'unpaid'
  if (lines.some(isAwaited)) return 'awaiting'
  if (lines.some(({ state }) => state === 'delivered')) return 'completed'
  return lines.some(isGivenBack) ? 'cancelled' : 'none'
}

/**
 * The card's refund, in US dollars, where these of an order's lines come to nothing: what it paid for each, and for the
 * order where nothing else of it is delivered or still awaited.
 */
export function cardRefundOf(order: Pick<Sale, 'cardPerOrder' | 'cardPerItem'> & { lines: Line[] }, chosen: Line[]) {
  const whole = order.lines.every((line) => chosen.includes(line) || isGivenBack(line))
  const dollars = Number(order.cardPerItem) * chosen.length + (whole ? Number(order.cardPerOrder) : 0)
  return { dollars, whole }
}

/** The order with which the listing was bought, if it is there. */
export const orderWith = <T extends { lines: Line[] }>(orders: T[] | undefined, listingId: string): T | undefined =>
  orders?.find(({ lines }) =>
    lines.some(({ id, state }) => id === listingId && !['expired', 'reserved'].includes(state)),
  )

/** `“Doll”, “Train”, and “Book”` */
export const namesOf = (lines: Pick<Line, 'title'>[]): string =>
  listOf(lines.map(({ title }) => t('“{title}”', { title })))

/** When the last of its things was confirmed, as ISO 8601. */
export const lastDelivery = ({ lines }: { lines: SaleLine[] }): string | null =>
  lines
    .flatMap(({ deliveryConfirmedAt }) => deliveryConfirmedAt ?? [])
    .toSorted()
    .at(-1) ?? null

/** `2 of 3`, of what was not called off; nothing to count where that is one thing. */
export function deliveredPart({ lines }: { lines: Line[] }): string | undefined {
  const live = liveOf(lines)
  if (live.length === 1) return undefined
  return t('{done} of {all}', {
    done: live.filter(({ state }) => state === 'delivered').length,
    all: live.length,
  })
}
