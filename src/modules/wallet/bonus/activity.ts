import { HOUR_MS } from '../../../platform/durations.ts'
import type { Trx } from '../../../platform/database.ts'
import { recordActivities } from '../../identity/index.ts'
import { bonuses, STANDING_HOURS, type Bonus } from './bonuses.ts'
import type { Month } from './month.ts'

interface Listed {
  listingId: string
  sellerId: string
  /** When it was posted, withdrawn or sold. */
  at: Date
  month: Month
}

/** The things that one member has sold to another at once. */
interface Sales {
  /** Each by its listing, and by what names it in the ledger: `purchase:…`. */
  earning: { reference: string; listingId: string }[]
  sellerId: string
  buyerId: string
  /** The time of delivery. */
  at: Date
  month: Month
  now: Date
}

/** A listing or a sale that counts from now on, in a month of a member. */
interface Counted {
  reference: string
  member_id: string
  month: Month
}

/** Notes a posted listing; it counts once it has stood long enough. */
export async function recordListing(trx: Trx, { listingId, sellerId, at, month }: Listed): Promise<void> {
  await trx('activity')
    .insert({
      reference: `listing:${listingId}`,
      kind: 'listing',
      member_id: sellerId,
      month,
      occurred_at: at,
      counts_from: new Date(at.getTime() + STANDING_HOURS * HOUR_MS),
    })
    .onConflict('reference')
    .ignore()
}

/** Takes a listing out that was withdrawn before it counted, even where its posting has not been noted yet. */
export async function discountListing(trx: Trx, { listingId, sellerId, at, month }: Listed): Promise<void> {
  await trx.raw(
    `insert into activity (reference, kind, member_id, month, occurred_at) values (?, 'listing', ?, ?, ?)
     on conflict (reference) do update set counts_from = null
     where activity.counted_at is null and activity.counts_from > excluded.occurred_at`,
    [`listing:${listingId}`, sellerId, month, at],
  )
}

/** Counts the listings that have stood long enough, at most `limit` of them. */
export async function countStandingListings(trx: Trx, limit: number, now: Date): Promise<Counted[]> {
  const { rows } = await trx.raw<{ rows: Counted[] }>(
    `update activity set counted_at = ?
     where reference in (
       select reference from activity where counted_at is null and counts_from <= ?
       order by counts_from limit ? for update skip locked
     )
     returning reference, member_id, month`,
    [now, now, limit],
  )
  return rows
}

/**
 * Counts delivered sales, but of all sales to the same buyer only the first; and what was sold as listed, however short
 * it stood, even where its posting has not been noted yet.
 */
export async function countSales(trx: Trx, sales: Sales): Promise<Counted[]> {
  const { earning, sellerId, buyerId, at, month, now } = sales
  const { rows } = await trx.raw<{ rows: Counted[] }>(
    `with listed as (
       insert into activity (reference, kind, member_id, month, occurred_at, counted_at)
       select listing, 'listing', :sellerId::uuid, :month, :at::timestamptz, :now::timestamptz
       from unnest(:listings::text[]) as listing order by listing
       on conflict (reference) do update set counted_at = excluded.counted_at where activity.counted_at is null
       returning reference, member_id, month
     ), sold as (
       insert into activity (reference, kind, member_id, buyer_id, month, occurred_at, counts_from, counted_at)
       select sale, 'sale', :sellerId::uuid, :buyerId::uuid, :month, :at::timestamptz, :at::timestamptz, :now::timestamptz
       from unnest(:sales::text[]) as sale, (select count(*) from listed) as first
       on conflict do nothing
       returning reference, member_id, month
     )
     select * from listed union all select * from sold`,
    {
      listings: earning.map(({ listingId }) => `listing:${listingId}`),
      sales: earning.map(({ reference }) => reference),
      sellerId,
      buyerId,
      month,
      at,
      now,
    },
  )
  return rows
}

/** Records the members' last active months, and answers what is earned: first listings and sales, combos. */
export async function earnedBy(trx: Trx, counted: Counted[]): Promise<Bonus[]> {
  if (counted.length === 0) return []
  // This locks the members' rows: a concurrent count of the other kind waits, and then sees both.
  await recordActivities(
    trx,
    counted.map(({ member_id: memberId, month }) => ({ memberId, month })),
  )
  const { rows } = await trx.raw<{ rows: { member_id: string; month: Month }[] }>(
    `select member_id, month from activity
     where counted_at is not null and (member_id, month) in (select * from unnest(?::uuid[], ?::text[]))
     group by member_id, month having count(distinct kind) = 2
     order by member_id, month`,
    [counted.map((one) => one.member_id), counted.map((one) => one.month)],
  )
  const [listings, sales] = [of('listing:', counted), of('purchase:', counted)]
  return [
    ...listings.map((one) => bonuses.firstListing(one.member_id, one.reference)),
    ...sales.map((one) => bonuses.firstSale(one.member_id, one.reference)),
    ...rows.map((row) => bonuses.monthlyCombo(row.member_id, row.month)),
  ]
}

const of = (kind: string, counted: Counted[]) => counted.filter(({ reference }) => reference.startsWith(kind))
