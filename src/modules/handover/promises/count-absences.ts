import { HOUR_MS } from '../../../platform/durations.ts'
import { forEachDue } from '../../../platform/jobs/for-each-due.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Reader, type Trx } from '../../../platform/database.ts'
import { words } from '../../../platform/language/words.ts'
import { notify } from '../../notifications/index.ts'
import { lockOrder } from '../../purchasing/index.ts'
import { Appointment, changeAppointment, isMissed, type Missed } from '../appointment/appointment.ts'
import { ANSWER_HOURS } from '../constants.ts'
import { cardPath } from '../trade/announce.ts'

const NOTICE_DAYS = 60

/** Every minute: what nobody has contradicted within a day counts; the second within 60 days leads to a friendly word. */
export async function countAbsences(ctx: Context): Promise<void> {
  const due = await Appointment.query(ctx.db)
    .where({ state: 'missed' })
    .whereNull('absent_answered_at')
    .whereNull('absent_counted_at')
    .where('absent_said_at', '<=', new Date(ctx.clock.now().getTime() - ANSWER_HOURS * HOUR_MS))
    .orderBy('absent_said_at')
  const ids = due.map(({ id, purchaseId }) => ({ id, purchaseId }))
  await forEachDue(ctx, ids, ({ id, purchaseId }) =>
    transact(ctx.db, async (trx) => {
      await lockOrder(trx, purchaseId)
      const row = await Appointment.query(trx).findById(id)
      if (row && isMissed(row) && !row.absentAnsweredAt && !row.absentCountedAt) await count(trx, row, ctx.clock.now())
    }),
  )
}

async function count(trx: Trx, missed: Missed, now: Date): Promise<void> {
  await changeAppointment(trx, missed, { absentCountedAt: now })
  const memberId = missed.absentSaidBy === missed.buyerId ? missed.sellerId : missed.buyerId
  if ((await countedOf(trx, memberId, now)) < 2) return
  await notify(trx, {
    memberId,
    kind: 'trades',
    key: `appointment:${missed.id}:absent-counted`,
    told: 'absence: counted',
    facts: {},
    path: cardPath(missed.purchaseId),
    button: words('See the trade'),
    fromId: missed.absentSaidBy,
    now,
  })
}

/** Absences of the member within 60 days. */
async function countedOf(reader: Reader, memberId: string, now: Date): Promise<number> {
  return Appointment.query(reader)
    .where({ state: 'missed' })
    .where((own) => void own.where({ buyer_id: memberId }).orWhere({ seller_id: memberId }))
    .whereRaw('absent_said_by <> ?', [memberId])
    .whereNotNull('absent_counted_at')
    .where('absent_said_at', '>', new Date(now.getTime() - NOTICE_DAYS * 24 * HOUR_MS))
    .resultSize()
}
