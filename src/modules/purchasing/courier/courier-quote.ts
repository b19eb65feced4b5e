import type { Reader } from '../../../platform/database.ts'
import type { Quote } from '../contract.ts'

interface Leg {
  listingId: string
  dropoffAddress: string
}

/** The quote that was given for the way from an item to an address, while it holds. */
export async function findQuote(reader: Reader, leg: Leg, now: Date): Promise<Quote | undefined> {
  const row = await reader('courier_quote')
    .where({ listing_id: leg.listingId, dropoff_address: leg.dropoffAddress })
    .where('expires_at', '>', now)
    .first()
  return (
    row && {
      fee: row.fee_cents / 100,
      estimatedTime: row.estimated_time,
      estimate: row.estimate,
      expiresAt: row.expires_at.toISOString(),
    }
  )
}

/** Keeps it while it holds; addresses of quotes that are over are forgotten on the way. */
export async function keepQuote(reader: Reader, leg: Leg, quote: Quote, now: Date): Promise<void> {
  await reader('courier_quote').where('expires_at', '<=', now).delete()
  const row = {
    fee_cents: Math.round(quote.fee * 100),
    estimated_time: quote.estimatedTime,
    estimate: quote.estimate,
    expires_at: new Date(quote.expiresAt),
  }
  await reader('courier_quote')
    .insert({ listing_id: leg.listingId, dropoff_address: leg.dropoffAddress, ...row })
    .onConflict(['listing_id', 'dropoff_address'])
    .merge(row)
}

/** US cents that the buyer was told the courier takes; null where nothing was asked, or long ago. */
export async function quotedFee(reader: Reader, leg: Leg, now: Date): Promise<number | null> {
  const quote = await findQuote(reader, leg, now)
  return quote ? Math.round(quote.fee * 100) : null
}
