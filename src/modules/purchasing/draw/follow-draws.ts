import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { forEachDue } from '../../../platform/jobs/for-each-due.ts'
import { type Listing, LISTING_ROWS, lockListings } from '../../catalog/index.ts'
import { digestOf, drawOrder } from '../draw-order.ts'
import { Draw, type DrawEntry, entriesOf, lockDraw } from './draw.ts'
import { endDraw } from './end-draw.ts'
import { withRight } from './may-enter.ts'
import { endTurn, IS_TURN_OVER, turnFrom } from './take-turns.ts'
import { type PromisesOf, weightsOf } from './weigh-entries.ts'

/** For so long the tickets are public before the seed is. */
const TICKETS_ALONE_MS = 30_000
/** For so long a draw waits for a listing that nobody sees: its giver's suspension may end, or they show it again. */
const AWAY_MS = 2 * DAY_MS

/** SQL of the draws among those that are drawn in which something is to do, of which the value is now. */
const IS_TO_FOLLOW = `exists (
  select from ${LISTING_ROWS} listing where listing.id = draw.listing_id
    and case when status = 'claimed' then delivery_confirmed_at is not null else ${IS_TURN_OVER} end
)`

/**
 * Every minute: closes draws whose time has come and publishes their tickets; draws those whose tickets have been public
 * since an earlier run; hands on the turn of who hasn't bought in time, has given it back, or has left; and ends it once
 * somebody has the thing. Each step is a transaction of its own.
 */
export async function followDraws(ctx: Context, promisesOf: PromisesOf): Promise<void> {
  const now = ctx.clock.now()
  const due = await Draw.query(ctx.db)
    .select('listing_id')
    .where('closes_at', '<=', now)
    .where((one) =>
      one
        .whereIn('state', ['open', 'closed'])
        .orWhere((drawn) => drawn.where({ state: 'drawn' }).whereRaw(IS_TO_FOLLOW, [now])),
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
  if (draw.state === 'over' || draw.closesAt > now) return
  const isDue = draw.turnUntil !== null && draw.turnUntil <= now
  const awaySince = listing.hiddenAt ?? listing.withdrawnAt
  const isAwayTooLong = awaySince !== null && now.getTime() - awaySince.getTime() >= AWAY_MS
  if (listing.status === 'claimed') {
    // Until its buyer has it, it may come back, and then it is the next one's turn.
    if (listing.deliveryConfirmedAt !== null) await Draw.query(trx).findById(listing.id).patch({ state: 'over' })
  } else if (isAwayTooLong || (listing.status === 'withdrawn' && draw.state !== 'drawn'))
    await endDraw(trx, listing, { how: 'called off', now })
  else if (awaySince !== null) {
    // Until it comes back nobody is drawn, and no turn runs out.
    if (isDue)
      await Draw.query(trx)
        .findById(listing.id)
        .patch({ turnUntil: turnFrom(now) })
  } else if (draw.state === 'open') await close(trx, listing, draw, more)
  else if (draw.state === 'closed') await reveal(trx, listing, draw, now)
  // A buyer who is paying at the last moment may finish.
  else if (listing.status === 'available' && (await isTurnOver(trx, draw, now))) await endTurn(trx, listing, draw, now)
}

async function isTurnOver(trx: Trx, { listingId }: Draw, now: Date): Promise<boolean> {
  const over = await Draw.query(trx).where({ listing_id: listingId }).whereRaw(IS_TURN_OVER, [now]).first()
  return over !== undefined
}

async function close(
  trx: Trx,
  listing: Listing,
  { closesAt }: Draw,
  { promisesOf, now }: { promisesOf: PromisesOf; now: Date },
): Promise<void> {
  const entered = (await entriesOf(trx, listing.id)).map(({ memberId }) => memberId)
  const entrants = await withRight(trx, listing, entered, closesAt)
  const weights = await weightsOf(trx, entrants, { promisesOf, closesAt })
  await trx.raw(
    `update draw_entry set weight = given.weight from unnest(:members::uuid[], :weights::int[]) as given (member_id, weight)
     where draw_entry.listing_id = :id and draw_entry.member_id = given.member_id`,
    { id: listing.id, members: [...weights.keys()], weights: [...weights.values()] },
  )
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
  await trx.raw(
    `update draw_entry set place = drawn.place from unnest(:order::uuid[]) with ordinality as drawn (ticket, place)
     where draw_entry.ticket = drawn.ticket`,
    { order },
  )
  await endTurn(trx, listing, draw, now)
}

export const ticketsOf = (entries: DrawEntry[]): { ticket: string; weight: number }[] =>
  entries.flatMap(({ ticket, weight }) => (weight === null ? [] : [{ ticket, weight }]))
