import type { Clock } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { lockListings, type Listing } from '../../catalog/index.ts'
import { accountsOfMailboxes, requireMember } from '../../identity/index.ts'
import { notThere } from '../buying/refusals.ts'
import { recordIfUnpaid } from '../wants/unpaid-want.ts'
import { DRAW_CODES, MOST_ENTRIES } from './contract.ts'
import { type Draw, DrawEntry, lockDraw } from './draw.ts'
import { requireRight } from './may-enter.ts'
import { endTurn } from './take-turns.ts'

interface Entrant {
  listingId: string
  memberId: string
}

/**
 * Enters a draw that is open. Nothing is held: who is drawn needs the tokens then.
 * @throws NotFound LISTING_NOT_FOUND or NO_DRAW; Conflict DRAW_CLOSED, ENTERED_ALREADY, DRAW_FULL; and as `requireRight`
 */
export async function enterDraw(ctx: Context, { listingId, memberId }: Entrant): Promise<void> {
  await recordIfUnpaid(ctx, { memberId, listingIds: [listingId] }, () =>
    transact(ctx.db, (trx) => enter(trx, { listingId, memberId }, ctx.clock)),
  )
}

async function enter(trx: Trx, { listingId, memberId }: Entrant, clock: Clock): Promise<void> {
  const { listing, draw } = await locked(trx, listingId)
  await requireMember(trx, memberId, 'turns')
  const now = clock.now()
  if (draw.state !== 'open' || draw.closesAt <= now)
    throw new Conflict(DRAW_CODES.DRAW_CLOSED, 'This draw has closed already')
  await requireRight(trx, listing, memberId)
  // One person has one ticket, however they write their address.
  const accounts = (await accountsOfMailboxes(trx, [memberId])).get(memberId) ?? [memberId]
  const own = await DrawEntry.query(trx).where({ listing_id: listingId }).whereIn('member_id', accounts).first()
  if (own?.memberId === memberId) return
  if (own)
    throw new Conflict(DRAW_CODES.ENTERED_ALREADY, 'Another account of your mailbox has entered this draw already')
  const entered = await DrawEntry.query(trx).where({ listing_id: listingId }).resultSize()
  if (entered >= MOST_ENTRIES) throw new Conflict(DRAW_CODES.DRAW_FULL, 'This draw is full')
  await DrawEntry.query(trx).insert({ listingId, memberId, enteredAt: now }).returning('*')
}

/**
 * Leaves a draw. Once its time is up that is passing, and the ticket stays: after a restore the seed may be known already,
 * and whoever could take a ticket away would choose the order. @throws NotFound
 */
export async function leaveDraw(ctx: Context, { listingId, memberId }: Entrant): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const { listing, draw } = await locked(trx, listingId)
    const own = DrawEntry.query(trx).where({ listing_id: listingId, member_id: memberId })
    const now = ctx.clock.now()
    if (draw.state === 'open' && now < draw.closesAt) {
      await own.delete()
      return
    }
    const [entry] = await own.whereNull('passed_at').patch({ passedAt: now }).returning('*')
    if (draw.state === 'drawn' && listing.status === 'available' && entry?.place === draw.turn)
      await endTurn(trx, listing, draw, now)
  })
}

/** Takes a member who leaves out of draws whose time isn't up; another keeps its tickets, which name nobody. */
export async function leaveOpenDraws(trx: Trx, memberId: string, now: Date): Promise<void> {
  await DrawEntry.query(trx)
    .where({ member_id: memberId })
    .whereRaw(
      `exists (select from draw where draw.listing_id = draw_entry.listing_id and state = 'open' and closes_at > ?)`,
      [now],
    )
    .delete()
}

async function locked(trx: Trx, listingId: string): Promise<{ listing: Listing; draw: Draw }> {
  const listing = (await lockListings(trx, [listingId])).get(listingId)
  if (!listing || listing.status === 'withdrawn' || listing.hiddenAt !== null) throw notThere()
  return { listing, draw: await lockDraw(trx, listingId) }
}
