import { formatHundredths } from '../../../platform/decimal.ts'
import type { Reader } from '../../../platform/database.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import { findListings } from '../../catalog/index.ts'
import { findMembers } from '../../identity/index.ts'
import type { Conversation as ConversationView } from '../contract.ts'
import { otherParty, type Conversation } from './conversation.ts'
import { lastNotes, textOf } from './message.ts'
import { previewOf } from './preview.ts'

/** The name of an order of several things, of listings with their buyers: purchasing knows. */
export type NameOrders = (
  reader: Reader,
  bought: { listingId: string; buyerId: string }[],
) => Promise<(string | undefined)[]>

/** A listing that the member trades with another one, and it is their turn. */
export interface WaitingTrade {
  listingId: string
  otherId: string
}

/** Conversations as `memberId` sees them in the inbox, in the given order. One about an order is named by all of it. */
export async function presentConversations(
  reader: Reader,
  conversations: Conversation[],
  {
    memberId,
    waiting,
    nameOrders,
    manner,
  }: { memberId: string; waiting: WaitingTrade[]; nameOrders: NameOrders; manner: Manner },
): Promise<ConversationView[]> {
  const names = await nameOrders(
    reader,
    conversations.map(({ listingId, participantId }) => ({ listingId, buyerId: participantId })),
  )
  const listings = await findListings(
    reader,
    conversations.map((conversation) => conversation.listingId),
  )
  const members = await findMembers(
    reader,
    conversations.map((conversation) => otherParty(conversation, memberId)),
  )
  const notes = await lastNotes(
    reader,
    conversations.map(({ id }) => id),
  )
  return conversations.flatMap((conversation, index) => {
    const listing = listings.get(conversation.listingId)
    const other = members.get(otherParty(conversation, memberId))
    // The listing was deleted between the reads, and its conversations with it.
    if (!listing || !other) return []
    // Only a paid purchase that was not refunded shows the two each other's details.
    const known = listing.buyerId === conversation.participantId && !other.deletedAt
    const { id, listingId, ownerId, participantId, ownerUnreadCount, participantUnreadCount } = conversation
    const note = notes.get(id)
    return {
      id,
      itemId: listingId,
      ownerId,
      participantId,
      ownerUnreadCount,
      participantUnreadCount,
      otherUser: {
        id: other.id,
        profileImageUrl: other.profileImageUrl,
        firstName: other.deletedAt ? 'Former neighbour' : other.firstName,
        lastName: known ? other.lastName : null,
        email: known ? other.email : null,
        hasLeft: other.deletedAt !== null,
      },
      item: {
        title: names[index] ?? listing.title,
        photo: listing.photos[0] ?? null,
        status: listing.status,
        tokenPrice: formatHundredths(listing.tokenPrice),
      },
      waits: waiting.some((trade) => trade.listingId === listingId && trade.otherId === other.id),
      lastMessagePreview: note ? previewOf(textOf(note, manner)) : conversation.lastMessagePreview,
      lastMessageAt: conversation.lastMessageAt.toISOString(),
    }
  })
}
