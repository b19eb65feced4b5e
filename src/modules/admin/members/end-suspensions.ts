import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { forEachDue } from '../../../platform/jobs/for-each-due.ts'
import { showListingsOf } from '../../catalog/index.ts'
import { endIfOver, suspensionsOver } from '../../identity/index.ts'
import { notify } from '../../notifications/index.ts'
import { idsOf, lockMailboxAndListings, present } from './lock-accounts.ts'
import { noticeOf } from './notice-of.ts'

/** A suspension is over by the clock; what its member offers comes back here, and they are told. */
export async function endSuspensions(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await forEachDue(ctx, await suspensionsOver(ctx.db, now), ({ memberId }) =>
    transact(ctx.db, async (trx) => {
      const accounts = await lockMailboxAndListings(trx, memberId)
      if (!(await endIfOver(trx, { memberId, now }))) return
      await showListingsOf(trx, { sellerIds: idsOf(accounts), now })
      await notify(trx, ...present(accounts).map(({ id }) => noticeOf(id, { what: 'suspension-over' }, now)))
    }),
  )
}
