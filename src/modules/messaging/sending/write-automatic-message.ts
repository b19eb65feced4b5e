import type { Trx } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { CATALOG_CODES } from '../../catalog/contract.ts'
import { findListing } from '../../catalog/index.ts'
import { openConversation, writeMessage, type NewMessage } from './write-message.ts'

/** A message that the market itself writes in a member's name; written once for each `reason`, however often it is called. */
export async function writeAutomaticMessage(
  trx: Trx,
  input: {
    listingId: string
    senderId: string
    recipientId: string
    body: string
    kind: NewMessage['kind']
    reason: string
    now: Date
  },
): Promise<void> {
  const listing = await findListing(trx, input.listingId)
  if (!listing) throw new NotFound('Item not found', CATALOG_CODES.LISTING_NOT_FOUND)
  const conversation = await openConversation(trx, {
    listingId: listing.id,
    ownerId: listing.sellerId,
    participantId: listing.sellerId === input.senderId ? input.recipientId : input.senderId,
    now: input.now,
  })
  await writeMessage(trx, conversation, input)
}
