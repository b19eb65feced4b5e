import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { forEachDue } from '../../../platform/jobs/for-each-due.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { words } from '../../../platform/language/words.ts'
import { lockWhole, type Order } from '../../purchasing/index.ts'
import { isAwaited } from '../trade/stage.ts'
import { announce, titleOf } from '../trade/announce.ts'
import { Appointment, changeAppointment, isAgreed, timesOf, type Agreed } from './appointment.ts'

/** Both are reminded so many hours before the appointment begins. */
const REMINDER_HOURS = 2
/** After it a reminder of the beginning is of no use. */
const LATEST_MINUTES = 30
/** After the beginning: until then either side may say that the other did not come. */
export const KEPT_AFTER_HOURS = 24

/**
 * Every minute: reminds both sides of each appointment two hours before and when it begins, and counts as kept what a
 * day later nobody has complained about.
 */
export async function followAppointments(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const due = await Appointment.query(ctx.db)
    .where({ state: 'agreed' })
    .where('starts_at', '<=', new Date(now.getTime() + REMINDER_HOURS * HOUR_MS))
    .whereRaw('(reminded = 0 or reminded = 1 and starts_at <= ? or starts_at <= ?)', [
      now,
      new Date(now.getTime() - KEPT_AFTER_HOURS * HOUR_MS),
    ])
    .orderBy('starts_at')
  await forEachDue(
    ctx,
    due.map(({ id, purchaseId }) => ({ id, purchaseId })),
    (one) => follow(ctx, one),
  )
}

/** Each appointment in a transaction of its own: what was told is noted with it, whenever the process ends. */
function follow(ctx: Context, { id, purchaseId }: Pick<Appointment, 'id' | 'purchaseId'>): Promise<void> {
  return transact(ctx.db, async (trx) => {
    const order = await lockWhole(trx, purchaseId)
    const now = ctx.clock.now()
    const row = await Appointment.query(trx).findById(id)
    // It was changed or called off meanwhile.
    if (!row || !isAgreed(row)) return
    const begun = now.getTime() - row.startsAt.getTime()
    if (begun >= KEPT_AFTER_HOURS * HOUR_MS) {
      await changeAppointment(trx, row, { state: wasCalledOff(order) ? 'called_off' : 'kept', reminded: 2 })
      return
    }
    const reminded = begun >= 0 ? 2 : 1
    if (row.reminded >= reminded) return
    await changeAppointment(trx, row, { reminded })
    // An appointment that is over needs no reminder, nor one that was agreed on when it was that close; after an outage
    // only a useful one is sent.
    const late = reminded === 2 ? begun > LATEST_MINUTES * MINUTE_MS : agreedClose(row)
    if (late || !isAwaited(order)) return
    for (const side of ['buyer', 'seller'] as const)
      await announce(trx, order, side, {
        kind: 'reminders',
        key: `appointment:${id}:${row.startsAt.getTime()}:reminder-${reminded}:${side}`,
        told: reminded === 1 ? 'appointment: soon' : 'appointment: now',
        facts: { things: titleOf(order), times: timesOf(row), zone: ctx.site.timeZone },
        button: words('See the appointment'),
        now,
      })
  })
}

const agreedClose = ({ agreedAt, startsAt }: Agreed) =>
  startsAt.getTime() - agreedAt.getTime() < REMINDER_HOURS * HOUR_MS

/** Nothing of it has changed hands, or will. */
const wasCalledOff = ({ lines }: Order) => lines.every(({ cancelledAt }) => cancelledAt !== null)
