import { randomUUID } from 'node:crypto'
import type { Tables, Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { LIVE_CHANNEL, liveNotice } from '../../../platform/http/live/live-channel.ts'
import { MESSAGING_CODES } from '../contract.ts'
import { Conversation, otherParty, partiesOf, unreadColumn } from '../conversation/conversation.ts'
import { Message } from '../conversation/message.ts'
import { previewOf } from '../conversation/preview.ts'

export interface NewMessage {
  /** Chosen by the sender's browser, so that a repeat is the same message. */
  id?: string | undefined
  senderId: string
  /** Empty for a note: its words are made of its kind and facts. */
  body: string
  /** Addresses of the sender's uploads; whoever writes gives them to the message. */
  photos?: string[]
  told?: string
  facts?: object
  kind: Message['kind']
  reason?: string
  now: Date
}

/**
 * The only place where messages come from. The caller holds the lock of `conversation`, so the other side's
 * unread count, the preview and the message change together.
 * A message whose id or reason is there already is not written again.
 * @throws Conflict when the id belongs to another message
 */
export async function writeMessage(trx: Trx, conversation: Conversation, message: NewMessage): Promise<Message> {
  const id = message.id ?? randomUUID()
  const recipientId = otherParty(conversation, message.senderId)
  const unread = unreadColumn(conversation, recipientId)
  const { rows } = await trx.raw<{ rows: Tables['message'][] }>(
    `with written as (
       insert into message (id, conversation_id, sender_id, recipient_id, body, photos, told, facts, kind, reason, created_at)
       values (:id, :conversationId, :senderId, :recipientId, :body, :photos::text[], :told, :facts, :kind, :reason, :now)
       on conflict do nothing returning *
     ), counted as (
       update conversation set
         ${unread} = ${unread} + 1,
         last_message_at = greatest(last_message_at, written.created_at),
         last_message_preview = :preview
       from written where conversation.id = written.conversation_id
     ), told as (
       select pg_notify('${LIVE_CHANNEL}', :notice) from written
     )
     select written.* from written, told`,
    {
      id,
      conversationId: conversation.id,
      senderId: message.senderId,
      recipientId,
      body: message.body,
      photos: message.photos ?? [],
      told: message.told ?? null,
      facts: message.facts ? JSON.stringify(message.facts) : null,
      kind: message.kind,
      reason: message.reason ?? null,
      now: message.now,
      preview: previewOf(message.body),
      notice: liveNotice(partiesOf(conversation), { event: 'message', threadId: conversation.id, messageId: id }),
    },
  )
  const [inserted] = rows
  if (!inserted) return repeated(trx, conversation, { ...message, id })
  return Message.fromDatabaseJson(inserted)
}

async function repeated(trx: Trx, conversation: Conversation, message: NewMessage & { id: string }): Promise<Message> {
  const first = message.reason
    ? await Message.query(trx).findOne({ reason: message.reason })
    : await Message.query(trx).findById(message.id)
  const same =
    first?.conversationId === conversation.id &&
    first.senderId === message.senderId &&
    first.body === message.body &&
    first.photos.join() === (message.photos ?? []).join()
  if (first && (same || message.reason)) return first
  throw new Conflict(MESSAGING_CODES.MESSAGE_ID_TAKEN, 'This message id belongs to another message')
}

/**
 * The conversation about that listing between its owner and `participantId`, locked; begun if there is none yet.
 * Two who begin it at once get the same one.
 */
export async function openConversation(
  trx: Trx,
  about: { listingId: string; ownerId: string; participantId: string; now: Date },
): Promise<Conversation> {
  const key = { listing_id: about.listingId, owner_id: about.ownerId, participant_id: about.participantId }
  const [row] = (await trx('conversation')
    .insert({ ...key, last_message_at: about.now, created_at: about.now })
    .onConflict(['listing_id', 'owner_id', 'participant_id'])
    // Changes nothing, but locks the row, and returns it.
    .merge({ created_at: trx.raw('conversation.created_at') })
    .returning('*')) as [Tables['conversation']]
  return Conversation.fromDatabaseJson(row)
}
