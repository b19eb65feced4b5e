import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { forEachDue } from '../../../platform/jobs/for-each-due.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { adminIds } from '../../identity/index.ts'
import { decidedBy, DECISION_DAYS } from '../../purchasing/constants.ts'
import {
  decideDispute,
  disputedSince,
  listingIdsOf,
  lockWithListings,
  rootOf,
  type Order,
} from '../../purchasing/index.ts'
import { ALARM_DAYS, PROBLEM_ANSWER_HOURS, UNDO_MS } from '../constants.ts'
import { refreshCards, announceToAdmins, titleOf } from '../trade/announce.ts'
import { wasCodeShown } from '../code/code.ts'
import { announceDecisions } from './announce-decisions.ts'
import { carryOut } from './carry-out.ts'
import { Decision, decisionsOf, outcomeOf, takesEffectAt, withoutDecided, type Outcome } from './decision.ts'
import { recordOnProblem, openProblem, reportedAt, sellerAnswersUntil } from './problem.ts'

/**
 * Every minute: what a seller has not answered within 48 hours, or no admin has decided within 7 days, goes back to the buyer.
 * A seller who has shown the code of the door was there: their silence is for an admin to judge. Admins are reminded before; what
 * they have decided is told to both sides after its minute, and carried out in its time. Each purchase in a transaction of its own.
 */
export async function followProblems(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const unanswered = new Date(now.getTime() - PROBLEM_ANSWER_HOURS * HOUR_MS)
  const unsettled = (await disputedSince(ctx.db, unanswered)).map((purchaseId) => ({ purchaseId }))
  await forEachDue(ctx, unsettled, ({ purchaseId }) =>
    withOrder(ctx, purchaseId, (trx, order) => followUndecided(trx, order, ctx.clock.now())),
  )
  await forEachDue(ctx, await untold(ctx, now), ({ purchaseId }) =>
    withOrder(ctx, purchaseId, (trx, order) => announceDecisions(trx, order, ctx.clock.now(), { due: true })),
  )
  await forEachDue(ctx, await dueDecisions(ctx, now), ({ purchaseId, outcome }) =>
    withOrder(ctx, purchaseId, (trx, order) => carryOutDue(trx, order, { outcome, now: ctx.clock.now() })),
  )
}

const withOrder = (ctx: Context, purchaseId: string, settle: (trx: Trx, order: Order) => Promise<void>) =>
  transact(ctx.db, async (trx) => settle(trx, await lockWithListings(trx, purchaseId)))

async function followUndecided(trx: Trx, order: Order, now: Date): Promise<void> {
  const undecided = withoutDecided(order, await decisionsOf(trx, [order.id]))
  const problem = await openProblem(trx, undecided)
  const answered = Boolean(problem?.answeredAt) || (await wasCodeShown(trx, rootOf(order)))
  const overdue = undecided.lines.filter(
    ({ disputedAt }) =>
      disputedAt && (answered ? new Date(decidedBy(disputedAt.toISOString())) : sellerAnswersUntil(disputedAt)) <= now,
  )
  if (overdue.length > 0) {
    const late = answered ? 'admins' : 'seller'
    const itemIds = listingIdsOf(overdue)
    await decideDispute(trx, { purchaseId: order.id, decision: 'refund', by: 'clock', late, itemIds, now })
    await refreshCards(trx, order)
    return
  }
  const since = reportedAt(undecided)
  if (!since || problem?.alarmedAt || now.getTime() - since.getTime() < ALARM_DAYS * DAY_MS) return
  await recordOnProblem(trx, undecided, problem, { alarmedAt: now })
  await announceToAdmins(trx, await adminIds(trx), {
    key: `problem:${order.id}:${since.getTime()}:undecided`,
    told: 'problem: undecided',
    facts: { things: titleOf(undecided), days: ALARM_DAYS, left: DECISION_DAYS - ALARM_DAYS },
    now,
  })
}

/** The purchases with decisions of which neither side has been told, and which can't be undone any more. */
async function untold(ctx: Context, now: Date): Promise<{ purchaseId: string }[]> {
  const ids: string[] = await ctx
    .db('problem_decision')
    .whereNull('announced_at')
    .where('decided_at', '<=', new Date(now.getTime() - UNDO_MS))
    .pluck('purchase_id')
  return [...new Set(ids)].map((purchaseId) => ({ purchaseId }))
}

/** One outcome of a purchase at a time, so that the locks of accounts are taken in order. */
async function dueDecisions(ctx: Context, now: Date): Promise<{ purchaseId: string; outcome: Outcome }[]> {
  const open = await Decision.query(ctx.db).whereNull('settled_at').orderBy('decided_at')
  const due = open.filter((decision) => takesEffectAt(decision) <= now)
  return [
    ...new Map(
      due.map((one) => {
        const { purchaseId } = one
        const outcome = outcomeOf(one)
        return [`${purchaseId} ${outcome}`, { purchaseId, outcome }]
      }),
    ).values(),
  ]
}

async function carryOutDue(trx: Trx, order: Order, { outcome, now }: { outcome: Outcome; now: Date }): Promise<void> {
  const all = [...(await decisionsOf(trx, [order.id])).values()]
  // It may have been appealed or carried out meanwhile.
  const decisions = all.filter(
    (one) => one.settledAt === null && outcomeOf(one) === outcome && takesEffectAt(one) <= now,
  )
  await carryOut(trx, order, { decisions, outcome, now })
  await refreshCards(trx, order)
}
