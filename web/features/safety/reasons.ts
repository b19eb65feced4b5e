import type { ReportBody } from '../../../src/modules/admin/contract.ts'

export type Subject = ReportBody['subject']
export type Reason = ReportBody['reason']

/** In the order in which they are offered. */
export const REASON_LABELS: Record<Reason, string> = {
  prohibited: 'Should not be offered here',
  misleading: 'Not what it claims to be',
  spam: 'Spam or advertising',
  harassment: 'Insults or harassment',
  unsafe: 'Unsafe, or feels like a trap',
  other: 'Something else',
}
