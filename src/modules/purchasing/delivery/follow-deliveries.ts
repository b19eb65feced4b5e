import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { AUTO_RELEASE_DAYS, REMINDER_DAYS } from '../contract.ts'
import { deliver } from './deliver.ts'
import { lockLines, lockOrder } from '../purchase/lock-purchase.ts'
import { Purchase } from '../purchase/purchase.ts'
import { statesBefore } from '../states.ts'
import { remind } from '../news/tell.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Every 15 minutes: reminds buyers who have not confirmed, and releases deliveries without a reported problem in time. */
export async function followDeliveries(ctx: Context): Promise<void> {
  for (const { id } of await paidBefore(ctx, AUTO_RELEASE_DAYS)) await orLater(ctx, id, () => release(ctx, id))
  // Before the first reminder nothing is due.
  for (const { id } of await paidBefore(ctx, REMINDER_DAYS[0])) await orLater(ctx, id, () => remindBuyer(ctx, id))
}

async function paidBefore(ctx: Context, days: number): Promise<Purchase[]> {
  return await Purchase.query(ctx.db)
    .select('id')
    .where('paid_at', '<=', daysAgo(ctx, days))
    .whereRaw("exists (select from purchase_line where purchase_id = purchase.id and state = 'paid')")
    .orderBy('paid_at')
}

function release(ctx: Context, id: string): Promise<unknown> {
  return transact(ctx.db, async (trx) => {
    // Without those that were reported or confirmed since the query; where none is left, that is a conflict.
    const { order, lines } = await lockLines(trx, id, {
      allowed: () => true,
      states: statesBefore('delivered', 'clock'),
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

/** One that fails does not keep the others; it comes again in the next round. */
async function orLater(ctx: Context, purchaseId: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    // Somebody else was faster.
    if (error instanceof AppError && error.status === 409) return
    ctx.log.warn({ err: error, purchaseId }, 'left for the next round')
  }
}
