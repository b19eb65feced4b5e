import type { Reader } from '../../../platform/database.ts'
import { KEPT_AFTER_HOURS } from '../appointment/follow-appointments.ts'

export interface KeptPromises {
  kept: number
  of: number
}

/**
 * By member; those who had none are not in it. What one side calls missed counts for who waited and against who did not
 * come, once it has not been contradicted for a day; what is contradicted counts for nobody.
 * @param by what counted by then; left out: until now
 */
export async function promisesOf(reader: Reader, memberIds: string[], by?: Date): Promise<Map<string, KeptPromises>> {
  const { rows } = await reader.raw<{ rows: { id: string; kept: number; of: number }[] }>(
    `select one.id, count(*) filter (where state = 'kept' or absent_said_by = one.id)::int as kept, count(*)::int as of
     from unnest(:memberIds::uuid[]) as one (id)
     join appointment on (buyer_id = one.id or seller_id = one.id)
       and (state = 'kept' and starts_at + interval '${KEPT_AFTER_HOURS} hours' <= :by
         or state = 'missed' and absent_counted_at <= :by)
     group by one.id`,
    { memberIds: [...new Set(memberIds)], by: by ?? 'infinity' },
  )
  return new Map(rows.map(({ id, kept, of }) => [id, { kept, of }]))
}

export async function keptPromises(reader: Reader, memberId: string): Promise<KeptPromises> {
  return (await promisesOf(reader, [memberId])).get(memberId) ?? { kept: 0, of: 0 }
}
