import type { Reader } from '../../../platform/database.ts'

export async function countMembers(reader: Reader): Promise<number> {
  const { rows } = await reader.raw<{ rows: { count: number }[] }>(
    'select count(*)::int from member where deleted_at is null',
  )
  return rows[0]?.count ?? 0
}
