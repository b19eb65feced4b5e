import type { Reader } from '../../../platform/database.ts'

/** The keys, of a pattern of like, of what any of these members has been told. */
export async function toldKeys(reader: Reader, memberIds: string[], pattern: string): Promise<string[]> {
  const { rows } = await reader.raw<{ rows: { key: string }[] }>(
    'select key from notice where member_id = any (:memberIds) and key like :pattern',
    { memberIds, pattern },
  )
  return rows.map(({ key }) => key)
}
