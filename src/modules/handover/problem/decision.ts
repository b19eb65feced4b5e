import { HOUR_MS } from '../../../platform/durations.ts'
import type { Reader } from '../../../platform/database.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { DECISION_DAYS } from '../../purchasing/constants.ts'
import { DISPUTED_LINES, type Order } from '../../purchasing/index.ts'
import { APPEAL_DAYS, APPEAL_HOURS, UNDO_MS } from '../constants.ts'
import type { Side } from '../trade/trade.ts'
import { limitedTo, type Reported } from './problem.ts'

export type Outcome = 'release' | 'refund'

/** A row of `problem_decision`: what an admin has decided about one thing. Who writes one holds the lock of its purchase. */
export class Decision extends rowOf<'problem_decision', { outcome: Outcome; finalOutcome: Outcome | null }>(
  'problem_decision',
) {}

/** By the reference of the line that each is about. */
export type Decisions = Map<string, Decision>

export async function decisionsOf(reader: Reader, purchaseIds: string[]): Promise<Decisions> {
  return byLine(await Decision.query(reader).whereIn('purchase_id', purchaseIds))
}

export const byLine = (decisions: Decision[]): Decisions => new Map(decisions.map((row) => [row.lineReference, row]))

type Line = Order['lines'][number]

/** Reported, and no admin has decided about it: the seller may answer, and the clock runs. */
export const isUndecided = ({ state, reference }: Line, decisions: Decisions): boolean =>
  state === 'disputed' && !decisions.has(reference)

/** An appeal is open while the decision that it is against is not decided for good. */
const isAppealOpen = ({ appealedAt, finalAt }: Pick<Decision, 'appealedAt' | 'finalAt'>): boolean =>
  appealedAt !== null && finalAt === null

/** It is an admin's turn: nothing is decided, or an appeal is open. */
function awaitsAdmin(line: Line, decisions: Decisions): boolean {
  const decision = decisions.get(line.reference)
  return line.state === 'disputed' && (!decision || isAppealOpen(decision))
}

/** The things that no admin has decided about, as if there were no others. */
export const withoutDecided = (order: Order, decisions: Decisions): Reported =>
  limitedTo(
    order,
    order.lines.filter((line) => isUndecided(line, decisions)),
  )

/** The things that an admin is to decide about, likewise. */
export const withAdmins = (order: Order, decisions: Decisions): Reported =>
  limitedTo(
    order,
    order.lines.filter((line) => awaitsAdmin(line, decisions)),
  )

/**
 * Orders with something that an admin is to decide about, as SQL: since when, until when before the clock decides, how many
 * lines, and between whom.
 */
export const AWAITING_ADMIN = `(
  select line.purchase_id, min(disputed_at) as since, count(*)::int as lines, array[line.buyer_id, line.seller_id] as sides,
    min(coalesce(appealed_at + interval '${APPEAL_DAYS} days', disputed_at + interval '${DECISION_DAYS} days')) as deadline
  from ${DISPUTED_LINES} line left join problem_decision on line_reference = reference
  where line_reference is null or (appealed_at is not null and final_at is null)
  group by line.purchase_id, line.buyer_id, line.seller_id
)`

/** The last word. */
export const outcomeOf = ({ outcome, finalOutcome }: Pick<Decision, 'outcome' | 'finalOutcome'>): Outcome =>
  finalOutcome ?? outcome

/** The side that may appeal: a decision gives all to one of the two. */
export const loserOf = ({ outcome }: Pick<Decision, 'outcome'>): Side => (outcome === 'release' ? 'buyer' : 'seller')

/** When it is carried out: unless it is appealed, or, once it is, unless it is decided anew. A final one is once it can't be undone. */
export function takesEffectAt({
  decidedAt,
  appealedAt,
  finalAt,
}: Pick<Decision, 'decidedAt' | 'appealedAt' | 'finalAt'>): Date {
  if (finalAt) return new Date(finalAt.getTime() + UNDO_MS)
  if (appealedAt) return new Date(appealedAt.getTime() + APPEAL_DAYS * 24 * HOUR_MS)
  return new Date(decidedAt.getTime() + APPEAL_HOURS * HOUR_MS)
}

/**
 * The admins who decide about these lines: nobody about a trade of their own, and an appeal is, as far as there are others,
 * not for the admin whose decision it is about.
 */
export function decidersOf(admins: string[], { buyerId, sellerId, lines }: Reported, decisions: Decisions): string[] {
  const sides = [buyerId, sellerId]
  const first = lines.flatMap(({ reference }) => decisions.get(reference)?.decidedBy ?? [])
  const without = (barred: string[]) => admins.filter((id) => !barred.includes(id))
  const others = without([...sides, ...first])
  return others.length > 0 ? others : without(sides)
}
