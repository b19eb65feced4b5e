import { DAY_MS } from '../../../platform/durations.ts'
import { forEachDue } from '../../../platform/jobs/for-each-due.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { words } from '../../../platform/language/words.ts'
import { findMember } from '../../identity/index.ts'
import { notify } from '../../notifications/index.ts'
import { lockOrder } from '../../purchasing/index.ts'
import { THANKS_HIDDEN_DAYS } from '../constants.ts'
import { cardPath } from '../trade/announce.ts'
import { Thanks } from './thanks.ts'

/** Every minute: tells whom a thank-you is for that it can be read, now that a week is over. */
export async function followThanks(ctx: Context): Promise<void> {
  const due = await Thanks.query(ctx.db)
    .whereNull('told_at')
    .where('written_at', '<=', new Date(ctx.clock.now().getTime() - THANKS_HIDDEN_DAYS * DAY_MS))
    .orderBy('written_at')
  const ids = due.map(({ id, purchaseId }) => ({ id, purchaseId }))
  await forEachDue(ctx, ids, ({ id, purchaseId }) =>
    transact(ctx.db, async (trx) => {
      await lockOrder(trx, purchaseId)
      const row = await Thanks.query(trx).findById(id)
      if (row?.toldAt === null) await announceThanks(trx, row, ctx.clock.now())
    }),
  )
}

/** The caller holds the lock of the purchase. */
export async function announceThanks(trx: Trx, row: Thanks, now: Date): Promise<void> {
  await Thanks.query(trx).findById(row.id).patch({ toldAt: now })
  if (row.removedAt) return
  const name = (await findMember(trx, row.fromId))?.firstName ?? { words: words('A neighbour') }
  await notify(trx, {
    memberId: row.toId,
    kind: 'thank-yous',
    key: `thanks:${row.id}:shown`,
    told: 'thanks: shown',
    facts: { name },
    path: cardPath(row.purchaseId),
    button: words('Read it'),
    now,
    namesId: row.fromId,
  })
}
