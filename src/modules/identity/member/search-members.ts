import type { Reader } from '../../../platform/database.ts'
import { newestFirst } from '../../../platform/database/newest-first.ts'
import type { Page, PlaceQuery } from '../../../platform/page.ts'
import { containing } from '../../../platform/text/text.ts'
import { Member } from './member.ts'

/** As its index has it. */
const WORDS = `(email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(default_city, ''))`
const PHONE_BACKWARDS = `reverse(regexp_replace(default_contact_phone, '[^0-9]', '', 'g'))`

/** Fewer digits are in too many numbers. */
const LAST_DIGITS = /^[\d\s()+/.-]{3,20}$/

/**
 * A page of the members whose name, address or neighbourhood contains `search`, or whose phone number ends with it, the
 * newest first; those who have left are not found.
 */
export async function searchMembers(
  reader: Reader,
  { search, ...page }: PlaceQuery & { search: string },
): Promise<Page<Member>> {
  const query = Member.query(reader).whereNull('deleted_at')
  if (search !== '') {
    const digits = LAST_DIGITS.test(search) ? search.replace(/\D/g, '') : ''
    const ending = [...digits].toReversed().join('')
    if (ending.length >= 3)
      void query.whereRaw(`(${WORDS} ilike ? or ${PHONE_BACKWARDS} like ?)`, [containing(search), `${ending}%`])
    else void query.whereRaw(`${WORDS} ilike ?`, [containing(search)])
  }
  return newestFirst(query, 'created_at', page)
}
