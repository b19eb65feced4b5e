import type { Economy, EconomyMonth, Market, MarketMonth } from '../../../src/modules/economy/contract.ts'
import { formatExact, formatOneDecimal, formatTokens } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { shareSentence } from '../wallet/share-sentence.ts'

/** Above that many tokens a member sees little reason to list, below this one can't pay (docs/economy.md). */
const MANY = 40
const FEW = 15
/** Percent. */
const MUCH_IDLE = 40
const WELL_SOLD = 50
/** Percent of what is handed over. */
const MUCH_TROUBLE = 5
const DAY_MINUTES = 24 * 60

/** The share that combos and streaks pay, in all words that members read. */
export function sharesIn({ months, coming }: Pick<Economy, 'coming'> & { months: Published[] }): string {
  const latest = months.at(-1)
  const published = coming ?? latest
  const [from, to] = [published?.movedFrom ?? null, published?.target ?? null]
  const share = shareSentence({
    thisMonth: latest === undefined || latest.factor === '1.00' ? null : latest.factor,
    nextMonth: coming?.factor ?? null,
    moved: from === null || to === null ? null : { when: coming ? 'nextMonth' : 'thisMonth', from, to },
  })
  return share ?? t('Combos and streaks pay in full this month.')
}
type Published = Pick<EconomyMonth, 'factor' | 'target' | 'movedFrom'>

export function supplySentence({ supply, escrow }: Pick<EconomyMonth, 'supply' | 'escrow'>): string {
  if (supply === null) return t('Nothing to show for this month.')
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

export function offerSentence({ tokensAListing, onOffer }: MarketMonth): string {
  if (tokensAListing === null) return t('Nothing to show for this month.')
  return t(
    'Active members have {tokens} tokens for each of {listings, plural, one {# available listing} other {# available listings}}. If it grows, there is too little to spend them on: a lower supply target makes listing worth more.',
    { tokens: formatOneDecimal(tokensAListing), listings: onOffer ?? 0 },
  )
}

export function daysSentence({ medianDaysToSale }: MarketMonth): string {
  if (medianDaysToSale === null) return t('Nothing to show for this month.')
  return t(
    'Half of what sold this month was gone within {days, plural, one {# day} other {# days}}. If it grows, lower prices or a higher supply target help.',
    { days: medianDaysToSale },
  )
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

export function wantsSentence({
  wantsUnpaid,
  shortMembers,
}: Pick<EconomyMonth, 'wantsUnpaid' | 'shortMembers'>): string {
  if (wantsUnpaid === null || shortMembers === null) return t('Nothing to show for this month.')
  return wantsUnpaid === 0
    ? t('No active member was short of tokens this month for something they wanted.')
    : t(
        '{wants, plural, one {# wish} other {# wishes}} of {members, plural, one {# active member} other {# active members}} failed for lack of tokens: refused purchases and draws, and favourites beyond reach. If it grows, a higher supply target or lower prices help.',
        { wants: wantsUnpaid, members: shortMembers },
      )
}

export function inVainSentence({ inVainMembers }: MarketMonth): string {
  if (inVainMembers === null) return t('Nothing to show for this month.')
  return inVainMembers === 0
    ? t('No active member with tokens enough for anything looked in vain this month.')
    : t(
        '{members, plural, one {# active member} other {# active members}} had tokens enough for anything and found nothing. If it grows, there are too few listings: a lower supply target makes listing worth more.',
        { members: inVainMembers },
      )
}

export function troubleSentence({ noShows, problems, trades }: MarketMonth): string {
  if (noShows === null || problems === null) return t('Nothing to show for this month.')
  if (noShows + problems === 0) return t('Everybody came, and nobody reported a problem this month.')
  const values = { noShows, problems, trades }
  return (noShows + problems) * 100 > MUCH_TROUBLE * trades
    ? t(
        '{noShows, plural, one {# no-show} other {# no-shows}} and {problems, plural, one {# problem} other {# problems}} for {trades, plural, one {# thing} other {# things}} handed over. That is a lot: the problems on your desk say what goes wrong.',
        values,
      )
    : t(
        '{noShows, plural, one {# no-show} other {# no-shows}} and {problems, plural, one {# problem} other {# problems}} for {trades, plural, one {# thing} other {# things}} handed over: nearly all goes well.',
        values,
      )
}

export function answerSentence({ firstAnswerMinutes }: Pick<EconomyMonth, 'firstAnswerMinutes'>): string {
  if (firstAnswerMinutes === null) return t('Nothing to show for this month.')
  const time = formatMinutes(firstAnswerMinutes)
  return firstAnswerMinutes > DAY_MINUTES
    ? t(
        'Half of the first answers from sellers took longer than {time}. Buyers drift away by then: a word to sellers about push notices may help.',
        { time },
      )
    : t('Half of the first answers from sellers came within {time}.', { time })
}

/** `90` → `1.5 hours`; whole minutes below an hour. */
export const formatMinutes = (minutes: number): string =>
  minutes < 60
    ? t('{count, plural, one {# minute} other {# minutes}}', { count: Math.round(minutes) })
    : t('{hours, plural, one {# hour} other {# hours}}', { hours: Math.round(minutes / 6) / 10 })

/** The way the target goes by itself in the month to come, or would, and why. */
export function nextSentence({ from, to, meters }: NonNullable<Market['next']>): string {
  if (meters === null) return t('Moving by itself, it stays as it is until a whole month has been counted.')
  const values = { short: meters.short, inVain: meters.inVain, active: meters.activeMembers }
  return Number(to) === Number(from)
    ? t(
        'Moving by itself, it stays as it is next month: last month {short} of {active} active members were short of tokens, and {inVain} had tokens and found nothing.',
        values,
      )
    : t(
        'Moving by itself, it comes to {to} next month: last month {short} of {active} active members were short of tokens, and {inVain} had tokens and found nothing.',
        { ...values, to: formatTokens(to) },
      )
}
