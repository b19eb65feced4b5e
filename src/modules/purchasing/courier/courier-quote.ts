import { createHash } from 'node:crypto'
import type { Reader } from '../../../platform/database.ts'
import type { Quote } from '../contract.ts'

/** A way from an item, as the courier was told it. */
interface Leg {
  listingId: string
  pickupAddress: string
  dropoffAddress: string
}

/** Prices are kept, addresses are not: a row outlives the account of whoever asked. */
function keyOf({ listingId, pickupAddress, dropoffAddress }: Leg) {
  const way = createHash('sha256').update(`${pickupAddress}\n${dropoffAddress}`).digest('base64url')
  return { listing_id: listingId, dropoff_address: way }
}

/** The quote that was given for the way from an item to an address, while it holds. */
export async function findQuote(reader: Reader, leg: Leg, now: Date): Promise<Quote | undefined> {
  const row = await reader('courier_quote').where(keyOf(leg)).where('expires_at', '>', now).first()
  return (
    row && {
      fee: row.fee_cents / 100,
      estimatedTime: row.estimated_time,
      estimate: row.estimate,
      expiresAt: row.expires_at.toISOString(),
    }
  )
}

/** Keeps it while it holds; those that are over go on the way. */
export async function keepQuote(reader: Reader, leg: Leg, quote: Quote, now: Date): Promise<void> {
  await reader('courier_quote').where('expires_at', '<=', now).delete()
  const row = {
    fee_cents: Math.round(quote.fee * 100),
    estimated_time: quote.estimatedTime,
    estimate: quote.estimate,
    expires_at: new Date(quote.expiresAt),
  }
  await reader('courier_quote')
    .insert({ ...keyOf(leg), ...row })
    .onConflict(['listing_id', 'dropoff_address'])
    .merge(row)
}

/** The courier fee quoted to the buyer for one of the ways, in US cents; null without a quote that still holds. */
export async function quotedFee(reader: Reader, ways: Leg[], now: Date): Promise<number | null> {
  const { rows } = await reader.raw<{ rows: { fee_cents: number }[] }>(
    `select fee_cents from courier_quote
     where (listing_id, dropoff_address) in (select * from unnest(:listings::uuid[], :ways::text[])) and expires_at > :now
     order by expires_at desc limit 1`,
    { now, listings: ways.map((way) => way.listingId), ways: ways.map((way) => keyOf(way).dropoff_address) },
  )
  return rows[0]?.fee_cents ?? null
}
