import type { Facts } from '../../../platform/language/facts.ts'
import type { Trx } from '../../../platform/database.ts'
import { accountsOfMailboxes } from '../../identity/index.ts'
import { MINT } from '../ledger/account.ts'
import { BONUS_TOKENS, type BonusKind } from '../contract.ts'
import type { Month } from './month.ts'
import { post } from '../ledger/transfer.ts'
import { ALL, tenthsOf } from '../supply/factor.ts'

/*
 * The rules of earning, all of them. Tokens are in the contract's table of bonuses.
 *
 * welcome_bonus   at sign-up
 * first_listing   when the first listing counts
 * first_sale      when the first sale is delivered
 * monthly_combo   in a month with at least one listing and one delivered sale
 * streak_bonus    for the second, third, fourth and each later month in a row with a listing or a delivered sale;
 *                 paid for the month just ended, by the monthly job; a month that it has settled stays as it is
 * referral_bonus  to the referrer, when the referred member has traded with two outside their circle; REFERRALS_A_MONTH
 *
 * Each bonus is paid once for its reason: the reason is its key. It belongs to the mailbox, not to the account: what
 * one account of a mailbox has earned, no other one can, be it another spelling of the address or one that has left.
 * Combos and streaks pay the share of their month (supply/publish-factor.ts); the others always pay in full.
 * Months are those of MARKET_TIME_ZONE, and what counts is when the thing was done, not when the job ran.
 * A listing counts once it has stood for STANDING_HOURS, or as soon as it is sold: one that was withdrawn before,
 * unsold, does not count.
 * A month counts only the first sale to each buyer. Which trades earn nothing at all, for anybody, purchasing knows
 * (delivery/earns-nothing.ts): at price 0, to and fro, between accounts of one person, members who share a card, an
 * invitation or a mail domain of their own. What a card can spend of all this: purchasing/card/card-allowance.ts.
 */
export const STANDING_HOURS = 24

export interface Bonus {
  kind: BonusKind
  memberId: string
  /** Names its owner. */
  key: string
  /** For whose mailbox it is paid once: the member's, or for a referral the invited one's. */
  owner: string
  /** Whole tokens, where the month pays all of them. */
  tokens: number
  /** The month whose share decides what a repeated bonus pays. */
  month?: Month
  reference?: string
  /** The facts from which, with its kind, its words in the statement are made. */
  facts: Facts
}

export const bonuses = {
  welcome: (memberId: string): Bonus => ({
    kind: 'welcome_bonus',
    memberId,
    key: `welcome:${memberId}`,
    owner: memberId,
    tokens: BONUS_TOKENS.welcome_bonus,
    facts: {},
  }),
  /** @param reference `listing:<id>` */
  firstListing: (memberId: string, reference: string): Bonus => ({
    kind: 'first_listing',
    memberId,
    key: `first_listing:${memberId}`,
    owner: memberId,
    tokens: BONUS_TOKENS.first_listing,
    reference,
    facts: {},
  }),
  /** @param reference `purchase:<id>` */
  firstSale: (memberId: string, reference: string): Bonus => ({
    kind: 'first_sale',
    memberId,
    key: `first_sale:${memberId}`,
    owner: memberId,
    tokens: BONUS_TOKENS.first_sale,
    reference,
    facts: {},
  }),
  monthlyCombo: (memberId: string, month: Month): Bonus => ({
    kind: 'monthly_combo',
    memberId,
    key: `combo:${memberId}:${month}`,
    owner: memberId,
    tokens: BONUS_TOKENS.monthly_combo,
    month,
    facts: { month: { month } },
  }),
  /** @param months how many months in a row, this one included; at least 2 */
  streak: (memberId: string, month: Month, months: number): Bonus => ({
    kind: 'streak_bonus',
    memberId,
    key: `streak:${memberId}:${month}`,
    owner: memberId,
    tokens: BONUS_TOKENS.streak_bonus[Math.min(months - 2, 2)] ?? 0,
    month,
    facts: { month: { month }, months },
  }),
  referral: (referrerId: string, refereeId: string): Bonus => ({
    kind: 'referral_bonus',
    memberId: referrerId,
    key: `referral:${refereeId}`,
    owner: refereeId,
    tokens: BONUS_TOKENS.referral_bonus,
    facts: {},
  }),
}

/**
 * Mints what its owner's mailbox was not paid before; a repeat with the same key changes nothing. Of a month that pays
 * nothing of a bonus nothing is noted either.
 */
export async function payBonuses(trx: Trx, earned: Bonus[], now: Date): Promise<void> {
  if (earned.length === 0) return
  const accounts = await accountsOfMailboxes(
    trx,
    earned.map(({ owner }) => owner),
  )
  const keys = earned.flatMap((bonus) => keysOf(bonus, accounts))
  // Most that is earned was paid long ago: that needs no locks.
  const asked = new Set(await trx('transfer').whereIn('id', keys).pluck('id'))
  const shares = await tenthsOf(trx, [...new Set(earned.flatMap(({ month }) => month ?? []))])
  const transfers = earned.flatMap(({ kind, memberId, key, owner, tokens, month, reference, facts }) => {
    const amount = BigInt(tokens) * 10n * BigInt((month === undefined ? undefined : shares.get(month)) ?? ALL)
    if (amount === 0n) return []
    const same = keysOf({ key, owner }, accounts)
    if (same.some((one) => asked.has(one))) return []
    const unless = same.slice(1)
    asked.add(key)
    return {
      id: key,
      kind,
      debit: MINT,
      credit: memberId,
      amount,
      ...(reference === undefined ? {} : { reference }),
      ...(unless.length > 0 && { unless }),
      facts,
    }
  })
  await post(trx, transfers, now)
}

/** The keys under which the bonus may have been paid: its own, and those of the other accounts of its owner's mailbox. */
export function keysOf({ key, owner }: Pick<Bonus, 'key' | 'owner'>, accounts: Map<string, string[]>): string[] {
  return (accounts.get(owner) ?? [owner]).map((id) => key.replace(owner, id))
}
