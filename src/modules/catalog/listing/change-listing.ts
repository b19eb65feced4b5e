import { publish } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { AppError, Conflict, ValidationFailed } from '../../../platform/errors.ts'
import type { Point } from '../../../platform/geocoder.ts'
import { words } from '../../../platform/language/words.ts'
import { requireMember } from '../../identity/index.ts'
import { demandCompared, recallIndex } from '../../recalls/index.ts'
import { brandSeen } from '../analysis/analysis.ts'
import { priceLimit } from '../prices/category.ts'
import { ATTRIBUTES } from '../attributes.ts'
import { ageRule, CATALOG_CODES, isSpan, spanRule, type UpdateListingBody } from '../contract.ts'
import { type Listing, listingNotFound, lockListing, notTheOwner } from './listing.ts'
import { announceToFavourites } from '../favourite/announce-to-favourites.ts'
import { accountPoint, atHome, givenPoint, placeLater } from './place-listing.ts'
import { stillDrafted } from './drafted.ts'
import { recordCopies } from '../photo/copied-photos.ts'
import { attachPhotos } from '../photo/photo.ts'
import { chosenPrice, type Draws, sizesOf } from './post-listing.ts'

interface OwnListing {
  listingId: string
  callerId: string
}

/**
 * Edits, withdraws or relists a listing of the caller's that nobody has bought or is buying.
 * @throws NotFound, AppError NOT_THE_OWNER (403), Conflict LISTING_NOT_AVAILABLE, and as `postListing`
 */
export async function updateListing(
  ctx: Context,
  draws: Draws,
  { body, ...own }: OwnListing & { body: UpdateListingBody },
): Promise<Listing> {
  const recalls = mayBeSaidAnew(body) ? await recallIndex(ctx) : undefined
  return transact(ctx.db, async (trx) => {
    const listing = await lockOwnListing(trx, own, ['available', 'withdrawn'])
    if ((body.tokenPrice !== undefined || body.category !== undefined) && (await draws.isOn(trx, listing)))
      throw new Conflict(CATALOG_CODES.LISTING_IN_DRAW, 'An item in a draw keeps its price and category')
    const now = ctx.clock.now()
    const recallsCompared = [...new Set([...listing.recallsCompared, ...(body.recallsCompared ?? [])])]
    if (isSaidAnew(listing, body)) {
      const { title = listing.title, description = listing.description, photos = listing.photos } = body
      const brand = await brandSeen(trx, { ownerId: listing.sellerId, photoUrls: photos })
      await demandCompared(ctx, { title, description, brand }, recallsCompared, recalls)
    }
    // The patch below writes into `listing` itself.
    const { status: before, tokenPrice: price } = listing
    const { status = before, tokenPrice: _, latitude: __, longitude: ___, ...fields } = body
    const category = fields.category ?? listing.category
    const sized = category === ATTRIBUTES.ageSize.ofCategory
    if ((fields.ageSize ?? fields.sizeTo) != null && !sized) throw new ValidationFailed([ageRule])
    const { ageSize = listing.ageSize, sizeTo = listing.sizeTo, bagCount = listing.bagCount } = fields
    const span = sized ? { ageSize, sizeTo, bagCount } : { ageSize: null, sizeTo: null, bagCount }
    if (!isSpan(span)) throw new ValidationFailed([spanRule])
    if (fields.photos) {
      await attachPhotos(trx, { listingId: listing.id, ownerId: listing.sellerId, urls: fields.photos, now })
      await recordCopies(trx, { listingId: listing.id, now })
    }
    const tokenPrice = await newPrice(trx, listing, body)
    const isOfferedAnew = tokenPrice !== price || (before === 'withdrawn' && status === 'available')
    const changed = await listing.$query(trx).patchAndFetch({
      ...fields,
      recallsCompared,
      ...(await newPoint(trx, listing, body)),
      ...span,
      sizes: sizesOf(span),
      drafted: stillDrafted(listing, fields),
      tokenPrice,
      status,
      withdrawnAt: status === 'withdrawn' ? (listing.withdrawnAt ?? now) : null,
      updatedAt: now,
      ...(isOfferedAnew && { offeredAt: now }),
    })
    await placeLater(trx, changed)
    if (before === 'available' && status === 'withdrawn') await notifyWithdrawn(trx, listing, now)
    if (before === 'withdrawn' && status === 'available') {
      await announceToFavourites(trx, { change: 'back', listingIds: [listing.id], now })
    } else if (status === 'available' && changed.tokenPrice < price) {
      await announceToFavourites(trx, { change: 'cheaper', listingIds: [listing.id], price, now })
    }
    return changed
  })
}

/**
 * Deletes a listing of the caller's that nobody has bought or is buying. The orphan job removes its photos.
 * @throws NotFound, AppError NOT_THE_OWNER (403), Conflict LISTING_NOT_AVAILABLE
 */
