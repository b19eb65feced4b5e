import type { BonusKind, BonusProgress, TokenProgress } from '../../../src/modules/wallet/contract.ts'
import { BONUS_TOKENS, REFERRALS_A_MONTH } from '../../../src/modules/wallet/contract.ts'
import { countTokens, formatGain, formatTokens } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'

export interface Earning {
  title: string
  reward: string
  text: string
  /** Undefined for what can be earned repeatedly. */
  done?: boolean
  steps?: { label: string; done: boolean }[]
  /** Tokens that the member has earned with it so far. */
  earned?: string
}

const [LOW, , HIGH] = BONUS_TOKENS.streak_bonus

/** The bonuses, without any member's progress. */
const general = (): Record<BonusKind, Earning> => ({
  welcome_bonus: {
    title: t('Welcome bonus'),
    reward: formatGain(BONUS_TOKENS.welcome_bonus),
    text: t('For joining the neighbourhood.'),
  },
  first_listing: {
    title: t('First listing'),
    reward: formatGain(BONUS_TOKENS.first_listing),
    text: t('For the first thing you post, once it has stood for a day or is sold.'),
  },
  first_sale: {
    title: t('First sale'),
    reward: formatGain(BONUS_TOKENS.first_sale),
    text: t('When your first item has been delivered.'),
  },
  monthly_combo: {
    title: t('Monthly combo'),
    reward: formatGain(BONUS_TOKENS.monthly_combo),
    text: t('List and sell in the same month. A second sale to the same neighbour doesn’t count.'),
  },
  streak_bonus: {
    title: t('Streak bonus'),
    reward: t('+{low} to {high}', { low: LOW, high: HIGH }),
    text: t('List or sell in consecutive months; the bonus grows with each one.'),
  },
  referral_bonus: {
    title: t('Referrals'),
    reward: formatGain(BONUS_TOKENS.referral_bonus),
    text: t('For each friend you bring who trades with two other neighbours; at most {most} a month.', {
      most: REFERRALS_A_MONTH,
    }),
  },
})

/** The checklist 'How to Earn Tokens', with this member's progress, once that is known. */
export function earningsOf(progress: TokenProgress | undefined): Earning[] {
  if (!progress) return Object.values(general())
  const byKind = general()
  return progress.bonuses.map((bonus) => {
    const repeats = ['monthly_combo', 'streak_bonus', 'referral_bonus'].includes(bonus.kind)
    return {
      ...byKind[bonus.kind],
      ...(repeats ? earnedOf(bonus) : { done: bonus.done }),
      ...DETAILS[bonus.kind]?.(progress, bonus),
    }
  })
}

const earnedOf = ({ times, earned }: BonusProgress): Partial<Earning> =>
  times === 0
    ? {}
    : {
        earned: t('Earned {times, plural, one {# time} other {# times}}: {tokens}', {
          times,
          tokens: countTokens(earned),
        }),
      }

const DETAILS: Partial<Record<BonusKind, (progress: TokenProgress, bonus: BonusProgress) => Partial<Earning>>> = {
  first_listing: (_progress, { waiting, reward }) =>
    waiting
      ? { text: t('Listed. +{reward} tomorrow, or as soon as it is sold.', { reward: formatTokens(reward) }) }
      : {},
  monthly_combo: ({ thisMonth }, { reward }) => ({
    reward: formatGain(reward),
    steps: [
      {
        label: thisMonth.listing === 'waiting' ? t('Listed; counts after a day') : t('Listed this month'),
        done: thisMonth.listing === 'done',
      },
      { label: t('Sold this month'), done: thisMonth.sale === 'done' },
    ],
  }),
  streak_bonus: ({ streak, share }, { done, reward }) => {
    if (streak === 0) return {}
    if (Number(reward) === 0 && share.thisMonth !== '0.00')
      return {
        text: t(
          '{streak, plural, one {# active month} other {# active months}} in a row. Stay active next month to start a streak.',
          { streak },
        ),
      }
    return {
      reward: formatGain(reward),
      text: done
        ? t(
            '{streak, plural, one {# active month} other {# active months}} in a row. Paid when this month has ended.',
            { streak },
          )
        : t(
            '{streak, plural, one {# active month} other {# active months}} in a row. List or sell this month to keep it going.',
            { streak },
          ),
      steps: [{ label: t('Active this month'), done }],
    }
  },
  referral_bonus: ({ friends: { joined, traded } }) =>
    joined === 0
      ? {}
      : {
          text: t(
            '{joined, plural, one {# friend} other {# friends}} joined with your link, {traded} traded so far. At most {most} count a month.',
            { joined, traded, most: REFERRALS_A_MONTH },
          ),
        },
}
