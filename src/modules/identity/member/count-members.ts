import type { Reader } from '../../../platform/database.ts'

/** Counts the members who are not of the demo. */
export async function countNeighbours(reader: Reader): Promise<number> {
  const { rows } = await reader.raw<{ rows: { count: number }[] }>(
    'select count(*)::int from member where deleted_at is null and demo_note is null',
  )
  return rows[0]?.count ?? 0
}

export async function countMembers(reader: Reader): Promise<number> {
  const { rows } = await reader.raw<{ rows: { count: number }[] }>(
    'select count(*)::int from member where deleted_at is null',
  )
  return rows[0]?.count ?? 0
}
