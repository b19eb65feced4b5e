import type { User } from '../../../src/modules/identity/contract.ts'
import { BONUS_TOKENS } from '../../../src/modules/wallet/contract.ts'
import { plural } from '../../lib/format.ts'

/** What the member has done in the calendar month that runs now. */
export interface MonthSoFar {
  listed: boolean
  sold: boolean
}

export interface Earning {
  title: string
  reward: string
  text: string
  /** Undefined for what can be earned over and over. */
  done?: boolean
  steps?: { label: string; done: boolean }[]
}

/** The checklist 'How to Earn Tokens', with what this member has of it already. */
export function earningsOf(user: User, month: MonthSoFar | undefined): Earning[] {
  const [low, , high] = BONUS_TOKENS.streak_bonus
  return [
    {
      title: 'Welcome bonus',
      reward: `+${BONUS_TOKENS.welcome_bonus}`,
      text: 'For joining the neighbourhood.',
      done: true,
    },
    {
      title: 'First listing',
      reward: `+${BONUS_TOKENS.first_listing}`,
      text: 'Post the first thing your family has outgrown.',
      done: user.firstListingAt !== null,
    },
    {
      title: 'First sale',
      reward: `+${BONUS_TOKENS.first_sale}`,
      text: 'When your first item has been delivered.',
      done: user.firstSaleAt !== null,
    },
    {
      title: 'Monthly combo',
      reward: `+${BONUS_TOKENS.monthly_combo}`,
      text: 'List and sell in the same month.',
      ...(month && {
        steps: [
          { label: 'Listed this month', done: month.listed },
          { label: 'Sold this month', done: month.sold },
        ],
      }),
    },
    {
      title: 'Streak bonus',
      reward: `+${low} to ${high}`,
      text:
        user.currentStreak > 1
          ? `${plural(user.currentStreak, 'active month')} in a row. Keep going!`
          : 'List or sell in consecutive months; the bonus grows with each one.',
    },
    {
      title: 'Referrals',
      reward: `+${BONUS_TOKENS.referral_bonus}`,
      text: 'For each friend you bring who completes a first purchase or sale.',
    },
  ]
}
