import type { Reader } from '../../../platform/database.ts'

export interface KeptPromises {
  kept: number
  of: number
}

/**
 * By member; those who had none are not in it. What one side calls missed counts for who waited and against who did not
 * come, once it has not been contradicted for a day; what is contradicted counts for nobody.
 */
export async function promisesOf(reader: Reader, memberIds: string[]): Promise<Map<string, KeptPromises>> {
  const { rows } = await reader.raw<{ rows: { id: string; kept: number; of: number }[] }>(
    `select one.id, count(*) filter (where state = 'kept' or absent_said_by = one.id)::int as kept, count(*)::int as of
     from unnest(:memberIds::uuid[]) as one (id)
     join appointment on (buyer_id = one.id or seller_id = one.id)
       and (state = 'kept' or state = 'missed' and absent_counted_at is not null)
     group by one.id`,
    { memberIds: [...new Set(memberIds)] },
  )
  return new Map(rows.map(({ id, kept, of }) => [id, { kept, of }]))
}

export async function keptPromises(reader: Reader, memberId: string): Promise<KeptPromises> {
  return (await promisesOf(reader, [memberId])).get(memberId) ?? { kept: 0, of: 0 }
}
