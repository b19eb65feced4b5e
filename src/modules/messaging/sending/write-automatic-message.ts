import type { Trx } from '../../../platform/database.ts'
import { openConversation, writeMessage, type NewMessage } from './write-message.ts'

/** A message that the market itself writes in a member's name; written once for each `reason`, however often it is called. */
export async function writeAutomaticMessage(
  trx: Trx,
  input: {
    listingId: string
    /** Of the listing; the sender or the recipient. */
    ownerId: string
    senderId: string
    recipientId: string
    body: string
    kind: NewMessage['kind']
    reason: string
    now: Date
  },
): Promise<void> {
  const { listingId, ownerId, senderId, recipientId, now } = input
  const participantId = ownerId === senderId ? recipientId : senderId
  const conversation = await openConversation(trx, { listingId, ownerId, participantId, now })
  await writeMessage(trx, conversation, input)
}
