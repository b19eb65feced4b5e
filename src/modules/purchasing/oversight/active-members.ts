import type { Reader } from '../../../platform/database.ts'
import { ACTIVITY_ROWS } from '../../wallet/index.ts'

/**
 * Members who have listed, sold or bought in the 90 days before `until`, an SQL expression, as a relation of
 * `member_id`. A listing is taken when it counts, a thing sold when it is delivered, one bought when it is paid, also
 * where it costs no tokens: each is noted once and for all.
 */
export function activeMembers(until: string): string {
  const lately = (time: string) => `${time} >= ${until} - interval '2160 hours' and ${time} < ${until}`
  return `(
    select member_id from ${ACTIVITY_ROWS} activity where ${lately('counted_at')}
    union
    select seller_id from purchase_line join purchase on purchase.id = purchase_id where ${lately('delivered_at')}
    union
    select buyer_id from purchase where ${lately('paid_at')}
  )`
}

/** Whether that member is one of them. */
export async function isActive(reader: Reader, memberId: string, now: Date): Promise<boolean> {
  const { rows } = await reader.raw<{ rows: unknown[] }>(
    `select from ${activeMembers(':now::timestamptz')} active where member_id = :memberId limit 1`,
    { memberId, now },
  )
  return rows.length > 0
}
