import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import type { ImpactStats } from '../contract.ts'
import { savingOf, UNWEIGHED_SAVING } from './impact-factors.ts'

interface Tally {
  category: string
  claimed: bigint
  claimed_weighed: bigint
  /** Hundredths of a pound. */
  claimed_weight: bigint
  weighed: bigint
  listings: bigint
}

/** What the market has kept out of landfill; summed from tallies that each change of a listing updates as it commits. */
export async function impactStats(reader: Reader): Promise<ImpactStats> {
  const { rows } = await reader.raw<{ rows: Tally[] }>(`
    select category,
      coalesce(sum(listings) filter (where status = 'claimed'), 0)::int8 as claimed,
      coalesce(sum(weighed) filter (where status = 'claimed'), 0)::int8 as claimed_weighed,
      coalesce(sum(weight_lbs * 100) filter (where status = 'claimed'), 0)::int8 as claimed_weight,
      sum(weighed)::int8 as weighed,
      sum(listings)::int8 as listings
    from listing_count where status <> 'withdrawn' group by category
  `)
  const sum = (of: (tally: Tally) => bigint) => rows.reduce((total, tally) => total + of(tally), 0n)
  return {
    totalWeightLbs: formatHundredths(sum((tally) => tally.claimed_weight)),
    itemsSold: Number(sum((tally) => tally.claimed)),
    estimatedCO2SavedLbs: formatHundredths(
      sum(
        (tally) =>
          savingOf(tally.category, tally.claimed_weight) + (tally.claimed - tally.claimed_weighed) * UNWEIGHED_SAVING,
      ),
    ),
    itemsWithWeight: Number(sum((tally) => tally.weighed)),
    totalItems: Number(sum((tally) => tally.listings)),
  }
}
