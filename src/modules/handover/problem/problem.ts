import { HOUR_MS } from '../../../platform/durations.ts'
import { randomUUID } from 'node:crypto'
import type { Reader, Trx } from '../../../platform/database.ts'
import { rowOf } from '../../../platform/database/row.ts'
import type { Order } from '../../purchasing/index.ts'
import { PROBLEM_ANSWER_HOURS } from '../constants.ts'

/** A row of `problem`: why the buyer reported things of a purchase, and what the seller says. */
export class Problem extends rowOf('problem') {}

/** An order, as far as it matters who reported what; or only some of its lines. */
export type Reported = Pick<Order, 'id' | 'buyerId' | 'sellerId' | 'addedTo' | 'lines'>

/** The order, as if it had these lines alone. */
export const limitedTo = ({ id, buyerId, sellerId, addedTo }: Order, lines: Order['lines']): Reported => ({
  id,
  buyerId,
  sellerId,
  addedTo,
  lines,
})

export const partiesOf = ({ id, buyerId, sellerId }: Reported) => ({ purchaseId: id, buyerId, sellerId })

/** The time of the first report among the things that wait for a decision; null where none do. */
export function reportedAt({ lines }: Pick<Order, 'lines'>): Date | null {
  const times = lines.flatMap(({ state, disputedAt }) =>
    state === 'disputed' && disputedAt ? [disputedAt.getTime()] : [],
  )
  return times.length === 0 ? null : new Date(Math.min(...times))
}

export const sellerAnswersUntil = (reported: Date): Date =>
  new Date(reported.getTime() + PROBLEM_ANSWER_HOURS * HOUR_MS)

/** The latest problem of the purchase that was told with a reason. */
async function lastProblem(reader: Reader, purchaseId: string): Promise<Problem | undefined> {
  return Problem.query(reader).where({ purchase_id: purchaseId }).orderBy('reported_at', 'desc').first()
}

/** The same, as far as it is about what is reported now: earlier ones are settled. */
export async function openProblem(reader: Reader, order: Reported): Promise<Problem | undefined> {
  const since = reportedAt(order)
  const problem = await lastProblem(reader, order.id)
  return since && problem && problem.reportedAt >= since ? problem : undefined
}

type Note = Partial<Pick<Problem, 'answer' | 'answeredAt' | 'alarmedAt'>>

/** Notes it on the open problem; one that was reported without saying what it is has no row before. */
export async function recordOnProblem(
  trx: Trx,
  order: Reported,
  problem: Problem | undefined,
  note: Note,
): Promise<void> {
  const since = reportedAt(order)
  if (problem) await Problem.query(trx).findById(problem.id).patch(note)
  else if (since)
    await Problem.query(trx).insert({
      id: randomUUID(),
      ...partiesOf(order),
      reason: 'other',
      reportedAt: since,
      ...note,
    })
}
