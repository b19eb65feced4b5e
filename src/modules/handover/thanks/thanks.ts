import { DAY_MS } from '../../../platform/durations.ts'
import { rowOf } from '../../../platform/database/row.ts'
import type { Order } from '../../purchasing/index.ts'
import { THANKS_DAYS, THANKS_HIDDEN_DAYS } from '../constants.ts'
import type { Trade } from '../contract.ts'

/** A row of `thanks`: what one side of a trade thanks the other for. */
export class Thanks extends rowOf('thanks') {}

/** SQL: whether a row `thanks` may be read by others at `:now`. */
export const IS_SHOWN = `(removed_at is null and (
  written_at <= :now::timestamptz - make_interval(days => ${THANKS_HIDDEN_DAYS})
  or exists (select from thanks other where other.purchase_id = thanks.purchase_id and other.from_id = thanks.to_id)
))`

/** The end of the time in which the two may thank each other; null where nothing has changed hands. */
export function thanksUntil({ lines }: Order): Date | null {
  const times = lines.flatMap(({ deliveredAt }) => deliveredAt?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.max(...times) + THANKS_DAYS * DAY_MS)
}

/** Both sides' thanks, as one of them sees them. */
export function thanksOf(
  order: Order,
  rows: Thanks[],
  { memberId, now }: { memberId: string | null; now: Date },
): Trade['thanks'] {
  const mine = rows.find(({ fromId }) => fromId === memberId)
  const theirs = rows.find(({ toId }) => toId === memberId)
  return {
    until: thanksUntil(order)?.toISOString() ?? null,
    mine: mine ? present(mine) : null,
    theirs: theirs && !theirs.removedAt && (mine ?? now >= shownFrom(theirs)) ? present(theirs) : null,
    theyHaveWritten: theirs !== undefined,
  }
}

const shownFrom = ({ writtenAt }: Thanks): Date => new Date(writtenAt.getTime() + THANKS_HIDDEN_DAYS * DAY_MS)

function present({ chips, words, writtenAt }: Thanks) {
  return { chips, words, writtenAt: writtenAt.toISOString() }
}