export async function deleteListing(ctx: Context, draws: Draws, own: OwnListing): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const listing = await lockOwnListing(trx, own, ['available', 'withdrawn'])
    const now = ctx.clock.now()
    await draws.end(trx, listing, { how: 'taken back', now })
    await listing.$query(trx).delete()
    if (listing.status === 'available') await notifyWithdrawn(trx, listing, now)
  })
}

/**
 * The owner gave it away outside the site: no buyer, no tokens, and where there was a draw, nobody is drawn.
 * @throws NotFound, AppError NOT_THE_OWNER (403), Conflict LISTING_NOT_AVAILABLE
 */
export async function claimListing(ctx: Context, draws: Draws, own: OwnListing): Promise<Listing> {
  return transact(ctx.db, async (trx) => {
    const listing = await lockOwnListing(trx, own, ['available'])
    const now = ctx.clock.now()
    await draws.end(trx, listing, { how: 'by hand', now })
    return listing.$query(trx).patchAndFetch({ status: 'claimed', claimedAt: now, updatedAt: now })
  })
}

async function lockOwnListing(trx: Trx, own: OwnListing, allowed: Listing['status'][]): Promise<Listing> {
  const listing = await lockListing(trx, own.listingId)
  if (listing.sellerId !== own.callerId) {
    if (listing.status === 'withdrawn' || listing.hiddenAt !== null) throw listingNotFound()
    throw notTheOwner()
  }
  // The owner left while this waited for the lock.
  if (listing.erasedAt !== null) throw listingNotFound()
  if (allowed.includes(listing.status)) return listing
  throw new Conflict(
    CATALOG_CODES.LISTING_NOT_AVAILABLE,
    listing.status === 'reserved'
      ? words('Someone is buying this item right now. Please try again in a few minutes.')
      : words('This item is no longer available'),
  )
}

/** Whether these fields can make `isSaidAnew` true, whatever the listing is. */
const mayBeSaidAnew = ({ title, description, status }: UpdateListingBody): boolean =>
  title !== undefined || description !== undefined || status === 'available'

/** Words are judged where they change, and all of it where it comes back. */
function isSaidAnew(listing: Listing, { title, description, status }: UpdateListingBody): boolean {
  if ((status ?? listing.status) === 'withdrawn') return false
  const changes =
    (title ?? listing.title) !== listing.title || (description ?? listing.description) !== listing.description
  return changes || listing.status === 'withdrawn'
}

/** A point belongs to its address: where that changes, the listing is placed anew. */
async function newPoint(trx: Trx, listing: Listing, body: UpdateListingBody) {
  const point = givenPoint(body) ?? (await movedTo(trx, listing, body))
  if (point === undefined) return undefined
  await requireMember(trx, listing.sellerId, 'turns')
  return atHome(trx, listing.sellerId, point)
}

/** Undefined where it hasn't moved; null where the new place is yet to be found. */
async function movedTo(trx: Trx, listing: Listing, body: UpdateListingBody): Promise<Point | null | undefined> {
  const { pickupAddress = listing.pickupAddress, city = listing.city } = body
  const moved = pickupAddress !== listing.pickupAddress || city !== listing.city
  if (!moved && listing.latitude !== null) return undefined
  return accountPoint(trx, listing.sellerId, { pickupAddress, city })
}

/**
 * A listing keeps its price, except that a change of category takes it along: from the one category's price to the
 * other's, and never above that. What is asked explicitly must not exceed what the listing may cost.
 */
async function newPrice(trx: Trx, listing: Listing, { category, tokenPrice }: UpdateListingBody): Promise<bigint> {
  const moves = category !== undefined && category !== listing.category
  if (!moves && tokenPrice === undefined) return listing.tokenPrice
  const limit = moves ? await priceLimit(trx, category) : await presentLimit(trx, listing)
  if (tokenPrice !== undefined) return chosenPrice(tokenPrice, limit)
  const discounted = listing.tokenPrice < (await presentLimit(trx, listing))
  return discounted && listing.tokenPrice < limit ? listing.tokenPrice : limit
}

/** A price that the category has left behind stays allowed; so does a category that is gone. */
async function presentLimit(trx: Trx, listing: Listing): Promise<bigint> {
  const limit = await priceLimit(trx, listing.category).catch((error: unknown) => {
    if (error instanceof AppError && error.code === CATALOG_CODES.UNKNOWN_CATEGORY) return listing.tokenPrice
    throw error
  })
  return limit > listing.tokenPrice ? limit : listing.tokenPrice
}

async function notifyWithdrawn(trx: Trx, listing: Listing, now: Date): Promise<void> {
  await publish(trx, 'listing.withdrawn', { listingId: listing.id, sellerId: listing.sellerId, at: now.toISOString() })
}
