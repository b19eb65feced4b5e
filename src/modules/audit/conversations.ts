import type { Audited } from '../../platform/audit.ts'
import { PENDING_JOBS } from '../../platform/jobs/job-report.ts'
import { words } from '../../platform/language/words.ts'
import { AUTOMATIC_MESSAGES } from '../messaging/index.ts'
import { AWAITED_ORDERS } from '../purchasing/index.ts'

/** Rules between purchases and messages, which know nothing of each other. */
export const CONVERSATION_AUDIT: Audited = {
  counts: {},
  checks: [
    {
      name: 'arrangements',
      rule: words('the two of a paid purchase have a conversation about it, or a job is about to open it'),
      sql: `
        select array[paid.id::text] as ids, paid.paid_at as since, 'was paid, but has no conversation' as problem
        from ${AWAITED_ORDERS} paid
        left join ${AUTOMATIC_MESSAGES} message on message.reason = 'purchase:' || paid.id || ':paid'
        where message.reason is null and not exists (
          select from ${PENDING_JOBS} job
          where job.name = 'messaging.announce-purchase' and job.data ->> 'purchaseId' = paid.id::text
        )`,
    },
  ],
}
