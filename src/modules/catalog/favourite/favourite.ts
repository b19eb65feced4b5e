import type { Context } from '../../../platform/context.ts'
import { type Reader, transact, type Trx } from '../../../platform/database.ts'
import { AppError, Conflict } from '../../../platform/errors.ts'
import { say } from '../../../platform/language/words.ts'
import { requireMember } from '../../identity/index.ts'
import { CATALOG_CODES, type ListingCard } from '../contract.ts'
import { listingNotFound, visibleListing } from '../listing/listing.ts'

/** A member has at most so many: one can look through them, and a page's hearts can be known from them. */
const MOST = 200

interface Which {
  memberId: string
  listingId: string
}

/**
 * Keeps a listing among the member's favourites; twice is once.
 * @throws NotSignedIn when the member has left; NotFound; AppError 403 OWN_LISTING; Conflict FAVOURITES_FULL
 */
export function addFavourite(ctx: Context, { memberId, listingId }: Which): Promise<void> {
  return transact(ctx.db, async (trx) => {
    const { sellerId, status } = await visibleListing(trx, listingId, memberId)
    if (sellerId === memberId) throw new AppError(CATALOG_CODES.OWN_LISTING, 403, 'This is your own item')
    if (status === 'withdrawn') throw listingNotFound()
    // The member's row is locked, so that their favourites are counted in turns, and who leaves meanwhile keeps none.
    await requireMember(trx, memberId, 'turns')
    const there = await trx('favourite').where({ member_id: memberId }).pluck('listing_id')
    if (there.includes(listingId)) return
    if (there.length >= MOST) {
      throw new Conflict(
        CATALOG_CODES.FAVOURITES_FULL,
        say('You can save up to {most, plural, one {# favourite} other {# favourites}}. Please remove one first.', {
          most: MOST,
        }),
      )
    }
    await trx('favourite').insert({ member_id: memberId, listing_id: listingId, added_at: ctx.clock.now() })
  })
}

export async function removeFavourite({ db }: Context, { memberId, listingId }: Which): Promise<void> {
  await db('favourite').where({ member_id: memberId, listing_id: listingId }).delete()
}

export async function eraseFavourites(trx: Trx, memberId: string): Promise<void> {
  await trx('favourite').where({ member_id: memberId }).delete()
}

/** Favourites that can be bought, each with its price in hundredths, as a relation that other modules can join. */
export const FAVOURITE_ROWS = `(
  select member_id, listing_id, added_at, token_price as price from favourite
  join listing on listing.id = listing_id and status = 'available' and hidden_at is null
)`

/** The member's favourites that everybody may still see, the latest added first. */
export async function favouritesOf(reader: Reader, memberId: string): Promise<ListingCard[]> {
  const { rows } = await reader.raw<{ rows: { card: string }[] }>(
    `select card from favourite
     join listing on listing.id = favourite.listing_id and status <> 'withdrawn' and hidden_at is null
     join listing_card on listing_card.listing_id = listing.id
     where member_id = ? order by added_at desc, listing.id`,
    [memberId],
  )
  return rows.map(({ card }) => JSON.parse(card) as ListingCard)
}

/** All that a member has kept, also what nobody sees at the moment. */
export async function exportFavourites(
  reader: Reader,
  memberId: string,
): Promise<{ itemId: string; title: string; addedAt: string }[]> {
  const { rows } = await reader.raw<{ rows: { id: string; title: string; added_at: Date }[] }>(
    `select id, title, added_at from favourite join listing on id = listing_id
     where member_id = ? order by added_at, id`,
    [memberId],
  )
  return rows.map(({ id, title, added_at }) => ({ itemId: id, title, addedAt: added_at.toISOString() }))
}

/** The number of members who have it among their favourites; who they are is told to nobody. */
export async function countFavourites(reader: Reader, listingId: string): Promise<number> {
  const { rows } = await reader.raw<{ rows: { count: number }[] }>(
    'select count(*)::int as count from favourite where listing_id = ?',
    [listingId],
  )
  return rows[0]?.count ?? 0
}
