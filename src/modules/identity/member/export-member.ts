import type { Reader } from '../../../platform/database.ts'
import { blocksOf } from './block.ts'
import { readUser } from './member.ts'
import { readPreferences } from '../preferences/preferences.ts'

/** What is kept about a member as such. */
export async function exportMember(reader: Reader, memberId: string) {
  const invited = await reader<{ id: string; referred_by: string; created_at: Date }>('member')
    .where({ referred_by: memberId })
    .orderBy('created_at')
  const sessions = await reader<{ sess: object; expire: Date }>('sessions')
    .whereRaw(`sess ->> 'memberId' = ?`, [memberId])
    .orderBy('expire')
  return {
    account: await readUser(reader, memberId),
    emailPreferences: await readPreferences(reader, memberId),
    blocked: await blocksOf(reader, memberId),
    invited: invited.map(({ id, created_at: at }) => ({ id, memberSince: at.toISOString() })),
    sessions: sessions.map(({ expire }) => ({ endsAt: expire.toISOString() })),
  }
}
