import type { Trx } from '../../../platform/database.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import { Member } from './member.ts'

/**
 * A function that writes something of a member's calls this first in the same transaction: a member who is just leaving
 * has left before or leaves after it, never in between. Lock order: listings, member.
 * @param wait `'turns'`: writes of one member that ask for it come one after the other
 * @throws NotSignedIn when they have left
 */
export async function requireMember(trx: Trx, memberId: string, wait: 'shared' | 'turns' = 'shared'): Promise<void> {
  const query = Member.query(trx).findById(memberId).select('deleted_at')
  const member = await (wait === 'turns' ? query.forNoKeyUpdate() : query.forKeyShare())
  if (!member || member.deletedAt !== null) throw new NotSignedIn()
}
