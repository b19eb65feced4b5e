import type { Context } from '../../../platform/context.ts'
import { NotFound, Unavailable } from '../../../platform/errors.ts'
import { createGeocoder, type Point } from '../../../platform/geocoder.ts'
import { CATALOG_CODES } from '../../catalog/contract.ts'
import { findListing, presentListing, type Listing } from '../../catalog/index.ts'
import { PURCHASING_CODES, type Quote } from '../contract.ts'
import { findQuote, keepQuote } from './courier-quote.ts'
import { askDoorDash } from './doordash.ts'
import { estimateQuote } from './estimate-quote.ts'

export type QuoteRequest = { dropoffAddress: string } & ({ itemId: string } | { pickupAddress: string })

/**
 * What a courier would cost: asked of DoorDash, else estimated from the distance. The same way is asked for once while
 * its quote holds.
 * @throws NotFound; Unavailable QUOTE_UNAVAILABLE where nobody goes, or nobody could tell
 */
export async function quoteDelivery(ctx: Context, request: QuoteRequest): Promise<Quote> {
  if (!('itemId' in request)) {
    const { pickupAddress, dropoffAddress } = request
    return ctx.config.doordash
      ? askCourier(ctx, pickupAddress, dropoffAddress)
      : estimate(ctx, await createGeocoder(ctx.config).locate(pickupAddress), dropoffAddress)
  }
  const listing = await findListing(ctx.db, request.itemId)
  if (!listing || listing.status === 'withdrawn' || listing.hiddenAt !== null)
    throw new NotFound('Item not found', CATALOG_CODES.LISTING_NOT_FOUND)
  const { dropoffAddress } = request
  const leg = { listingId: listing.id, dropoffAddress }
  const known = await findQuote(ctx.db, leg, ctx.clock.now())
  if (known) return known
  const quote = await quoteItem(ctx, listing, dropoffAddress)
  await keepQuote(ctx.db, leg, quote, ctx.clock.now())
  return quote
}

/**
 * A courier must know the door; the buyer gets fee and time alone. An estimate is made from the place that everybody
 * sees on the map: from its exact figures for many addresses the seller's own could be worked out.
 */
async function quoteItem(ctx: Context, listing: Listing, dropoffAddress: string): Promise<Quote> {
  if (ctx.config.doordash) return askCourier(ctx, `${listing.pickupAddress}, ${listing.city}`, dropoffAddress)
  const { latitude, longitude } = await presentListing(ctx.db, listing, undefined)
  return estimate(ctx, latitude === null || longitude === null ? null : { latitude, longitude }, dropoffAddress)
}

async function askCourier(ctx: Context, pickupAddress: string, dropoffAddress: string): Promise<Quote> {
  try {
    return await askDoorDash(ctx.config, ctx.clock, { pickupAddress, dropoffAddress })
  } catch (error) {
    ctx.log.warn({ err: error }, 'no quote from the courier')
    throw unavailable()
  }
}

async function estimate(ctx: Context, pickup: Point | null, dropoffAddress: string): Promise<Quote> {
  const dropoff = pickup && (await createGeocoder(ctx.config).locate(dropoffAddress))
  const quote = pickup && dropoff && estimateQuote(pickup, dropoff, ctx.clock.now())
  if (quote) return quote
  throw unavailable()
}

const unavailable = () =>
  new Unavailable('Unable to get delivery quote. Try messaging the seller instead.', PURCHASING_CODES.QUOTE_UNAVAILABLE)
