import { DAY_MS } from '../../../platform/durations.ts'
import { forEachDue } from '../../../platform/jobs/for-each-due.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { AUTO_RELEASE_DAYS, REMINDER_DAYS } from '../contract.ts'
import { deliver } from './deliver.ts'
import { lockLines, lockOrder } from '../purchase/lock-purchase.ts'
import { Purchase } from '../purchase/purchase.ts'
import { statesBefore } from '../states.ts'
import { remind } from '../announce/announce.ts'

/** Every 15 minutes: reminds buyers who have not confirmed, and releases deliveries without a reported problem in time. */
export async function followDeliveries(ctx: Context): Promise<void> {
  await forEachDue(ctx, await paidBefore(ctx, AUTO_RELEASE_DAYS), ({ id }) => release(ctx, id))
  // Before the first reminder nothing is due.
  await forEachDue(ctx, await paidBefore(ctx, REMINDER_DAYS[0]), ({ id }) => remindBuyer(ctx, id))
}

async function paidBefore(ctx: Context, days: number): Promise<{ id: string }[]> {
  const paid = await Purchase.query(ctx.db)
    .select('id')
    .where('paid_at', '<=', daysAgo(ctx, days))
    .whereRaw("exists (select from purchase_line where purchase_id = purchase.id and state = 'paid')")
    .orderBy('paid_at')
  return paid.map(({ id }) => ({ id }))
}

function release(ctx: Context, id: string): Promise<unknown> {
  return transact(ctx.db, async (trx) => {
    // Without those that were reported or confirmed since the query; where none is left, that is a conflict.
    const { order, lines } = await lockLines(trx, id, {
      allowed: () => true,
      states: statesBefore('delivered', 'clock'),
      // An addition was paid later, and has days of its own.
      alone: true,
    })
    await deliver(trx, order, lines, { by: 'clock', now: ctx.clock.now() })
  })
}

/** Once for an order, about all in it that has not been confirmed. After an outage only the latest reminder that is due is sent. */
function remindBuyer(ctx: Context, id: string): Promise<unknown> {
  return transact(ctx.db, async (trx) => {
    const order = await lockOrder(trx, id)
    const { paidAt, remindedDay } = order
    const awaited = order.lines.filter(({ state }) => state === 'paid')
    if (awaited.length === 0 || paidAt === null) return
    const day = REMINDER_DAYS.findLast((due) => paidAt <= daysAgo(ctx, due))
    if (day === undefined || day <= remindedDay) return
    await Purchase.query(trx).findById(id).patch({ remindedDay: day })
    await remind(trx, order, awaited, { day, now: ctx.clock.now() })
  })
}

function daysAgo(ctx: Context, days: number): Date {
  return new Date(ctx.clock.now().getTime() - days * DAY_MS)
}
