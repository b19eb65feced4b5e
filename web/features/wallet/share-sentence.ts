import type { TokenProgress } from '../../../src/modules/wallet/contract.ts'
import { formatWhole } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'

/** `"0.60"` → `6` */
const tenOf = (share: string): string => formatWhole(10 * Number(share))

/**
 * The share that combos and streaks pay, before anybody acts; undefined where nothing was published: then they pay in
 * full.
 */
export function shareSentence({ thisMonth, nextMonth }: TokenProgress['share']): string | undefined {
  if (thisMonth !== null && nextMonth !== null) {
    return t('This month the combo pays {now} of 10, next month {next} of 10; streaks pay in the same measure.', {
      now: tenOf(thisMonth),
      next: tenOf(nextMonth),
    })
  }
  if (nextMonth !== null) {
    return t('Next month the combo pays {next} of 10; streaks pay in the same measure.', { next: tenOf(nextMonth) })
  }
  if (thisMonth === null) return undefined
  return t('This month the combo pays {now} of 10; streaks pay in the same measure.', { now: tenOf(thisMonth) })
}
