import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { deliverSandboxEvent } from './card/sandbox/deliver-sandbox-event.ts'
import { recordDifferences } from './card/compare-payments.ts'
import { followDeliveries } from './delivery/follow-deliveries.ts'
import { refundCard } from './refund/refund-card.ts'
import { sweepReservations } from './buying/sweep-reservations.ts'

export const purchasingJobs = (ctx: Context) => ({
  'purchasing.deliver-sandbox-event': (delivery: JobPayload<'purchasing.deliver-sandbox-event'>) =>
    deliverSandboxEvent(ctx, delivery),
  'purchasing.compare-payments': () => recordDifferences(ctx),
  'purchasing.follow-deliveries': () => followDeliveries(ctx),
  'purchasing.refund-card': ({ purchaseId }: JobPayload<'purchasing.refund-card'>) => refundCard(ctx, purchaseId),
  'purchasing.sweep-reservations': () => sweepReservations(ctx),
})
