import type { Trx } from '../../../platform/database.ts'
import { closeCalendarFeed } from '../calendar/calendar.ts'
import { ProblemPhoto } from '../problem/problem-photo.ts'
import { Decision } from '../problem/decision.ts'
import { Problem } from '../problem/problem.ts'
import { Appointment } from '../appointment/appointment.ts'

/** Removes what a member has written about appointments, and their calendar's address. When they met stays, for the other side. */
export async function eraseHandover(trx: Trx, { memberId, now }: { memberId: string; now: Date }): Promise<void> {
  await closeCalendarFeed(trx, memberId)
  await Appointment.query(trx).where({ called_off_by: memberId }).patch({ callOffReason: 'Removed' })
  await Appointment.query(trx).where({ absent_said_by: memberId }).patch({ absentWord: null })
  await Appointment.query(trx)
    .where((own) => void own.where({ buyer_id: memberId }).orWhere({ seller_id: memberId }))
    .whereRaw('absent_said_by <> ?', [memberId])
    .patch({ absentAnswer: null })
  await Problem.query(trx).where({ seller_id: memberId }).whereNotNull('answer').patch({ answer: 'Removed' })
  await Decision.query(trx)
    .whereRaw("appealed_at is not null and case outcome when 'release' then buyer_id else seller_id end = ?", [
      memberId,
    ])
    .patch({ appeal: 'Removed' })
  // Their files are erased by the job.
  await ProblemPhoto.query(trx).where({ owner_id: memberId }).patch({ eraseAt: now })
}
