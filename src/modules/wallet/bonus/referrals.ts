import type { Trx } from '../../../platform/database.ts'
import { accountsOfMailboxes } from '../../identity/index.ts'
import { REFERRALS_A_MONTH } from '../contract.ts'
import { bonuses, keysOf, type Bonus } from './bonuses.ts'
import { monthBegins, monthOf } from './month.ts'

/** Whether somebody who was invited has traded with two members outside their circle: purchasing knows. */
export type TradedOutside = (trx: Trx, invited: { memberId: string; referredBy: string }) => Promise<boolean>

/**
 * The rewards of those who have invited these members earn now that they have traded. Who has had REFERRALS_A_MONTH in
 * this month gets none; the friend's next trade, in another month, asks again.
 */
export async function earnedReferrals(
  trx: Trx,
  invitations: { memberId: string; referredBy: string }[],
  { now, timeZone, tradedOutside }: { now: Date; timeZone: string; tradedOutside: TradedOutside },
): Promise<Bonus[]> {
  if (invitations.length === 0) return []
  const invited = invitations.map(({ memberId, referredBy }) => bonuses.referral(referredBy, memberId))
  const accounts = await accountsOfMailboxes(
    trx,
    invited.flatMap(({ memberId, owner }) => [memberId, owner]),
  )
  const earned: Bonus[] = []
  // One after the other in the order of their ids: two trades at once must not both take the last one.
  for (const referrer of [...new Set(invited.map(({ memberId }) => memberId))].sort()) {
    const own = accounts.get(referrer) ?? [referrer]
    await trx.raw(`select pg_advisory_xact_lock(hashtextextended('referrals:' || ?, 0))`, [own.toSorted()[0] ?? ''])
    const fresh: Bonus[] = []
    for (const bonus of invited.filter(({ memberId, owner }) => memberId === referrer && !own.includes(owner)))
      if (
        !(await wasPaid(trx, keysOf(bonus, accounts))) &&
        (await tradedOutside(trx, { memberId: bonus.owner, referredBy: referrer }))
      )
        fresh.push(bonus)
    const left = REFERRALS_A_MONTH - (await paidSince(trx, own, monthBegins(monthOf(now, timeZone), timeZone)))
    earned.push(...fresh.slice(0, Math.max(0, left)))
  }
  return earned
}

async function wasPaid(trx: Trx, keys: string[]): Promise<boolean> {
  return (await trx('transfer').whereIn('id', keys).first('id')) !== undefined
}

async function paidSince(trx: Trx, accounts: string[], since: Date): Promise<number> {
  const { rows } = await trx.raw<{ rows: { paid: number }[] }>(
    `select count(*)::int as paid from entry join transfer on transfer.id = entry.transfer_id
     where entry.account_id = any(?::uuid[]) and transfer.kind = 'referral_bonus' and transfer.created_at >= ?`,
    [accounts, since],
  )
  return rows[0]?.paid ?? 0
}
