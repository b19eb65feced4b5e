import type { Waiting } from '../../lib/offline/outbox.ts'

interface Sent {
  id: string
  listingId: string
  /** Empty where it begins the conversation. */
  conversationId: string
  body: string
  photos: string[]
  createdAt: string
}

/** A message as the outbox keeps it. */
export function waitingMessage(
  memberId: string,
  { id, listingId, conversationId, body, photos, createdAt }: Sent,
): Waiting {
  const about = conversationId === '' ? {} : { threadId: conversationId }
  return {
    memberId,
    kind: 'message',
    path: `/api/items/${listingId}/messages`,
    body: JSON.stringify({ ...about, messageId: id, body, photos }),
    about: conversationId,
    createdAt,
  }
}
