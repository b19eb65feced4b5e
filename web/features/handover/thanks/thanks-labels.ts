import type { ThanksChip } from '../../../../src/modules/handover/constants.ts'
import { words } from '../../../../src/platform/language/words.ts'

export const THANKS_LABELS: Record<ThanksChip, string> = {
  friendly: words('Friendly'),
  on_time: words('On time'),
  as_described: words('As described'),
  quick_replies: words('Quick replies'),
  flexible: words('Flexible'),
}
