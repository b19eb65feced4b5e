import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { refundCard } from './refund-card.ts'
import { deliverSandboxEvent } from './sandbox/deliver-event.ts'
import { sweepReservations } from './sweep-reservations.ts'

export const purchasingJobs = (ctx: Context) => ({
  'purchasing.deliver-sandbox-event': ({ event }: JobPayload<'purchasing.deliver-sandbox-event'>) =>
    deliverSandboxEvent(ctx, event),
  'purchasing.refund-card': ({ purchaseId }: JobPayload<'purchasing.refund-card'>) => refundCard(ctx, purchaseId),
  'purchasing.sweep-reservations': () => sweepReservations(ctx),
})
