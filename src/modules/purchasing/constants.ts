import type { CardFee } from '../../platform/site/look.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { LIVE, type PurchaseState } from './states.ts'

/** An order has so many lines, with what is added to it. */
export const MAX_LINES = 10
/** The most lines in the baskets of a member or visitor, of all sellers together. */
export const MAX_BASKET_LINES = 50
/** The card charge of an order of so many things, in the currency's smallest unit. */
export const cardFeeCents = ({ orderCents, itemCents }: CardFee, lines: number): number =>
  orderCents + itemCents * lines

/**
 * The lines for which an order stands: those with a problem, else those not called off. It is named, counted and
 * pictured by these. Where all is called off, by all.
 */
export function aboutOf<Line extends { state: PurchaseState }>(lines: readonly Line[]): Line[] {
  const wrong = lines.filter(({ state }) => state === 'disputed')
  return wrong.length > 0 ? wrong : liveOf(lines)
}

/** The lines that have not been called off; where all are, all. */
export function liveOf<Line extends { state: PurchaseState }>(lines: readonly Line[]): Line[] {
  const live = lines.filter(({ state }) => LIVE.includes(state))
  return live.length > 0 ? live : [...lines]
}

/** `Doll and 2 more` */
export const nameOfLines = ([first = '', ...others]: string[]): string =>
  others.length === 0 ? first : `${first} and ${others.length} more`

/** From the report of a problem. */
export const DECISION_DAYS = 7

/**
 * The last moment at which admins decide a problem that was reported then, as ISO 8601; after that it goes back to the
 * buyer.
 */
export const decidedBy = (disputedAt: string): string =>
  new Date(Date.parse(disputedAt) + DECISION_DAYS * DAY_MS).toISOString()
