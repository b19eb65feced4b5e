import type { Reader } from '../../../platform/database.ts'
import { type Page, type PlaceQuery, pageOf, placeOf, readPlace } from '../../../platform/page.ts'
import { containing } from '../../../platform/text.ts'
import { Member } from './member.ts'

/** A page of the members whose name or address contains `search`, the newest first; those who have left are not found. */
export async function searchMembers(
  reader: Reader,
  { search, limit, cursor }: PlaceQuery & { search: string },
): Promise<Page<Member>> {
  const query = Member.query(reader).whereNull('deleted_at')
  if (search !== '')
    void query.whereRaw(
      `(email ilike ? or concat_ws(' ', first_name, last_name) ilike ?)`,
      Array<string>(2).fill(containing(search)),
    )
  if (cursor !== undefined) void query.whereRaw('(created_at, id) < (?, ?::uuid)', readPlace(cursor))
  const found = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  return pageOf(found, { limit }, ({ createdAt, id }) => placeOf(createdAt, id))
}
