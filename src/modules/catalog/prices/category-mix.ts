import type { Reader } from '../../../platform/database.ts'
import { DAY_MS } from '../../../platform/durations.ts'

const LOOKED_BACK_MS = 180 * DAY_MS

/**
 * The listings of each category: how often in the last half year, the price on average in whole tokens, with fractions,
 * and how many of these are there to be bought.
 */
export async function categoryMix(
  reader: Reader,
  now: Date,
): Promise<{ name: string; weight: number; price: number; available: number }[]> {
  const { rows } = await reader.raw<{ rows: { name: string; weight: number; price: number; available: number }[] }>(
    `select category as name, count(*)::int as weight, round(avg(token_price) / 100, 2)::float8 as price,
       count(*) filter (where status = 'available')::int as available
     from listing where created_at >= ? group by category order by weight desc, category`,
    [new Date(now.getTime() - LOOKED_BACK_MS)],
  )
  return rows
}
