import { DAY_MS } from '../../../platform/durations.ts'
import type { Context } from '../../../platform/context.ts'
import { type Reader, transact } from '../../../platform/database.ts'
import { words } from '../../../platform/language/words.ts'
import { lockPresentMember, withoutBlocked } from '../../identity/index.ts'
import { notify } from '../../notifications/index.ts'
import { ABOUT, aboutListing, type AboutRow } from '../listing/about-listing.ts'
import { ATTRIBUTES_FIT } from '../browse/attribute-filters.ts'
import type { Seekers } from './contract.ts'
import { stopPath } from './stop-searches.ts'

/** A search that nobody looks at for so long rests. */
export const RESTS_AFTER_DAYS = 60
/** Searches read after this time are at work. */
export const restingSince = (now: Date) => new Date(now.getTime() - RESTS_AFTER_DAYS * DAY_MS)
/** So much of a word finds its searches: a title has few parts that are not longer. */
export const ANCHOR_LENGTH = 12

export interface FittingSearch extends AboutRow {
  searchId: string
  memberId: string
  /** The listing's title. */
  title: string
  sellerId: string
}

/**
 * An entry that can be had and the saved searches that find it: what a search asks of it, as `publicFilter` does the other way
 * round. Found by the parts of the title, since one of a search's anchors is among them, and by the tile where it lies: of a
 * word that many look for, only those near by are read.
 */
const FITTING = `
  from (
    select *, (
      select array_agg(distinct substr(title, first, size)) || array['']
      from generate_series(1, length(title)) as first, generate_series(1, ${ANCHOR_LENGTH}) as size
    ) as parts
    from search_entry where listing_id = :listingId and status = 'available' offset 0
  ) as entry join listing on listing.id = entry.listing_id join saved_search search on anchors && parts
    and tiles && array[-1, coalesce(tile_of(entry.latitude, entry.longitude), -1)]
  where search.member_id <> entry.seller_id and search.read_at > :restingSince
    and coalesce(search.category = entry.category, true)
    and ${ATTRIBUTES_FIT}
    and coalesce(search.seller_id = entry.seller_id, true)
    and (search.within is null or entry.latitude is not null
      and ring_between(search.latitude, search.longitude, entry.latitude, entry.longitude) <= search.within)
    and not exists (select from unnest(title_words) as word where not exists (
      select from string_to_table(word, E'\\n') as reading where strpos(entry.title, reading) > 0))
    and not exists (select from unnest(city_words) as word where not exists (
      select from string_to_table(word, E'\\n') as reading where strpos(entry.city, reading) > 0))`

/** One search of each member, that which is told soonest. */
const TO_BE_TOLD = `
  select distinct on (search.member_id) search.id as "searchId", search.member_id as "memberId", listing.title,
    entry.seller_id as "sellerId", ${ABOUT},
    case when search.latitude is not null and entry.latitude is not null
      then ring_between(search.latitude, search.longitude, entry.latitude, entry.longitude) end as km
  ${FITTING} and search.how <> 'none'
  order by search.member_id, array_position(array['at-once', 'daily', 'weekly'], search.how), search.created_at, search.id`

/** Members who have said that it may be shown, also those who are not told themselves. */
const SEEKERS = `
  select search.member_id as "memberId",
    min(ring_between(search.latitude, search.longitude, entry.latitude, entry.longitude))
      filter (where search.latitude is not null and entry.latitude is not null) as km
  ${FITTING} and search.shown
  group by search.member_id`

/** The saved searches that find a listing, one of each member; none while nobody may see it. */
export async function fittingSearches(reader: Reader, listingId: string, now: Date): Promise<FittingSearch[]> {
  const { rows } = await reader.raw<{ rows: FittingSearch[] }>(TO_BE_TOLD, {
    listingId,
    restingSince: restingSince(now),
  })
  return rows
}

/**
 * Neighbours who look for a listing and have said that whoever posts such a thing may know, and how far away the
 * nearest of them is; never who. Nobody who has blocked its seller or is blocked counts, and nobody while it can't be
 * had.
 */
export async function seekersOf(
  reader: Reader,
  { listingId, sellerId, now }: { listingId: string; sellerId: string; now: Date },
): Promise<Seekers> {
  const { rows } = await reader.raw<{ rows: { memberId: string; km: number | null }[] }>(SEEKERS, {
    listingId,
    restingSince: restingSince(now),
  })
  const wanting = await withoutBlocked(reader, sellerId, rows, ({ memberId }) => memberId)
  const distances = wanting.flatMap(({ km }) => km ?? [])
  return { count: wanting.length, nearestKm: distances.length > 0 ? roughly(Math.min(...distances)) : null }
}

/** Rounded up, so that it tells a region and no place. */
function roughly(km: number): number {
  const least = Math.max(km, 2)
  const size = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map((step) => step * size).find((step) => step >= least) ?? least
}

/**
 * A listing was posted, or its place has become known: whoever looks for such a thing is told, or will be in their next
 * summary. Each member once for a listing, however often this runs.
 */
export async function matchSearches(ctx: Context, { listingId }: { listingId: string }): Promise<void> {
  const now = ctx.clock.now()
  const fitting = await fittingSearches(ctx.db, listingId, now)
  const [first] = fitting
  if (!first) return
  const found = await withoutBlocked(ctx.db, first.sellerId, fitting, ({ memberId }) => memberId)
  const ids = found.map(({ memberId, searchId }) => ({ memberId, searchId }))
  await transact(ctx.db, async (trx) => {
    const { rows } = await trx.raw<{ rows: { member_id: string; search_id: string }[] }>(
      `with fresh as (
         insert into search_match (member_id, listing_id, search_id, found_at, told_at)
         select present.member_id, :listingId, search.id, :now, case how when 'at-once' then :now::timestamptz end
         from jsonb_to_recordset(:found) as found ("memberId" uuid, "searchId" uuid),
           lateral (${lockPresentMember('found."memberId"')}) as present (member_id),
           lateral (select id, how from saved_search where id = found."searchId" and how <> 'none') as search
         where exists (select from search_entry where listing_id = :listingId and status = 'available')
         order by present.member_id
         on conflict do nothing
         returning member_id, search_id, told_at
       )
       select member_id, search_id from fresh where told_at is not null`,
      { listingId, now, found: JSON.stringify(ids) },
    )
    if (rows.length === 0) return
    await notify(
      trx,
      ...rows.map(({ member_id, search_id }) => ({
        memberId: member_id,
        kind: 'alerts' as const,
        key: `search:${listingId}`,
        told: 'search: found' as const,
        facts: { things: { quoted: [first.title] } },
        about: aboutListing(found.find(({ memberId }) => memberId === member_id) ?? first),
        path: `/item/${listingId}`,
        button: words('See it'),
        stopPath: stopPath(ctx.config, [search_id], now),
        fromId: first.sellerId,
        now,
      })),
    )
  })
}
