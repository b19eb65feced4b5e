import type { Reader, Trx } from '../../../platform/database.ts'
import { rowOf } from '../../../platform/row.ts'

/** As it is written down: from and until. */
export type OfferedTime = [start: string, end: string]

/** A row of `appointment`: times that were offered, and what has become of them. Who writes one holds the lock of its purchase. */
export class Appointment extends rowOf<'appointment', { times: OfferedTime[] }>('appointment') {}

/** One that stands, or did. */
export type Agreed = Appointment & { startsAt: Date; endsAt: Date; agreedAt: Date }

export interface Standing {
  /** Offered, and not answered yet. */
  offer: Appointment | null
  agreed: Agreed | null
}

export async function standingOf(reader: Reader, purchaseId: string): Promise<Standing> {
  const rows = await Appointment.query(reader)
    .where({ purchase_id: purchaseId })
    .whereIn('state', ['offered', 'agreed'])
  return { offer: rows.find(({ state }) => state === 'offered') ?? null, agreed: rows.find(isAgreed) ?? null }
}

export function isAgreed(row: Appointment): row is Agreed {
  return row.state === 'agreed' && row.startsAt !== null && row.endsAt !== null && row.agreedAt !== null
}

/** The times of an offer are written once; everything else changes. */
export async function changeAppointment(
  trx: Trx,
  { id }: Pick<Appointment, 'id'>,
  change: Partial<Omit<Appointment, 'id' | 'times' | '$query'>>,
): Promise<void> {
  await Appointment.query(trx).findById(id).patch(change)
}

/** One of which a side said that the other did not come. */
export type Missed = Appointment & { absentSaidBy: string; absentSaidAt: Date }

export async function lastMissed(reader: Reader, purchaseId: string): Promise<Missed | null> {
  const row = await Appointment.query(reader)
    .where({ purchase_id: purchaseId, state: 'missed' })
    .orderBy('absent_said_at', 'desc')
    .first()
  return row && isMissed(row) ? row : null
}

export function isMissed(row: Appointment): row is Missed {
  return row.absentSaidBy !== null && row.absentSaidAt !== null
}
