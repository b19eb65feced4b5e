import type { TokenProgress } from '../../../src/modules/wallet/contract.ts'
import { formatTokens, formatWhole } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'

/** `"0.60"` → `6` */
const tenOf = (share: string): string => formatWhole(10 * Number(share))

/**
 * The share that combos and streaks pay, before anybody acts, and how the target behind it has moved by itself; undefined
 * where nothing was published: then they pay in full.
 */
export function shareSentence({ moved, ...shares }: TokenProgress['share']): string | undefined {
  const share = paidSentence(shares)
  return share === undefined ? undefined : [share, movedSentence(moved)].filter(Boolean).join(' ')
}

function paidSentence({ thisMonth, nextMonth }: Omit<TokenProgress['share'], 'moved'>): string | undefined {
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

function movedSentence(moved: TokenProgress['share']['moved']): string | undefined {
  if (!moved) return undefined
  const values = { when: moved.when, from: formatTokens(moved.from), to: formatTokens(moved.to) }
  return Number(moved.to) > Number(moved.from)
    ? t(
        'Many neighbours lacked tokens for something they wanted, so {when, select, nextMonth {next month} other {this month}} has room for {to} tokens per active member, up from {from}.',
        values,
      )
    : t(
        'Many neighbours had tokens and found nothing to spend them on, so {when, select, nextMonth {next month} other {this month}} has room for {to} tokens per active member, down from {from}.',
        values,
      )
}
