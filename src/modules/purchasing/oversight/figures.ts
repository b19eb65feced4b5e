import type { Reader } from '../../../platform/database.ts'
import { ALARMS } from '../contract.ts'
import { PURCHASE_STATES, type PurchaseState } from '../states.ts'
import { CLEARABLE } from './alarms.ts'

/** Something an admin should look at: how many there are, and since when. */
export interface Alarm {
  kind: (typeof ALARMS)[number]
  count: number
  oldest: Date | null
}

export interface PurchaseFigures {
  byState: Record<PurchaseState, number>
  /** One of each kind, also where nothing is wrong. */
  alarms: Alarm[]
}

/** Things bought by state, and alarms. */
export async function purchaseFigures(reader: Reader, now: Date): Promise<PurchaseFigures> {
  const states = await reader.raw<{ rows: { state: PurchaseState; count: number }[] }>(
    'select state, count(*)::int from purchase_line group by state',
  )
  const counts = new Map(states.rows.map(({ state, count }) => [state, count]))
  return {
    byState: Object.fromEntries(
      PURCHASE_STATES.map((state) => [state, counts.get(state) ?? 0]),
    ) as PurchaseFigures['byState'],
    alarms: await findAlarms(reader, now),
  }
}

/**
 * `late_payment`: the card succeeded after the reservation was over, in the last 30 days; the money goes back by itself.
 * `refund_overdue`: a refund that has not arrived within an hour. `refund_failed`: the provider refused it.
 * `card_event`: could not be applied. `chargeback`: the bank took the money back. `refused_card`: it pays for others, or has spent its month.
 * These four stay until an admin clears them. `overdue_reservation`: should have ended five minutes ago.
 * `payment_difference`: the provider sees a payment otherwise, as of the last daily comparison.
 */
async function findAlarms(reader: Reader, now: Date): Promise<Alarm[]> {
  const { rows } = await reader.raw<{ rows: Alarm[] }>(
    `select kind, count(since)::int, min(since) as oldest
     from unnest(array['${ALARMS.join(`', '`)}']) with ordinality as alarm (kind, place)
     left join (
       select 'late_payment' as problem, late_payment_at as since from purchase
         where late_payment_at > :now::timestamptz - interval '30 days'
           and not exists (select from purchase_alarm where purchase_id = purchase.id and kind = 'refused_card')
       union all
       select 'refund_overdue', due_at from card_refund
         where refunded_at is null and failure is null and due_at < :now::timestamptz - interval '1 hour'
       union all
       select kind, since from ${CLEARABLE} alarm
       union all
       select 'overdue_reservation', expires_at from purchase
         where state = 'reserved' and expires_at < :now::timestamptz - interval '5 minutes'
       union all
       select 'payment_difference', found_at from payment_difference
     ) as found on problem = kind
     group by kind, place order by place`,
    { now },
  )
  return rows
}
