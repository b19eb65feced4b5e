import { z } from 'zod'
import { endpoint } from '../../platform/endpoint.ts'
import { PageQuery, PlaceQuery } from '../../platform/page.ts'
import { shown, trimmed } from '../../platform/text/text.ts'
import { words } from '../../platform/language/words.ts'
import { CATALOG_CODES, itemParams, PhotoUrl } from '../catalog/contract.ts'
import { ListedPurchase, ListedSale } from '../handover/contract.ts'
import { IDENTITY_CODES } from '../identity/contract.ts'
import { MAX_MESSAGE_PHOTOS } from './constants.ts'

export const MESSAGING_CODES = {
  CONVERSATION_NOT_FOUND: 'CONVERSATION_NOT_FOUND',
  OWN_LISTING: 'OWN_LISTING',
  MESSAGE_ID_TAKEN: 'MESSAGE_ID_TAKEN',
  TOO_MANY_STREAMS: 'TOO_MANY_STREAMS',
} as const

export const Conversation = z.object({
  id: z.uuid(),
  itemId: z.uuid(),
  ownerId: z.uuid(),
  participantId: z.uuid(),
  ownerUnreadCount: z.number().int(),
  participantUnreadCount: z.number().int(),
  /** `lastName` and `email` are empty unless a purchase has made the two known to each other. */
  otherUser: z.object({
    id: z.uuid(),
    profileImageUrl: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    /** Has deleted their account: nothing can be written to them any more. */
    hasLeft: z.boolean(),
  }),
  item: z.object({ title: z.string(), photo: z.string().nullable(), status: z.string(), tokenPrice: z.string() }),
  /** A trade of it waits for the caller. */
  waits: z.boolean(),
  lastMessagePreview: z.string(),
  lastMessageAt: z.iso.datetime(),
})
export type Conversation = z.infer<typeof Conversation>

export const Message = z.object({
  id: z.uuid(),
  senderId: z.uuid(),
  /** May be empty where there are photos. */
  body: z.string(),
  /** Addresses that only the two of the conversation can read, and admins where something of it was reported. */
  photos: z.array(z.string()),
  kind: z.enum(['text', 'arrangement']),
  readAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type Message = z.infer<typeof Message>

export const ConversationDetail = z.object({
  thread: Conversation,
  /** A page of them, oldest first. */
  messages: z.array(Message),
  /** The latest that the caller has bought of it from the other one, or sold to them, with the card of the trade. */
  purchase: ListedPurchase.nullable(),
  sale: ListedSale.nullable(),
})
export type ConversationDetail = z.infer<typeof ConversationDetail>

export const SendMessageBody = z
  .strictObject({
    body: trimmed(2000, words('Message is too long'), words('Message cannot be empty')).default(''),
    /** Uploads of the sender that are shown nowhere else. */
    photos: z.array(PhotoUrl).max(MAX_MESSAGE_PHOTOS, words('A message can have up to 4 photos')).default([]),
    /** The conversation in which an owner answers; a buyer has one per item and may leave it out. */
    threadId: z.uuid().optional(),
    /** Chosen by the client, so that a repeat is the same message. */
    messageId: z.uuid().optional(),
  })
  .refine(({ body, photos }) => shown(body) !== '' || photos.length > 0, {
    path: ['body'],
    message: words('Message cannot be empty'),
  })
export type SendMessageBody = z.infer<typeof SendMessageBody>
const threadParams = z.strictObject({ threadId: z.uuid() })

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/items/:id/messages',
  summary: 'Writes to the owner of an item, or, with threadId, into an own conversation.',
  access: 'member',
  startsNew: 'sometimes',
  changes: 'One message; the conversation is made with the first one, and the other member is told.',
  params: itemParams,
  body: SendMessageBody,
  response: Message.extend({ threadId: z.uuid() }),
  status: 201,
  errors: {
    403: [MESSAGING_CODES.OWN_LISTING, IDENTITY_CODES.BLOCKED, CATALOG_CODES.PHOTO_NOT_YOURS],
    404: [MESSAGING_CODES.CONVERSATION_NOT_FOUND, CATALOG_CODES.LISTING_NOT_FOUND],
    409: [MESSAGING_CODES.MESSAGE_ID_TAKEN, IDENTITY_CODES.MEMBER_GONE, CATALOG_CODES.PHOTO_IN_USE],
  },
})
export const ConversationsQuery = PlaceQuery.extend({
  /** Only those about this listing. */
  itemId: z.uuid().optional(),
  /** Only those that need the caller: with something unread, or a trade that waits for them. */
  waiting: z.literal('true').optional(),
})
export type ConversationsQuery = z.infer<typeof ConversationsQuery>

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/messages/conversations',
  summary: "The signed-in member's conversations, latest message first; Link tells where the next page is.",
  access: 'member',
  query: ConversationsQuery,
  response: z.array(Conversation),
})
export const getConversation = endpoint({
  method: 'GET',
  path: '/api/messages/conversations/:threadId',
  summary:
    'One conversation with its latest messages, oldest first, and what the two have traded of the item; Link tells where ' +
    'the messages before them are.',
  access: 'member',
  who: 'Either side of the conversation.',
  params: threadParams,
  query: PageQuery,
  response: ConversationDetail,
  errors: { 404: [MESSAGING_CODES.CONVERSATION_NOT_FOUND] },
})
export const markConversationRead = endpoint({
  method: 'PATCH',
  path: '/api/messages/conversations/:threadId/read',
  summary: 'Marks what the other side wrote as read.',
  access: 'member',
  startsNew: false,
  who: 'Either side of the conversation.',
  changes: 'The unread count of the caller is 0.',
  params: threadParams,
  body: z.strictObject({}),
  status: 204,
  errors: { 404: [MESSAGING_CODES.CONVERSATION_NOT_FOUND] },
})
export const countUnread = endpoint({
  method: 'GET',
  path: '/api/messages/unread-count',
  summary: 'How many messages the signed-in member has not read.',
  access: 'member',
  response: z.object({ count: z.number().int() }),
})

/**
 * Events of the stream, by their names; nothing but ids, the rest is read by the usual calls. `refresh` comes first,
 * and whenever something may have been missed.
 */
export const InboxEvents = {
  message: z.object({ threadId: z.uuid(), messageId: z.uuid() }),
  read: z.object({ threadId: z.uuid() }),
  notice: z.object({}),
  trade: z.object({ purchaseId: z.uuid() }),
  refresh: z.object({}),
}
export const followInbox = endpoint({
  method: 'GET',
  path: '/api/messages/stream',
  summary:
    'Server-sent events about the own inbox, notices and trades: `message`, `read`, `notice`, `trade`, `refresh`; ends ' +
    'with the session.',
  access: 'member',
  kind: 'events',
  errors: { 429: [MESSAGING_CODES.TOO_MANY_STREAMS] },
})
