import { forEachDue } from '../../../platform/jobs/for-each-due.ts'
import type { Context } from '../../../platform/context.ts'
import { endOverdueReservation } from './end-reservation.ts'
import { Purchase } from '../purchase/purchase.ts'
import { CardRefund } from '../refund/card-refund.ts'
import { refundCard } from '../refund/refund-card.ts'

const AT_A_TIME = 8
/** After this long the refund's own job is taken to be lost. */
const REFUND_PATIENCE_MINUTES = 10

/** Once a minute: ends overdue reservations, and requeues card refunds that have no job any more. */
export async function sweepReservations(ctx: Context): Promise<void> {
  const atATime = { atATime: AT_A_TIME }
  await forEachDue(ctx, await overdueReservations(ctx), ({ id }) => endOverdueReservation(ctx, id), atATime)
  await forEachDue(ctx, await forgottenRefunds(ctx), ({ purchaseId }) => refundCard(ctx, purchaseId), atATime)
}

async function overdueReservations(ctx: Context): Promise<{ id: string }[]> {
  const overdue = await Purchase.query(ctx.db)
    .select('id')
    .where('state', 'reserved')
    .where('expires_at', '<=', ctx.clock.now())
    .orderBy('expires_at')
  return overdue.map(({ id }) => ({ id }))
}

async function forgottenRefunds(ctx: Context): Promise<{ purchaseId: string }[]> {
  const since = new Date(ctx.clock.now().getTime() - REFUND_PATIENCE_MINUTES * 60_000)
  const due = await CardRefund.query(ctx.db)
    .select('purchase_id')
    .where('due_at', '<=', since)
    .whereNull('refunded_at')
    .whereNull('failure')
  return [...new Set(due.map(({ purchaseId }) => purchaseId))].map((purchaseId) => ({ purchaseId }))
}
