import type { EconomyMonth, MarketMonth } from '../../../src/modules/economy/contract.ts'
import { formatExact, formatOneDecimal } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'

/** Above that many tokens a member sees little reason to list, below this one can't pay (docs/economy.md). */
const MANY = 40
const FEW = 15
/** Percent. */
const MUCH_IDLE = 40
const WELL_SOLD = 50

export function supplySentence({ supply, escrow }: EconomyMonth): string {
  if (supply === null) return t('A market of fewer than five members shows no figures.')
  if (escrow === null) return t('Members have {supply} tokens in all.', { supply: formatExact(supply) })
  return t('There are {supply} tokens; open purchases hold {escrow} of them.', {
    supply: formatExact(supply),
    escrow: formatExact(escrow),
  })
}

export const mintedSentence = (): string =>
  t('Bonuses bring tokens into the market, fees take a little out. Nobody can buy or sell any.')

export function tokensSentence({ tokensAMember }: MarketMonth): string {
  if (tokensAMember === null) return t('Nobody has listed, sold or bought in 90 days.')
  const tokens = formatOneDecimal(tokensAMember)
  if (tokensAMember > MANY) {
    return t(
      '{tokens} tokens per active member: above {many}, markets slow down. With a supply target, combos and streaks pay less for a while.',
      { tokens, many: MANY },
    )
  }
  if (tokensAMember < FEW) {
    return t(
      "{tokens} tokens per active member: below {few}, many can't pay for what they find. A higher supply target, or none, brings in more.",
      { tokens, few: FEW },
    )
  }
  return t('{tokens} tokens per active member: enough to pay with, and few enough that listing is worth it.', {
    tokens,
  })
}

export function idleSentence({ idlePercent }: MarketMonth): string {
  if (idlePercent === null) return t('There are no tokens yet.')
  const percent = formatOneDecimal(idlePercent)
  return idlePercent > MUCH_IDLE
    ? t(
        "{percent}% of all tokens belong to members who have been away for 90 days. A word about what's new may bring some back.",
        { percent },
      )
    : t(
        '{percent}% of all tokens belong to members who have been away for 90 days. The supply target leaves them out.',
        { percent },
      )
}

export function soldSentence({ soldInTimePercent, medianDaysToSale }: MarketMonth): string {
  if (soldInTimePercent === null) return t('No listing is 14 days old yet.')
  const percent = formatOneDecimal(soldInTimePercent)
  if (soldInTimePercent < WELL_SOLD) {
    return t(
      "{percent}% of what was listed sold within 14 days. Where a category isn't selling, a lower price is worth a try.",
      { percent },
    )
  }
  return medianDaysToSale === null
    ? t('{percent}% of what was listed sold within 14 days.', { percent })
    : t('{percent}% of what was listed sold within 14 days; half of what sells is gone after {days} days.', {
        percent,
        days: formatOneDecimal(medianDaysToSale),
      })
}

export const missedSentence = ({ searchesMissed }: MarketMonth): string =>
  searchesMissed === 0
    ? t('Every search has found something this month.')
    : t(
        '{missed, plural, one {# search} other {# searches}} found nothing this month. Ask neighbours for what comes up again and again.',
        { missed: searchesMissed },
      )
