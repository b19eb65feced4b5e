import type { User } from '../../../src/modules/identity/contract.ts'
import type { BONUS_TOKENS } from '../../../src/modules/wallet/contract.ts'
import { plural } from '../../lib/format.ts'

/** The contract's table without its schemas, which weigh more than this page; it compiles only while the numbers agree. */
const BONUS: typeof BONUS_TOKENS = {
  welcome_bonus: 10,
  first_listing: 5,
  first_sale: 5,
  monthly_combo: 10,
  streak_bonus: [1, 2, 3],
  referral_bonus: 10,
}

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
  const [low, , high] = BONUS.streak_bonus
  return [
    {
      title: 'Welcome bonus',
      reward: `+${BONUS.welcome_bonus}`,
      text: 'For joining the neighbourhood.',
      done: true,
    },
    {
      title: 'First listing',
      reward: `+${BONUS.first_listing}`,
      text: 'Post the first thing your family has outgrown.',
      done: user.firstListingAt !== null,
    },
    {
      title: 'First sale',
      reward: `+${BONUS.first_sale}`,
      text: 'When your first item has been delivered.',
      done: user.firstSaleAt !== null,
    },
    {
      title: 'Monthly combo',
      reward: `+${BONUS.monthly_combo}`,
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
      reward: `+${BONUS.referral_bonus}`,
      text: 'For each friend you bring who completes a first purchase or sale.',
    },
  ]
}
