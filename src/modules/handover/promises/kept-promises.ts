import type { Reader } from '../../../platform/database.ts'

/**
 * How many appointments the member has kept, of how many. What one side calls missed counts for who waited and against
 * who did not come, once it has not been contradicted for a day; what is contradicted counts for nobody.
 */
export async function keptPromises(reader: Reader, memberId: string): Promise<{ kept: number; of: number }> {
  const { rows } = await reader.raw<{ rows: { kept: number; of: number }[] }>(
    `select count(*) filter (where state = 'kept' or absent_said_by = :memberId)::int as kept, count(*)::int as of
     from appointment
     where (buyer_id = :memberId or seller_id = :memberId)
       and (state = 'kept' or state = 'missed' and absent_counted_at is not null)`,
    { memberId },
  )
  return rows[0] ?? { kept: 0, of: 0 }
}
