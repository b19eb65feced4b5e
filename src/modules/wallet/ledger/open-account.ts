import type { Trx } from '../../../platform/database.ts'
import { bonuses, payBonuses } from '../bonus/bonuses.ts'

/** Opens the account of a new member and pays the welcome bonus into it, unless their mailbox has had it; a repeat changes nothing. */
export async function openAccount(trx: Trx, { memberId, now }: { memberId: string; now: Date }): Promise<void> {
  await trx('account')
    .insert({ id: memberId, kind: 'member', member_id: memberId, created_at: now })
    .onConflict('id')
    .ignore()
  await payBonuses(trx, [bonuses.welcome(memberId)], now)
}
