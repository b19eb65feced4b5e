import { publish } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { parseHundredths } from '../../../platform/decimal.ts'
import { AppError } from '../../../platform/errors.ts'
import { say } from '../../../platform/language/words.ts'
import { markFirstListing, requireMember } from '../../identity/index.ts'
import { demandCompared } from '../../recalls/index.ts'
import { brandSeen } from '../analysis/analysis.ts'
import { priceLimit } from '../prices/category.ts'
import { CATALOG_CODES, type CreateListingBody } from '../contract.ts'
import { Listing } from './listing.ts'
import { accountPoint, atHome, givenPoint, placeLater } from './place-listing.ts'
import { draftedFields } from './drafted.ts'
import { recordCopies } from '../photo/copied-photos.ts'
import { attachPhotos } from '../photo/photo.ts'
import { sizesBetween } from '../sizes.ts'

/** Draws of listings, which are purchases' to keep. Whoever calls holds the listing's row. */
export interface Draws {
  /** Opens the draw of a listing that is posted with one. */
  open: (trx: Trx, listing: Listing, hours: number) => Promise<void>
  /** Ends the draw, if there is one, before it has come to its end. */
  end: (trx: Trx, listing: Listing, ended: { how: 'by hand' | 'taken back'; now: Date }) => Promise<void>
  /** Whether a draw still decides who gets it. */
  isOn: (trx: Trx, listing: Listing) => Promise<boolean>
}

/**
 * Posts a listing: it costs what its category costs now, or less when the seller asks less, and takes up photos that
 * the seller has uploaded. The category's price and existence hold until the listing is there.
 * @throws AppError PRICE_TOO_HIGH, UNKNOWN_CATEGORY or BANNED_TYPE (400), PHOTO_NOT_YOURS (403), COMPARE_LABEL (409); Conflict
 *   when the category was removed or a photo is in another listing
 */
export async function postListing(
  ctx: Context,
  sellerId: string,
  body: CreateListingBody,
  draws?: Draws,
): Promise<Listing> {
  const recallsCompared = body.recallsCompared ?? []
  const brand = await brandSeen(ctx.db, { ownerId: sellerId, photoUrls: body.photos })
  await demandCompared(ctx, { ...body, brand }, recallsCompared)
  return transact(ctx.db, async (trx) => {
    await requireMember(trx, sellerId, 'turns')
    const now = ctx.clock.now()
    const limit = await priceLimit(trx, body.category)
    const { tokenPrice, latitude: _, longitude: __, draw, ...fields } = body
    const point = givenPoint(body) ?? (await accountPoint(trx, sellerId, body))
    const listing = await Listing.query(trx)
      .insert({
        ...fields,
        recallsCompared,
        sizes: sizesOf(body),
        drafted: await draftedFields(trx, { ownerId: sellerId, photos: body.photos, fields: body }),
        sellerId,
        tokenPrice: chosenPrice(tokenPrice, limit),
        ...(await atHome(trx, sellerId, point)),
        status: 'available',
        drawClosesAt: draw ? new Date(now.getTime() + draw.hours * HOUR_MS) : null,
        createdAt: now,
        updatedAt: now,
        offeredAt: now,
      })
      .returning('*')
    if (draw) await draws?.open(trx, listing, draw.hours)
    await placeLater(trx, listing)
    await attachPhotos(trx, { listingId: listing.id, ownerId: sellerId, urls: body.photos, now })
    await recordCopies(trx, { listingId: listing.id, now })
    await markFirstListing(trx, { memberId: sellerId, now })
    await publish(trx, 'listing.posted', { listingId: listing.id, sellerId, at: now.toISOString() })
    return listing
  })
}

/** All sizes of a bag that has several. */
export const sizesOf = ({ ageSize, sizeTo }: { ageSize?: string | null; sizeTo?: string | null }): string[] | null =>
  (ageSize && sizeTo && sizesBetween(ageSize, sizeTo)) || null

/** The asked price in hundredths, or the limit where none is asked. @throws AppError PRICE_TOO_HIGH 400 */
export function chosenPrice(asked: string | undefined, limit: bigint): bigint {
  if (asked === undefined) return limit
  const price = parseHundredths(asked)
  if (price <= limit) return price
  const message = say(
    'Price must be at most {most, plural, one {# token} other {# tokens}}, the price of this category',
    {
      most: Number(limit / 100n),
    },
  )
  throw new AppError(CATALOG_CODES.PRICE_TOO_HIGH, 400, message, { details: [{ path: ['tokenPrice'], message }] })
}
