import type { Trx } from '../../../platform/database.ts'
import type { ToldNote } from '../../../told.ts'
import { openConversation, writeMessage } from './write-message.ts'

/** A note, or words, that the market itself writes in a member's name; written once for each `reason`, however often it is called. */
export async function writeAutomaticMessage(
  trx: Trx,
  input: (ToldNote | { body: string }) & {
    listingId: string
    /** The listing's owner, who is the sender or the recipient. */
    ownerId: string
    senderId: string
    recipientId: string
    reason: string
    now: Date
  },
): Promise<void> {
  const { listingId, ownerId, senderId, recipientId, now } = input
  const participantId = ownerId === senderId ? recipientId : senderId
  const conversation = await openConversation(trx, { listingId, ownerId, participantId, now })
  await writeMessage(trx, conversation, { body: '', ...input, kind: 'told' in input ? 'arrangement' : 'text' })
}
