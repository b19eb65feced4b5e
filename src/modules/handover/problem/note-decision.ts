import type { Trx } from '../../../platform/database.ts'
import { findOrder } from '../../purchasing/index.ts'
import { refreshCards } from '../trade/tell.ts'
import { noteOnProblem, openProblem, reportedAt } from './problem.ts'

/** Notes for both sides why an admin has decided as they did; before the decision, under the lock of the purchase. */
export async function noteDecision(
  trx: Trx,
  { purchaseId, reason }: { purchaseId: string; reason: string },
): Promise<void> {
  const order = await findOrder(trx, purchaseId)
  if (!order || !reportedAt(order)) return
  await noteOnProblem(trx, order, await openProblem(trx, order), { decisionReason: reason })
  await refreshCards(trx, order)
}
