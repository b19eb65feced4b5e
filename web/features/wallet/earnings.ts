import type { BonusKind, BonusProgress, TokenProgress } from '../../../src/modules/wallet/contract.ts'
import { BONUS_TOKENS, REFERRALS_A_MONTH } from '../../../src/modules/wallet/contract.ts'
import { countTokens, formatTokens, plural } from '../../lib/format.ts'

export interface Earning {
  title: string
  reward: string
  text: string
  /** Undefined for what can be earned repeatedly. */
  done?: boolean
  steps?: { label: string; done: boolean }[]
  /** What the member has earned of it so far. */
  earned?: string
}

const [LOW, , HIGH] = BONUS_TOKENS.streak_bonus

/** The bonuses, without any member's progress. */
const GENERAL: Record<BonusKind, Earning> = {
  welcome_bonus: {
    title: 'Welcome bonus',
    reward: `+${BONUS_TOKENS.welcome_bonus}`,
    text: 'For joining the neighbourhood.',
  },
  first_listing: {
    title: 'First listing',
    reward: `+${BONUS_TOKENS.first_listing}`,
    text: 'For the first thing you post, once it has stood for a day or is sold.',
  },
  first_sale: {
    title: 'First sale',
    reward: `+${BONUS_TOKENS.first_sale}`,
    text: 'When your first item has been delivered.',
  },
  monthly_combo: {
    title: 'Monthly combo',
    reward: `+${BONUS_TOKENS.monthly_combo}`,
    text: 'List and sell in the same month. A second sale to the same neighbour doesn’t count.',
  },
  streak_bonus: {
    title: 'Streak bonus',
    reward: `+${LOW} to ${HIGH}`,
    text: 'List or sell in consecutive months; the bonus grows with each one.',
  },
  referral_bonus: {
    title: 'Referrals',
    reward: `+${BONUS_TOKENS.referral_bonus}`,
    text: `For each friend you bring who trades with two other neighbours; at most ${REFERRALS_A_MONTH} a month.`,
  },
}

/** The checklist 'How to Earn Tokens', with this member's progress, once that is known. */
export function earningsOf(progress: TokenProgress | undefined): Earning[] {
  if (!progress) return Object.values(GENERAL)
  return progress.bonuses.map((bonus) => {
    const repeats = ['monthly_combo', 'streak_bonus', 'referral_bonus'].includes(bonus.kind)
    return {
      ...GENERAL[bonus.kind],
      ...(repeats ? earnedOf(bonus) : { done: bonus.done }),
      ...DETAILS[bonus.kind]?.(progress, bonus),
    }
  })
}

const earnedOf = ({ times, earned }: BonusProgress): Partial<Earning> =>
  times === 0 ? {} : { earned: `Earned ${plural(times, 'time')}: ${countTokens(earned)}` }

const DETAILS: Partial<Record<BonusKind, (progress: TokenProgress, bonus: BonusProgress) => Partial<Earning>>> = {
  first_listing: (_progress, { waiting, reward }) =>
    waiting ? { text: `Listed. +${formatTokens(reward)} tomorrow, or as soon as it is sold.` } : {},
  monthly_combo: ({ thisMonth }) => ({
    steps: [
      {
        label: thisMonth.listing === 'waiting' ? 'Listed; counts after a day' : 'Listed this month',
        done: thisMonth.listing === 'done',
      },
      { label: 'Sold this month', done: thisMonth.sale === 'done' },
    ],
  }),
  streak_bonus: ({ streak }, { done, reward }) => {
    if (streak === 0) return {}
    const months = `${plural(streak, 'active month')} in a row.`
    if (Number(reward) === 0) return { text: `${months} Stay active next month to start a streak.` }
    return {
      reward: `+${formatTokens(reward)}`,
      text: done ? `${months} Paid when this month has ended.` : `${months} List or sell this month to keep it going.`,
      steps: [{ label: 'Active this month', done }],
    }
  },
  referral_bonus: ({ friends: { joined, traded } }) =>
    joined === 0
      ? {}
      : {
          text: `${plural(joined, 'friend')} joined with your link, ${traded} traded so far. At most ${REFERRALS_A_MONTH} count a month.`,
        },
}
