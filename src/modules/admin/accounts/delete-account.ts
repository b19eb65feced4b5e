import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { eraseFavourites, eraseSearches, eraseSeller, lockListingsOf } from '../../catalog/index.ts'
import { eraseHandover } from '../../handover/index.ts'
import { eraseMember } from '../../identity/index.ts'
import { forgetSalt } from '../../wallet/index.ts'
import { eraseNotifications } from '../../notifications/index.ts'
import { eraseAppeals } from '../appeals/appeal-act.ts'
import { eraseNotes } from '../members/act-on-member.ts'
import { eraseReports } from '../reports/report.ts'
import { letGoOfAll } from '../today/take-work.ts'
import { eraseBaskets, erasePurchaser, refuseIfTrading } from '../../purchasing/index.ts'

/**
 * A member leaves: everything that identifies them is removed, everywhere and at once. The ledger, and what others bought from or
 * wrote with them, stays, about a former neighbour; tokens that they still had can never be spent again.
 * Lock order: listings, member.
 * @param leaving.device on which they have asked for it
 * @throws Conflict OPEN_TRADES until everything bought and sold is settled; LAST_ADMIN
 */
export async function deleteAccount(
  ctx: Context,
  { memberId, device }: { memberId: string; device: string },
): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const now = ctx.clock.now()
    await lockListingsOf(trx, memberId)
    await eraseMember(trx, { memberId, device, now })
    await refuseIfTrading(trx, memberId)
    await eraseSeller(trx, { sellerId: memberId, now })
    await erasePurchaser(trx, memberId, now)
    await eraseHandover(trx, { memberId, now })
    await eraseBaskets(trx, memberId)
    await eraseFavourites(trx, memberId)
    await eraseSearches(trx, memberId)
    await eraseNotifications(trx, memberId)
    await eraseAppeals(trx, memberId)
    await eraseReports(trx, memberId)
    await eraseNotes(trx, memberId)
    await letGoOfAll(trx, memberId)
    await forgetSalt(trx, memberId)
  })
}
