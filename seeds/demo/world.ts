import { DAY_MS } from '../../src/platform/durations.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Context } from '../../src/platform/context.ts'
import { attachQueue, type Queue } from '../../src/platform/jobs/queue.ts'
import { emailOf, type NeighbourKey } from './neighbours.ts'
import { LISTINGS } from './listings.ts'

/** The world as the story has made it so far, and the tools to go on with it. */
export interface World {
  /** Here it is the time of the story, and what follows from an event is done by the story itself. */
  ctx: Context
  /** The same in the present. */
  present: Context
  /** The time of the seeding. */
  startedAt: Date
  /** @param daysAgo before the seeding began */
  setTime(daysAgo: number): void
}

/** These jobs would act in the present; the story does the same at its own time, so they are not enqueued. */
const DONE_BY_THE_STORY = new Set(['wallet.reward-listing', 'wallet.reward-sale', 'messaging.announce-purchase'])

export function worldOf(present: Context, startedAt: Date): World {
  let now = startedAt
  const clock: Clock = { now: () => now }
  const queue: Queue = {
    ...present.queue,
    async send(trx, name, payload, options) {
      if (!DONE_BY_THE_STORY.has(name)) await present.queue.send(trx, name, payload, options)
    },
  }
  const db = present.db.withUserParams({})
  attachQueue(db, queue)
  return {
    ctx: { ...present, db, queue, clock },
    present,
    startedAt,
    setTime: (daysAgo) => (now = new Date(startedAt.getTime() - daysAgo * DAY_MS)),
  }
}

export async function memberId({ ctx }: World, key: NeighbourKey): Promise<string> {
  const row = await ctx
    .db('member')
    .where({ email: emailOf(key) })
    .first('id')
  if (!row) throw new Error(`${key} has not moved in yet`)
  return row.id
}

/** The listing of that key, once posted; its owner has no two of one title. */
export async function postedListing(world: World, key: string): Promise<{ id: string; ownerId: string } | undefined> {
  const listing = LISTINGS.find((candidate) => candidate.key === key)
  if (!listing) throw new Error(`the story speaks of an unknown listing: ${key}`)
  const ownerId = await memberId(world, listing.owner)
  const row = await world.ctx.db('listing').where({ seller_id: ownerId, title: listing.title }).first('id')
  return row && { id: row.id, ownerId }
}

export async function requireListing(world: World, key: string): Promise<{ id: string; ownerId: string }> {
  const posted = await postedListing(world, key)
  if (!posted) throw new Error(`${key} has not been posted yet`)
  return posted
}
