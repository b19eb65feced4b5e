import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { deliverSandboxEvent } from './card/sandbox/deliver-sandbox-event.ts'
import { recordDifferences } from './card/compare-payments.ts'
import { followDeliveries } from './delivery/follow-deliveries.ts'
import { followDraws } from './draw/follow-draws.ts'
import type { PromisesOf } from './draw/weigh-entries.ts'
import { refundCard } from './refund/refund-card.ts'
import { sweepReservations } from './reserving/sweep-reservations.ts'

/** @param promisesOf how many appointments members have kept */
export const purchasingJobs = (ctx: Context, promisesOf: PromisesOf) => ({
  'purchasing.deliver-sandbox-event': (delivery: JobPayload<'purchasing.deliver-sandbox-event'>) =>
    deliverSandboxEvent(ctx, delivery),
  'purchasing.compare-payments': () => recordDifferences(ctx),
  'purchasing.follow-deliveries': () => followDeliveries(ctx),
  'purchasing.follow-draws': () => followDraws(ctx, promisesOf),
  'purchasing.refund-card': ({ purchaseId }: JobPayload<'purchasing.refund-card'>) => refundCard(ctx, purchaseId),
  'purchasing.sweep-reservations': () => sweepReservations(ctx),
})
