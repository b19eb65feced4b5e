import type { ReportBody } from '../../../src/modules/admin/reports/contract.ts'
import { words } from '../../../src/platform/language/words.ts'

export type Subject = ReportBody['subject']
export type Reason = ReportBody['reason']

/** In the order in which they are offered. */
export const REASON_LABELS: Record<Reason, string> = {
  prohibited: words('Should not be offered here'),
  misleading: words('Not what it claims to be'),
  spam: words('Spam or advertising'),
  harassment: words('Insults or harassment'),
  unsafe: words('Unsafe, or feels like a trap'),
  other: words('Something else'),
}
