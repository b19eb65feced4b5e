import type { Trx } from '../../../platform/database.ts'
import { MINT } from '../ledger/account.ts'
import { BONUS_TOKENS, type BonusKind } from '../contract.ts'
import { monthName, type Month } from './month.ts'
import { post } from '../ledger/transfer.ts'

/*
 * The rules of earning, all of them. Tokens are in the contract's table of bonuses.
 *
 * welcome_bonus   at sign-up
 * first_listing   for the first listing
 * first_sale      when the first sale is delivered
 * monthly_combo   in a month with at least one listing and one delivered sale
 * streak_bonus    for the second, third, fourth and each later month in a row with a listing or a delivered sale;
 *                 paid for the month just ended, by the monthly job; a month that it has settled stays as it is
 * referral_bonus  to the referrer, when the referred member's first purchase or sale is delivered
 *
 * Each bonus is paid once for its reason: the reason is its key.
 * Months are those of MARKET_TIME_ZONE, and what counts is when the thing was done, not when the job ran.
 * A listing counts for its month once it has stood for STANDING_HOURS, or as soon as it is sold: one that was
 * withdrawn before, unsold, does not count.
 * Two accounts trading to and fro: a month counts only the first sale to each buyer, and an item sold back to
 * whom it came from is no sale to be rewarded at all.
 */
export const STANDING_HOURS = 24

export interface Bonus {
  kind: BonusKind
  memberId: string
  key: string
  /** Whole tokens. */
  tokens: number
  reference?: string
  description: string
}

export const bonuses = {
  welcome: (memberId: string): Bonus => ({
    kind: 'welcome_bonus',
    memberId,
    key: `welcome:${memberId}`,
    tokens: BONUS_TOKENS.welcome_bonus,
    description: 'Welcome bonus',
  }),
  firstListing: (memberId: string, listingId: string): Bonus => ({
    kind: 'first_listing',
    memberId,
    key: `first_listing:${memberId}`,
    tokens: BONUS_TOKENS.first_listing,
    reference: `listing:${listingId}`,
    description: 'First listing bonus',
  }),
  firstSale: (memberId: string, purchaseId: string): Bonus => ({
    kind: 'first_sale',
    memberId,
    key: `first_sale:${memberId}`,
    tokens: BONUS_TOKENS.first_sale,
    reference: `purchase:${purchaseId}`,
    description: 'First sale bonus',
  }),
  monthlyCombo: (memberId: string, month: Month): Bonus => ({
    kind: 'monthly_combo',
    memberId,
    key: `combo:${memberId}:${month}`,
    tokens: BONUS_TOKENS.monthly_combo,
    description: `Monthly combo bonus for ${monthName(month)}`,
  }),
  /** @param months how many months in a row, this one included; at least 2 */
  streak: (memberId: string, month: Month, months: number): Bonus => ({
    kind: 'streak_bonus',
    memberId,
    key: `streak:${memberId}:${month}`,
    tokens: BONUS_TOKENS.streak_bonus[Math.min(months - 2, 2)] ?? 0,
    description: `Streak bonus for ${monthName(month)}: ${months} active months in a row`,
  }),
  referral: (referrerId: string, refereeId: string): Bonus => ({
    kind: 'referral_bonus',
    memberId: referrerId,
    key: `referral:${refereeId}`,
    tokens: BONUS_TOKENS.referral_bonus,
    description: 'Referral bonus: a friend you invited made their first trade',
  }),
}

/** Mints what was not paid before; a repeat with the same key changes nothing. */
export async function payBonuses(trx: Trx, earned: Bonus[], now: Date): Promise<void> {
  const transfers = earned.map(({ kind, memberId, key, tokens, reference, description }) => ({
    id: key,
    kind,
    debit: MINT,
    credit: memberId,
    amount: BigInt(tokens) * 100n,
    ...(reference === undefined ? {} : { reference }),
    description,
  }))
  await post(trx, transfers, now)
}
