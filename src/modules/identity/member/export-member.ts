import type { Reader } from '../../../platform/database.ts'
import { sessionsOf } from '../../../platform/http/session/session.ts'
import { blocksOf } from './block.ts'
import { readUser, type BalanceOf } from './user.ts'

export async function exportMember(
  reader: Reader,
  { memberId, now, balanceOf }: { memberId: string; now: Date; balanceOf: BalanceOf },
) {
  const invited = await reader('member').where({ referred_by: memberId }).orderBy('created_at')
  const sessions = await sessionsOf(reader, memberId)
  return {
    account: await readUser(reader, { id: memberId, now, balanceOf }),
    blocked: await blocksOf(reader, memberId),
    invited: invited.map(({ id, created_at: at }) => ({ id, memberSince: at.toISOString() })),
    sessions: sessions.map(({ device, startedAt, endsAt }) => ({ device, startedAt, endsAt: endsAt.toISOString() })),
  }
}
