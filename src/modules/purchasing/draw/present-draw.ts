import type { Reader } from '../../../platform/database.ts'
import { visibleListing } from '../../catalog/index.ts'
import type { Draw as DrawView } from './contract.ts'
import { type DrawEntry, entriesOf, findDraw } from './draw.ts'
import { ticketsOf } from './follow-draws.ts'

/** A draw as everybody sees it, with the viewer's own ticket. @throws NotFound LISTING_NOT_FOUND or NO_DRAW */
export async function presentDraw(reader: Reader, listingId: string, viewerId: string | undefined): Promise<DrawView> {
  await visibleListing(reader, listingId, viewerId)
  const { state, hours, closesAt, byHand, commitment, seed, ticketsDigest, turn, turnUntil } = await findDraw(
    reader,
    listingId,
  )
  const entries = await entriesOf(reader, listingId)
  const own = entries.find(({ memberId, passedAt }) => memberId === viewerId && passedAt === null)
  const drawn = entries.filter((entry): entry is DrawEntry & { place: number } => entry.place !== null)
  const isPublic = ticketsDigest !== null
  const isDrawn = isPublic && drawn.length > 0
  return {
    state,
    hours,
    closesAt: closesAt.toISOString(),
    byHand,
    entries: entries.length,
    commitment,
    tickets: isPublic ? ticketsOf(entries) : null,
    ticketsDigest,
    seed: isDrawn ? seed : null,
    order: isDrawn ? drawn.toSorted((one, other) => one.place - other.place).map(({ ticket }) => ticket) : null,
    turn: state === 'drawn' && turn !== null && turnUntil ? { place: turn, until: turnUntil.toISOString() } : null,
    mine: own ? { ticket: own.ticket, weight: own.weight, place: own.place } : null,
  }
}
