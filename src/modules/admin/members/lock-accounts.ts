import type { Trx } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { lockListingsOf } from '../../catalog/index.ts'
import { HANDOVER_CODES } from '../../handover/contract.ts'
import { accountsOfMailboxes, findMember, lockMailbox, type Member } from '../../identity/index.ts'
import { refuseOwn } from '../refuse-own.ts'

/**
 * All accounts of the member's mailbox, locked after their listings. Nobody decides about themselves.
 * @throws NotFound for who is not there, or has left; Conflict OWN_SUBJECT
 */
export async function lockAccounts(trx: Trx, memberId: string, actorId: string): Promise<Member[]> {
  const member = await findMember(trx, memberId)
  if (!member || member.deletedAt)
    throw new NotFound(words('There is no such neighbour'), HANDOVER_CODES.NEIGHBOUR_NOT_FOUND)
  const accounts = await lockMailboxAndListings(trx, memberId)
  refuseOwn(actorId, ...idsOf(accounts))
  return accounts
}

/** Lock order: listings, members. */
export async function lockMailboxAndListings(trx: Trx, memberId: string): Promise<Member[]> {
  const ids = (await accountsOfMailboxes(trx, [memberId])).get(memberId) ?? [memberId]
  for (const id of ids.toSorted()) await lockListingsOf(trx, id)
  return lockMailbox(trx, memberId)
}

export const idsOf = (accounts: Member[]): string[] => accounts.map(({ id }) => id)
export const present = (accounts: Member[]): Member[] => accounts.filter(({ deletedAt }) => deletedAt === null)
