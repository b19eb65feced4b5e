import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import type { ImpactStats } from '../contract.ts'
import { savingOf, UNWEIGHED_SAVING } from './impact-factors.ts'

interface CategoryCounts {
  category: string
  available: bigint
  claimed: bigint
  claimed_weighed: bigint
  /** Hundredths of a pound. */
  claimed_weight: bigint
  weighed: bigint
  listings: bigint
}

/**
 * Pounds that the market has kept out of landfill; summed from counts that each change of a listing updates in its
 * transaction.
 */
export async function impactStats(reader: Reader): Promise<ImpactStats> {
  const { rows } = await reader.raw<{ rows: CategoryCounts[] }>(`
    select category,
      coalesce(sum(listings) filter (where status = 'available'), 0)::int8 as available,
      coalesce(sum(listings) filter (where status = 'claimed'), 0)::int8 as claimed,
      coalesce(sum(weighed) filter (where status = 'claimed'), 0)::int8 as claimed_weighed,
      coalesce(sum(weight_lbs * 100) filter (where status = 'claimed'), 0)::int8 as claimed_weight,
      sum(weighed)::int8 as weighed,
      sum(listings)::int8 as listings
    from listing_count where status <> 'withdrawn' group by category
  `)
  const sum = (of: (one: CategoryCounts) => bigint) => rows.reduce((total, one) => total + of(one), 0n)
  return {
    totalWeightLbs: formatHundredths(sum((one) => one.claimed_weight)),
    itemsSold: Number(sum((one) => one.claimed)),
    estimatedCO2SavedLbs: formatHundredths(
      sum((one) => savingOf(one.category, one.claimed_weight) + (one.claimed - one.claimed_weighed) * UNWEIGHED_SAVING),
    ),
    itemsWithWeight: Number(sum((one) => one.weighed)),
    totalItems: Number(sum((one) => one.listings)),
    available: Object.fromEntries(
      rows.flatMap(({ category, available }) => (available > 0n ? [[category, Number(available)]] : [])),
    ),
  }
}
