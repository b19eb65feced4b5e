import { randomBytes } from 'node:crypto'
import type { Reader, Trx } from '../../../platform/database.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import type { Listing } from '../../catalog/index.ts'
import { sha256 } from '../draw-order.ts'
import { DRAW_CODES } from './contract.ts'

export class Draw extends rowOf('draw') {
  static idColumn = 'listing_id'
}

export class DrawEntry extends rowOf('draw_entry') {}

/** Opens the draw of a listing that is being posted: from now on the seed is fixed, and its hash is known to everybody. */
export async function openDraw(trx: Trx, { id, drawClosesAt }: Listing, hours: number): Promise<void> {
  if (!drawClosesAt) throw new Error('a draw that never closes')
  const seed = randomBytes(32).toString('hex')
  const commitment = await sha256(seed)
  await Draw.query(trx).insert({ listingId: id, seed, commitment, hours, closesAt: drawClosesAt, state: 'open' })
}

const noDraw = () => new NotFound('This item was not posted for a draw', DRAW_CODES.NO_DRAW)

/** @throws NotFound NO_DRAW */
export async function findDraw(reader: Reader, listingId: string): Promise<Draw> {
  const draw = await Draw.query(reader).findById(listingId)
  if (!draw) throw noDraw()
  return draw
}

/** A transaction that changes a draw or its entries holds its row; the listing is locked before. @throws NotFound NO_DRAW */
export async function lockDraw(trx: Trx, listingId: string): Promise<Draw> {
  const draw = await Draw.query(trx).findById(listingId).forNoKeyUpdate()
  if (!draw) throw noDraw()
  return draw
}

/** By ticket, as they are published. */
export const entriesOf = (reader: Reader, listingId: string): Promise<DrawEntry[]> =>
  DrawEntry.query(reader).where({ listing_id: listingId }).orderBy('ticket')

/**
 * A listing in a draw can't be bought before it is drawn, and then by one after the other, each in their time.
 * @throws Conflict DRAW_OPEN or NOT_YOUR_TURN
 */
export async function refuseUndrawn(trx: Trx, listings: Iterable<Listing>, buyerId: string, now: Date): Promise<void> {
  for (const { id } of [...listings].filter(({ drawClosesAt }) => drawClosesAt !== null)) {
    const { state, turn, turnUntil } = await lockDraw(trx, id)
    if (state === 'over') continue
    if (state !== 'drawn')
      throw new Conflict(
        DRAW_CODES.DRAW_OPEN,
        "A draw decides who gets this item. Enter it, and we'll tell you how it ends.",
      )
    const first = await DrawEntry.query(trx).findOne({ listing_id: id, place: turn })
    if (first?.memberId === buyerId && first.passedAt === null && turnUntil && now < turnUntil) continue
    throw new Conflict(DRAW_CODES.NOT_YOUR_TURN, 'Somebody else was drawn and may buy it first')
  }
}
