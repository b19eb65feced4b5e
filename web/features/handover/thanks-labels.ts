import type { ThanksChip } from '../../../src/modules/handover/constants.ts'

export const THANKS_LABELS: Record<ThanksChip, string> = {
  friendly: 'Friendly',
  on_time: 'On time',
  as_described: 'As described',
  quick_replies: 'Quick replies',
  flexible: 'Flexible',
}
