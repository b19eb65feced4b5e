import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { AppError, NotFound } from '../../../platform/errors.ts'
import { CATALOG_CODES } from '../../catalog/contract.ts'
import { findListing, type Listing } from '../../catalog/index.ts'
import { requireContact, requireMember } from '../../identity/index.ts'
import { MESSAGING_CODES, type SendMessageBody } from '../contract.ts'
import { Conversation, conversationNotFound, lockConversation, otherParty } from '../conversation/conversation.ts'
import type { Message } from '../conversation/message.ts'
import { openConversation, writeMessage } from './write-message.ts'

/**
 * A member writes about a listing: into the conversation `threadId` when they take part in it, and without one to the
 * listing's owner, which begins the conversation. So an owner can only answer.
 * @throws NotFound for a listing or conversation that is not there for the sender
 * @throws AppError 403 OWN_LISTING when an owner names no conversation; 403 BLOCKED; Conflict MEMBER_GONE
 */
export async function sendMessage(
  ctx: Context,
  input: SendMessageBody & { listingId: string; senderId: string },
): Promise<Message> {
  return transact(ctx.db, async (trx) => {
    await requireMember(trx, input.senderId)
    const now = ctx.clock.now()
    const conversation = await conversationFor(trx, { ...input, now })
    await requireContact(trx, input.senderId, otherParty(conversation, input.senderId))
    return writeMessage(trx, conversation, {
      id: input.messageId,
      senderId: input.senderId,
      body: input.body,
      kind: 'text',
      now,
    })
  })
}

async function conversationFor(
  trx: Trx,
  { listingId, senderId, threadId, now }: { listingId: string; senderId: string; threadId?: string; now: Date },
): Promise<Conversation> {
  if (threadId !== undefined) {
    const conversation = await lockConversation(trx, threadId, senderId)
    if (conversation.listingId !== listingId) throw conversationNotFound()
    return conversation
  }
  const listing = await findListing(trx, listingId)
  if (listing?.sellerId === senderId) {
    throw new AppError(MESSAGING_CODES.OWN_LISTING, 403, 'This is your own item: answer in one of its conversations')
  }
  if (!listing || (isAbsent(listing) && !(await hasWritten(trx, listingId, senderId)))) {
    throw new NotFound('Item not found', CATALOG_CODES.LISTING_NOT_FOUND)
  }
  return openConversation(trx, { listingId, ownerId: listing.sellerId, participantId: senderId, now })
}

const isAbsent = ({ status, hiddenAt }: Listing) => status === 'withdrawn' || hiddenAt !== null

/** A withdrawn listing is hidden from everybody but those who talked about it before. */
async function hasWritten(trx: Trx, listingId: string, memberId: string): Promise<boolean> {
  return (await Conversation.query(trx).findOne({ listing_id: listingId, participant_id: memberId })) !== undefined
}
