import type { Reader } from '../../../platform/database.ts'
import { newestFirst } from '../../../platform/database/newest-first.ts'
import type { Page, PlaceQuery } from '../../../platform/page.ts'
import { containing } from '../../../platform/text/text.ts'
import { Member } from './member.ts'

/** A page of the members whose name or address contains `search`, the newest first; those who have left are not found. */
export async function searchMembers(
  reader: Reader,
  { search, ...page }: PlaceQuery & { search: string },
): Promise<Page<Member>> {
  const query = Member.query(reader).whereNull('deleted_at')
  if (search !== '')
    void query.whereRaw(
      `(email ilike ? or concat_ws(' ', first_name, last_name) ilike ?)`,
      Array<string>(2).fill(containing(search)),
    )
  return newestFirst(query, 'created_at', page)
}
