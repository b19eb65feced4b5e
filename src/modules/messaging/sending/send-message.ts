import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { AppError, NotFound } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { CATALOG_CODES } from '../../catalog/contract.ts'
import { findListing, giveToMessage, type Listing } from '../../catalog/index.ts'
import { findMember, requireContact, requireMember } from '../../identity/index.ts'
import { notify } from '../../notifications/index.ts'
import { MESSAGING_CODES, type SendMessageBody } from '../contract.ts'
import {
  Conversation,
  conversationNotFound,
  conversationPath,
  lockConversation,
  otherParty,
  partiesOf,
} from '../conversation/conversation.ts'
import type { Message } from '../conversation/message.ts'
import { openConversation, writeMessage } from './write-message.ts'

/**
 * A member writes about a listing: into the conversation `threadId` when they take part in it, and without one to the
 * listing's owner, which begins the conversation. So an owner can only answer.
 * @param input.start throws when the sender may start nothing new
 * @throws NotFound for a listing or conversation that is not there for the sender
 * @throws AppError 403 OWN_LISTING when an owner names no conversation; 403 BLOCKED; Conflict MEMBER_GONE; as `giveToMessage`
 */
export async function sendMessage(
  ctx: Context,
  input: SendMessageBody & { listingId: string; senderId: string; start: () => void },
): Promise<Message> {
  return transact(ctx.db, async (trx) => {
    await requireMember(trx, input.senderId)
    const now = ctx.clock.now()
    const conversation = await conversationFor(trx, { ...input, now })
    await requireContact(trx, input.senderId, otherParty(conversation, input.senderId))
    const message = await writeMessage(trx, conversation, {
      id: input.messageId,
      senderId: input.senderId,
      body: input.body,
      photos: input.photos,
      kind: 'text',
      now,
    })
    await giveToMessage(trx, {
      messageId: message.id,
      ownerId: input.senderId,
      urls: input.photos,
      shownTo: partiesOf(conversation),
    })
    if (message.readAt === null) await notifyRecipient(trx, conversation, message, now)
    return message
  })
}

/**
 * Once while they have not read the conversation, not with each message. What was written is not in it: mail boxes are
 * read by others, and shown on locked screens.
 */
async function notifyRecipient(
  trx: Trx,
  { id, listingId }: Conversation,
  { id: messageId, senderId, recipientId }: Message,
  now: Date,
): Promise<void> {
  const sender = await findMember(trx, senderId)
  const listing = await findListing(trx, listingId)
  if (!listing) return
  await notify(trx, {
    memberId: recipientId,
    kind: 'messages',
    key: `message:${messageId}`,
    told: 'message: new',
    facts: {
      name: sender?.firstName ?? { words: words('A neighbour') },
      things: { quoted: [listing.title] },
    },
    path: conversationPath(id),
    button: words('Read and answer'),
    now,
    namesId: senderId,
    onceWhileUnread: true,
  })
}

async function conversationFor(
  trx: Trx,
  {
    listingId,
    senderId,
    threadId,
    start,
    now,
  }: { listingId: string; senderId: string; threadId?: string; start: () => void; now: Date },
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
  const isKnown = await hasWritten(trx, listingId, senderId)
  if (!isKnown) start()
  if (!listing || (isAbsent(listing) && !isKnown)) {
    throw new NotFound('Item not found', CATALOG_CODES.LISTING_NOT_FOUND)
  }
  return openConversation(trx, { listingId, ownerId: listing.sellerId, participantId: senderId, now })
}

const isAbsent = ({ status, hiddenAt }: Listing) => status === 'withdrawn' || hiddenAt !== null

/** A withdrawn listing is hidden from everybody but those who talked about it before. */
async function hasWritten(trx: Trx, listingId: string, memberId: string): Promise<boolean> {
  return (await Conversation.query(trx).findOne({ listing_id: listingId, participant_id: memberId })) !== undefined
}
