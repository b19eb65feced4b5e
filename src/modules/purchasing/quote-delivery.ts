import type { Context } from '../../platform/context.ts'
import { NotFound, Unavailable } from '../../platform/errors.ts'
import { createGeocoder, type Point } from '../../platform/geocoder.ts'
import { CATALOG_CODES } from '../catalog/contract.ts'
import { findListing, presentListing } from '../catalog/index.ts'
import { PURCHASING_CODES, type Quote } from './contract.ts'
import { estimateQuote } from './estimate-quote.ts'

export type QuoteRequest = { dropoffAddress: string } & ({ itemId: string } | { pickupAddress: string })

/**
 * What a courier would cost, estimated from the distance. Of an item only the place that everybody sees on the map
 * is used: from quotes to many addresses the seller's own could be worked out.
 * @throws NotFound; Unavailable QUOTE_UNAVAILABLE where a place can't be found
 */
export async function quoteDelivery(ctx: Context, request: QuoteRequest): Promise<Quote> {
  const geocoder = createGeocoder(ctx.config)
  const pickup =
    'itemId' in request ? await publicPlace(ctx, request.itemId) : await geocoder.locate(request.pickupAddress)
  const dropoff = pickup && (await geocoder.locate(request.dropoffAddress))
  const quote = pickup && dropoff && estimateQuote(pickup, dropoff, ctx.clock.now())
  if (quote) return quote
  throw new Unavailable(
    'Unable to get delivery quote. Try messaging the seller instead.',
    PURCHASING_CODES.QUOTE_UNAVAILABLE,
  )
}

async function publicPlace(ctx: Context, listingId: string): Promise<Point | null> {
  const listing = await findListing(ctx.db, listingId)
  if (!listing || listing.status === 'withdrawn') throw new NotFound('Item not found', CATALOG_CODES.LISTING_NOT_FOUND)
  const { latitude, longitude } = await presentListing(ctx.db, listing, undefined)
  return latitude === null || longitude === null ? null : { latitude, longitude }
}
