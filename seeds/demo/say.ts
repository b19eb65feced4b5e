import { markConversationRead, writeAutomaticMessage } from '../../src/modules/messaging/index.ts'
import { transact } from '../../src/platform/database.ts'
import type { Talk } from './story.ts'
import { memberId, requireListing, type World } from './world.ts'

async function partiesOf(world: World, talk: Talk) {
  const { id: listingId, ownerId } = await requireListing(world, talk.listing)
  return { listingId, ownerId, participantId: await memberId(world, talk.participant) }
}

/** Says that line of a talk; whoever writes has read what came before. */
export async function say(world: World, talk: Talk, line: number): Promise<void> {
  const [, who, body] = talk.lines[line] ?? []
  if (who === undefined || body === undefined) throw new Error(`the talk about ${talk.listing} has no line ${line}`)
  const { listingId, ownerId, participantId } = await partiesOf(world, talk)
  const [senderId, recipientId] = who === 'owner' ? [ownerId, participantId] : [participantId, ownerId]
  await read(world, { listingId, participantId, readerId: senderId })
  await transact(world.ctx.db, (trx) =>
    writeAutomaticMessage(trx, {
      listingId,
      ownerId,
      senderId,
      recipientId,
      body,
      reason: `demo:${talk.listing}:${talk.participant}:${line}`,
      now: world.ctx.clock.now(),
    }),
  )
}

export async function endTalk(world: World, talk: Talk): Promise<void> {
  const { listingId, ownerId, participantId } = await partiesOf(world, talk)
  for (const readerId of [ownerId, participantId]) await read(world, { listingId, participantId, readerId })
}

/** One side has read everything so far, if there is anything; when the story is past that already, nothing changes. */
export async function read(
  { ctx }: World,
  { listingId, participantId, readerId }: { listingId: string; participantId: string; readerId: string },
): Promise<void> {
  const row = await ctx
    .db('conversation')
    .where({ listing_id: listingId, participant_id: participantId })
    .where('last_message_at', '<=', ctx.clock.now())
    .first('id')
  if (row) await markConversationRead(ctx, { conversationId: row.id, memberId: readerId })
}
