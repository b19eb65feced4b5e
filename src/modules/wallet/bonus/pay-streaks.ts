import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { recordStreaks } from '../../identity/index.ts'
import { bonuses, payBonuses } from './bonuses.ts'
import { monthBefore, monthOf, type Month } from './month.ts'
import { membersWaitingFor, settleMonths, streaksAt } from './streak.ts'

/** Members per transaction: few enough that the mint account is locked only briefly. */
const BATCH = 500

export interface StreakRun {
  month: Month
  /** Members who were checked. */
  members: number
  /** Bonuses that this run has paid; those of months that were missed before are among them. */
  paid: number
}

/**
 * Pays the streak bonuses of `month`, the one that has just ended if left out, and of all earlier months that were not
 * settled yet; a repeat pays nothing. Ends the streaks of those who did nothing in the month just ended.
 * @throws RangeError for a month that has not ended
 */
export async function payStreaks(ctx: Context, month?: Month): Promise<StreakRun> {
  const lastEnded = monthBefore(monthOf(ctx.clock.now(), ctx.site.timeZone))
  const until = month ?? lastEnded
  if (until > lastEnded) throw new RangeError(`${until} has not ended yet. The last month that has is ${lastEnded}.`)
  const run: StreakRun = { month: until, members: 0, paid: 0 }
  for (let after: string | undefined = ''; after !== undefined;) {
    const batch = await settleBatch(ctx, { after, until, isLast: until === lastEnded })
    run.members += batch.members
    run.paid += batch.paid
    after = batch.last
  }
  return run
}

interface Batch {
  members: number
  paid: number
  /** The last member of a full batch. */
  last: string | undefined
}

function settleBatch(ctx: Context, { after, until, isLast }: { after: string; until: Month; isLast: boolean }) {
  const now = ctx.clock.now()
  return transact(ctx.db, async (trx): Promise<Batch> => {
    // One run at a time: each month follows from the one before, which must not be settled by another run meanwhile.
    await trx.raw(`select pg_advisory_xact_lock(hashtext('wallet.monthly-streaks'))`)
    const ids = await nextMembers(trx, after)
    const settled = await settleMonths(trx, ids, until, now)
    if (isLast) await recordStreaks(trx, await currentStreaks(trx, ids, until), now)
    const earned = settled.filter(({ months }) => months > 1)
    await payBonuses(
      trx,
      earned.map((streak) => bonuses.streak(streak.memberId, streak.month, streak.months)),
      now,
    )
    return { members: ids.length, paid: earned.length, last: ids.length === BATCH ? ids.at(-1) : undefined }
  })
}

/** A member's account has the member's id. */
async function nextMembers(trx: Trx, after: string): Promise<string[]> {
  const query = trx('account').where({ kind: 'member' }).orderBy('id').limit(BATCH)
  if (after !== '') void query.where('id', '>', after)
  return query.pluck('id')
}

/** The streaks at the end of `month`. One that a listing may still save, because it has not stood long enough, is left. */
async function currentStreaks(trx: Trx, ids: string[], month: Month) {
  const [streaks, waiting] = [await streaksAt(trx, ids, month), await membersWaitingFor(trx, ids, month)]
  return ids
    .filter((memberId) => streaks.has(memberId) || !waiting.has(memberId))
    .map((memberId) => ({ memberId, months: streaks.get(memberId) ?? 0 }))
}
