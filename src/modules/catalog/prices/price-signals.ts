import type { Reader } from '../../../platform/database.ts'
import { MINUTE_MS, DAY_MS } from '../../../platform/durations.ts'

/** A category whose things lie, or are gone as soon as they are there. */
export interface PriceSignal {
  category: string
  kind: 'never sells' | 'sells at once'
  listings: number
  sold: number
  /** Whole tokens. */
  price: number
  priceToTry: number
}

/** Fewer listings say nothing about a price. */
const ENOUGH = 5
const LOOKED_BACK_MS = 90 * DAY_MS
const LONG_MS = 30 * DAY_MS
const AT_ONCE = `interval '${MINUTE_MS / 1000} seconds'`

/**
 * Categories of which nothing that was listed in the last 90 days, and at least 30 days ago, was sold; and those of which
 * half of what was sold had gone within a minute. A third less or more is a price to try: enough to be felt, and little
 * enough to be taken back.
 */
export async function priceSignals(reader: Reader, now: Date): Promise<PriceSignal[]> {
  const { rows } = await reader.raw<{ rows: PriceSignal[] }>(
    `select * from (
       select category,
         case when sold = 0 then 'never sells' else 'sells at once' end as kind,
         case when sold = 0 then stood else listings end as listings, sold, price,
         case when sold = 0 then greatest(1, price - ceil(price / 3.0))::int else least(100, price + ceil(price / 3.0))::int end as "priceToTry"
       from (
         select category_price.category, category_price.token_price as price, count(*)::int as listings,
           count(*) filter (where listing.created_at < :long)::int as stood,
           count(*) filter (where listing.purchased_at is not null)::int as sold,
           count(*) filter (where listing.purchased_at < listing.created_at + ${AT_ONCE})::int as at_once
         from category_price join listing on listing.category = category_price.category
         where category_price.removed_at is null and listing.created_at >= :from
         group by category_price.category, category_price.token_price
       ) seen
       where sold = 0 and stood >= ${ENOUGH} or at_once >= ${ENOUGH} and at_once * 2 >= sold
     ) signals
     where "priceToTry" <> price order by kind, category`,
    { from: new Date(now.getTime() - LOOKED_BACK_MS), long: new Date(now.getTime() - LONG_MS) },
  )
  return rows
}
