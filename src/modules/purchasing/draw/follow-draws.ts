import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { suspensionOf } from '../../identity/index.ts'
import { forEachDue } from '../../../platform/jobs/for-each-due.ts'
import { type Listing, lockListings } from '../../catalog/index.ts'
import { digestOf, drawOrder } from '../draw-order.ts'
import { Draw, DrawEntry, entriesOf, lockDraw } from './draw.ts'
import { requireRight } from './may-enter.ts'
import { endTurn } from './take-turns.ts'
import { type PromisesOf, weightsOf } from './weigh-entries.ts'

/** For so long the tickets are public before the seed is. */
const TICKETS_ALONE_MS = 30_000

/**
 * Every minute: closes draws whose time has come and publishes their tickets; draws those whose tickets have been public
 * since an earlier run; and hands on the turn of who hasn't bought in time. Each step is a transaction of its own.
 */
export async function followDraws(ctx: Context, promisesOf: PromisesOf): Promise<void> {
  const now = ctx.clock.now()
  const due = await Draw.query(ctx.db)
    .select('listing_id')
    .where('closes_at', '<=', now)
    .where((one) =>
      one
        .whereIn('state', ['open', 'closed'])
        .orWhere((drawn) => drawn.where({ state: 'drawn' }).where('turn_until', '<=', now)),
    )
    .orderBy('closes_at')
  await forEachDue(
    ctx,
    due.map(({ listingId }) => ({ listingId })),
    ({ listingId }) =>
      transact(ctx.db, async (trx) => {
        const listing = (await lockListings(trx, [listingId])).get(listingId)
        if (listing) await follow(trx, listing, { promisesOf, now: ctx.clock.now() })
      }),
  )
}

async function follow(trx: Trx, listing: Listing, more: { promisesOf: PromisesOf; now: Date }): Promise<void> {
  const draw = await lockDraw(trx, listing.id)
  const { now } = more
  const isOut = listing.status === 'claimed' || listing.status === 'withdrawn' || listing.hiddenAt !== null
  if (draw.state === 'over' || draw.closesAt > now) return
  if (isOut) await Draw.query(trx).findById(listing.id).patch({ state: 'over' })
  else if (draw.state === 'open') await close(trx, listing, more)
  else if (draw.state === 'closed') await reveal(trx, listing, draw, now)
  // Who is paying at the last moment may finish.
  else if (draw.turnUntil && draw.turnUntil <= now && listing.status === 'available')
    await endTurn(trx, listing, draw, now)
}

async function close(
  trx: Trx,
  listing: Listing,
  { promisesOf, now }: { promisesOf: PromisesOf; now: Date },
): Promise<void> {
  const entrants: string[] = []
  for (const { memberId } of await entriesOf(trx, listing.id))
    if ((await hasRight(trx, listing, memberId)) && !(await suspensionOf(trx, memberId, now))) entrants.push(memberId)
  const weights = await weightsOf(trx, entrants, { promisesOf, now })
  for (const [memberId, weight] of weights)
    await DrawEntry.query(trx).where({ listing_id: listing.id, member_id: memberId }).patch({ weight })
  const tickets = ticketsOf(await entriesOf(trx, listing.id))
  const isOver = tickets.length === 0
  await Draw.query(trx)
    .findById(listing.id)
    .patch({ state: isOver ? 'over' : 'closed', ticketsDigest: await digestOf(tickets), closedAt: now })
}

async function reveal(trx: Trx, listing: Listing, draw: Draw, now: Date): Promise<void> {
  if (!draw.closedAt || now.getTime() - draw.closedAt.getTime() < TICKETS_ALONE_MS) return
  const entries = await entriesOf(trx, listing.id)
  const order = await drawOrder(draw.seed, ticketsOf(entries))
  for (const [index, ticket] of order.entries())
    await DrawEntry.query(trx)
      .where({ ticket })
      .patch({ place: index + 1 })
  await endTurn(trx, listing, draw, now)
}

export const ticketsOf = (entries: DrawEntry[]): { ticket: string; weight: number }[] =>
  entries.flatMap(({ ticket, weight }) => (weight === null ? [] : [{ ticket, weight }]))

async function hasRight(trx: Trx, listing: Listing, memberId: string): Promise<boolean> {
  try {
    await requireRight(trx, listing, memberId)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
