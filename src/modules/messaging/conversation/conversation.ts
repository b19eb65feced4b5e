import type { Reader, Trx } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { newestFirst } from '../../../platform/database/newest-first.ts'
import type { Page } from '../../../platform/page.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { MESSAGING_CODES, type ConversationsQuery } from '../contract.ts'

/**
 * The messages of the owner of a listing and one other member about it. Each side's unread count is the number of
 * messages to them without `readAt`; whoever changes either holds the row's lock (`lockConversation`,
 * `openConversation`), so the two never part.
 */
export class Conversation extends rowOf('conversation') {}

export const partiesOf = ({ ownerId, participantId }: Conversation): string[] => [ownerId, participantId]

export const conversationPath = (id: string): string => `/inbox?conversation=${id}`

/** The other one of the two. */
export function otherParty(conversation: Conversation, memberId: string): string {
  return conversation.ownerId === memberId ? conversation.participantId : conversation.ownerId
}

/** The columns that hold what `memberId` has not read yet. */
export function unreadColumn(conversation: Conversation, memberId: string) {
  return conversation.ownerId === memberId ? 'owner_unread_count' : 'participant_unread_count'
}

/** A conversation that `memberId` takes part in. @throws NotFound also when it is somebody else's */
export async function findConversation(reader: Reader, id: string, memberId: string): Promise<Conversation> {
  return present(await Conversation.query(reader).findById(id), memberId)
}

/** The same, locked until the transaction ends. */
export async function lockConversation(trx: Trx, id: string, memberId: string): Promise<Conversation> {
  return present(await Conversation.query(trx).findById(id).forNoKeyUpdate(), memberId)
}

/** A page of the member's conversations, the one with the latest message first. @param trades those that wait for the member */
export async function conversationsOf(
  reader: Reader,
  memberId: string,
  { itemId, waiting, ...page }: ConversationsQuery,
  trades: { listingId: string; otherId: string }[],
): Promise<Page<Conversation>> {
  const query = conversationsWith(reader, memberId)
  if (itemId !== undefined) void query.where('listing_id', itemId)
  if (waiting !== undefined) {
    const mine = (owners: string, others: string) => `case owner_id when ? then ${owners} else ${others} end`
    void query.whereRaw(
      `(${mine('owner_unread_count', 'participant_unread_count')} > 0
        or (listing_id, ${mine('participant_id', 'owner_id')}) in (select * from unnest(?::uuid[], ?::uuid[])))`,
      [memberId, memberId, trades.map(({ listingId }) => listingId), trades.map(({ otherId }) => otherId)],
    )
  }
  return newestFirst(query, 'last_message_at', page)
}

/** Every conversation of the member, the one with the latest message first. */
export const allConversationsOf = async (reader: Reader, memberId: string): Promise<Conversation[]> =>
  conversationsWith(reader, memberId).orderBy([
    { column: 'last_message_at', order: 'desc' },
    { column: 'id', order: 'desc' },
  ])

const conversationsWith = (reader: Reader, memberId: string) =>
  Conversation.query(reader).where(
    (own) => void own.where({ owner_id: memberId }).orWhere({ participant_id: memberId }),
  )

/** Messages that the member has not read, over all conversations. */
export async function countUnreadOf(reader: Reader, memberId: string): Promise<number> {
  const { rows } = await reader.raw<{ rows: { count: bigint }[] }>(
    `select coalesce(sum(case when owner_id = :memberId then owner_unread_count else participant_unread_count end), 0)
       ::bigint as count
     from conversation where owner_id = :memberId or participant_id = :memberId`,
    { memberId },
  )
  return Number(rows[0]?.count ?? 0n)
}

export function conversationNotFound(): NotFound {
  return new NotFound('Conversation not found', MESSAGING_CODES.CONVERSATION_NOT_FOUND)
}

function present(conversation: Conversation | undefined, memberId: string): Conversation {
  if (conversation?.ownerId !== memberId && conversation?.participantId !== memberId) throw conversationNotFound()
  return conversation
}
