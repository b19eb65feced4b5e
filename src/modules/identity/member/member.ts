import type { Reader } from '../../../platform/database.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/session/session.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { barredQuery } from './refuse-suspended.ts'

export class Member extends rowOf('member') {}

export async function findMember(reader: Reader, id: string): Promise<Member | null> {
  return (await Member.query(reader).findById(id)) ?? null
}

export async function findMembers(reader: Reader, ids: string[]): Promise<Map<string, Member>> {
  const members = await Member.query(reader).findByIds([...new Set(ids)])
  return new Map(members.map((member) => [member.id, member]))
}

export async function adminIds(reader: Reader): Promise<string[]> {
  return await reader('member').where({ is_admin: true }).whereNull('deleted_at').orderBy('id').pluck('id')
}

export async function findMemberByEmail(reader: Reader, email: string): Promise<Member | null> {
  return (await Member.query(reader).findOne({ email })) ?? null
}

/** Updates a member's profile. @throws NotSignedIn when they have left */
export async function patchMember(reader: Reader, id: string, fields: Partial<Member>): Promise<void> {
  const patched = await Member.query(reader).findById(id).whereNull('deleted_at').patch(fields)
  if (patched === 0) throw new NotSignedIn()
}

/** SQL that selects, as JSON, the caller whose id the expression `memberId` is; no row when they are gone. */
export const callerQuery = (memberId: string): string =>
  `select json_build_object('id', id, 'access', case when is_admin then 'admin' else 'member' end, 'language', language, 'barred', (${barredQuery('member.id')}))
   from member where id = ${memberId} and deleted_at is null`

/**
 * SQL that selects the id of the member whose id the expression `memberId` is, who can't leave until the transaction ends;
 * no row for one who has left. For a statement that writes of many members; else `requireMember`.
 */
export const lockPresentMember = (memberId: string): string =>
  `select id from member where id = ${memberId} and deleted_at is null for key share`

export async function findCaller(reader: Reader, id: string): Promise<Caller | null> {
  const { rows } = await reader.raw<{ rows: { caller: Caller | null }[] }>(`select (${callerQuery('?')}) as caller`, [
    id,
  ])
  return rows[0]?.caller ?? null
}
