import type { Context } from '../../../platform/context.ts'
import { NotFound, Unavailable } from '../../../platform/errors.ts'
import { createLimiter } from '../../../platform/http/limits/limiter.ts'
import { CATALOG_CODES } from '../../catalog/contract.ts'
import { findListing, givenPoint, placeListing, type Listing } from '../../catalog/index.ts'
import { PURCHASING_CODES, type Quote } from '../contract.ts'
import { findQuote, keepQuote } from './courier-quote.ts'
import { askDoorDash } from './doordash.ts'
import { estimateQuote } from './estimate-quote.ts'
import { pickupFor, type Pickup } from './pickup.ts'

export type QuoteRequest = { dropoffAddress: string } & ({ itemId: string } | { pickupAddress: string })

/** Far more than somebody who buys; each costs a request to the courier or the geocoder. */
const BY_MEMBER = { keyPrefix: 'quote', points: 60, duration: 3600 }
const BY_LISTING = { keyPrefix: 'quote-listing', points: 12, duration: 3600 }

/**
 * A courier's price: asked of DoorDash, else estimated from the distance. The same way is asked for once while its
 * quote holds, and does not count.
 * @throws NotFound; AppError 429; Unavailable QUOTE_UNAVAILABLE where no courier goes there or no quote could be had
 */
export function deliveryQuotes(ctx: Context) {
  const [byMember, byListing] = [createLimiter(ctx, BY_MEMBER), createLimiter(ctx, BY_LISTING)]
  return async function quoteDelivery(callerId: string, request: QuoteRequest): Promise<Quote> {
    const { dropoffAddress } = request
    if (!('itemId' in request)) {
      await byMember.consume(callerId)
      const { pickupAddress } = request
      const point = ctx.config.doordash ? null : await ctx.geocoder.locate(pickupAddress)
      return quote(ctx, { address: pickupAddress, point }, dropoffAddress)
    }
    const listing = await findOffered(ctx, request.itemId)
    const pickup = pickupFor(listing, callerId)
    if (!pickup) throw unavailable()
    const leg = { listingId: listing.id, pickupAddress: pickup.address, dropoffAddress }
    const known = await findQuote(ctx.db, leg, ctx.clock.now())
    if (known) return known
    await byListing.consume(`${callerId} ${listing.id}`)
    await byMember.consume(callerId)
    const answer = await quote(ctx, pickup, dropoffAddress)
    await keepQuote(ctx.db, leg, answer, ctx.clock.now())
    return answer
  }
}

/** With its point, if that can be known: the job that looks it up may not have run yet. */
async function findOffered(ctx: Context, itemId: string): Promise<Listing> {
  const listing = await findListing(ctx.db, itemId)
  if (!listing || listing.status === 'withdrawn' || listing.hiddenAt !== null)
    throw new NotFound('Item not found', CATALOG_CODES.LISTING_NOT_FOUND)
  if (givenPoint(listing)) return listing
  await placeListing(ctx, itemId).catch(() => null)
  return (await findListing(ctx.db, itemId)) ?? listing
}

async function quote(ctx: Context, { address, point }: Pickup, dropoffAddress: string): Promise<Quote> {
  if (ctx.config.doordash) {
    // Its fee is in US dollars, which nobody pays here.
    if (ctx.site.currency !== 'usd') throw unavailable()
    return askCourier(ctx, address, dropoffAddress)
  }
  const dropoff = point && (await ctx.geocoder.locate(dropoffAddress))
  const estimated = point && dropoff && estimateQuote(point, dropoff, ctx.clock.now())
  if (estimated) return estimated
  throw unavailable()
}

async function askCourier(ctx: Context, pickupAddress: string, dropoffAddress: string): Promise<Quote> {
  try {
    return await askDoorDash(ctx.config, ctx.clock, { pickupAddress, dropoffAddress })
  } catch (error) {
    ctx.log.warn({ err: error }, 'no quote from the courier')
    throw unavailable()
  }
}

const unavailable = () =>
  new Unavailable('Unable to get delivery quote. Try messaging the seller instead.', PURCHASING_CODES.QUOTE_UNAVAILABLE)
