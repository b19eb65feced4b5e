import { randomUUID } from 'node:crypto'
import type { Trx } from '../../../platform/database.ts'
import { findOrder } from '../../purchasing/index.ts'
import { refreshCards } from '../trade/tell.ts'
import { openProblem, partiesOf, Problem, reportedAt } from './problem.ts'

/** Notes for both sides why an admin has decided as they did; before the decision, under the lock of the purchase. */
export async function noteDecision(
  trx: Trx,
  { purchaseId, reason }: { purchaseId: string; reason: string },
): Promise<void> {
  const order = await findOrder(trx, purchaseId)
  const since = order && reportedAt(order)
  if (!order || !since) return
  const problem = await openProblem(trx, order)
  if (problem) await Problem.query(trx).findById(problem.id).patch({ decisionReason: reason })
  else
    await Problem.query(trx).insert({
      id: randomUUID(),
      ...partiesOf(order),
      reason: 'other',
      reportedAt: since,
      decisionReason: reason,
    })
  await refreshCards(trx, order)
}
