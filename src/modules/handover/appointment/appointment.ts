import type { Reader, Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { HANDOVER_CODES } from '../contract.ts'

/** As it is written down: from and until. */
export type OfferedTime = [start: string, end: string]

/** A row of `appointment`: times that were offered, and what has become of them. Who writes one holds the lock of its purchase. */
export class Appointment extends rowOf<'appointment', { times: OfferedTime[] }>('appointment') {}

/** One that stands, or did. */
export type Agreed = Appointment & { startsAt: Date; endsAt: Date; agreedAt: Date }

/** When the two meet, as a fact of what is told. */
export const timesOf = ({ startsAt, endsAt }: Pick<Agreed, 'startsAt' | 'endsAt'>): { spans: OfferedTime[] } => ({
  spans: [[startsAt.toISOString(), endsAt.toISOString()]],
})

export interface Standing {
  /** Offered, and not answered yet. */
  offer: Appointment | null
  agreed: Agreed | null
}

export async function standingOf(reader: Reader, purchaseId: string): Promise<Standing> {
  const rows = await Appointment.query(reader)
    .where({ purchase_id: purchaseId })
    .whereIn('state', ['offered', 'agreed'])
  return standingIn(rows)
}

export function standingIn(rows: Appointment[]): Standing {
  return { offer: rows.find(({ state }) => state === 'offered') ?? null, agreed: rows.find(isAgreed) ?? null }
}

export function isAgreed(row: Appointment): row is Agreed {
  return row.state === 'agreed' && row.startsAt !== null && row.endsAt !== null && row.agreedAt !== null
}

/**
 * @throws {Conflict} BOTH_WERE_THERE where at the latest appointment both have said that they are at the door: then nobody
 *   stayed away, though it is over or called off by now
 */
export async function refuseIfBothCame(reader: Reader, purchaseId: string): Promise<void> {
  const latest = await Appointment.query(reader)
    .where({ purchase_id: purchaseId })
    .whereNotNull('agreed_at')
    .orderBy('agreed_at', 'desc')
    .first()
  if (latest?.buyerHereAt && latest.sellerHereAt)
    throw new Conflict(
      HANDOVER_CODES.BOTH_WERE_THERE,
      'Both of you said that you were there. If something else is wrong, please say what it is.',
    )
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
