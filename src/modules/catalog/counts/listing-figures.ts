import type { Reader } from '../../../platform/database.ts'
import { LISTING_STATUSES, type ListingStatus } from '../contract.ts'

/** Listings in each status; hidden ones, whatever their status, are counted as such alone. */
export async function listingFigures(reader: Reader): Promise<Record<ListingStatus | 'hidden', number>> {
  const { rows } = await reader.raw<{ rows: { status: string; listings: number }[] }>(
    `select status, sum(listings)::int as listings from (
       select status, listings from listing_count
       union all
       -- A hidden listing counts as withdrawn.
       select unnest(array['withdrawn', 'hidden']), unnest(array[-1, 1]) from listing where hidden_at is not null
     ) as counted group by status`,
  )
  const count = (status: string) => rows.find((row) => row.status === status)?.listings ?? 0
  const [available, reserved, claimed, withdrawn] = LISTING_STATUSES.map(count)
  return { available, reserved, claimed, withdrawn, hidden: count('hidden') } as Record<
    ListingStatus | 'hidden',
    number
  >
}
