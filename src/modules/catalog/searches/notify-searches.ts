import { DAY_MS } from '../../../platform/durations.ts'
import { forEachDue } from '../../../platform/jobs/for-each-due.ts'
import type { Context } from '../../../platform/context.ts'
import { type Reader, transact } from '../../../platform/database.ts'
import { words } from '../../../platform/language/words.ts'
import { lockPresentMember, withoutBlocked } from '../../identity/index.ts'
import { notify } from '../../notifications/index.ts'
import { ABOUT, aboutListing, type AboutRow } from '../listing/about-listing.ts'
import type { SearchQuery } from './contract.ts'
import { stopPath } from './stop-searches.ts'

/** Summaries say so many titles, and how many more there are. */
const MOST_TITLES = 5
/** Longer ago nothing is matched again, and whoever was to be told has been. */
const KEPT_DAYS = 30

interface Due {
  memberId: string
  how: string
}

/**
 * Every quarter of an hour: tells in one notice what a member's searches have found since the first thing untold, a day or
 * a week after that. What has gone meanwhile is left out.
 */
export async function notifySearches(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await forEachDue(ctx, await dueAt(ctx.db, now), (due) => notifySearcher(ctx, due))
  await ctx
    .db('search_match')
    .where('found_at', '<', new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    .delete()
}

/** A search that tells at once by now has nothing to wait for. */
async function dueAt(reader: Reader, now: Date): Promise<Due[]> {
  const { rows } = await reader.raw<{ rows: Due[] }>(
    `select search_match.member_id as "memberId", how from search_match join saved_search on id = search_id
     where told_at is null and how <> 'none'
     group by search_match.member_id, how
     having min(found_at) <= :now::timestamptz
       - case how when 'weekly' then interval '7 days' when 'daily' then interval '1 day' else interval '0' end`,
    { now },
  )
  return rows
}

interface Found extends AboutRow {
  id: string
  title: string
  sellerId: string
  query: SearchQuery
  searchId: string
}

async function notifySearcher(ctx: Context, { memberId, how }: Due): Promise<void> {
  const now = ctx.clock.now()
  await transact(ctx.db, async (trx) => {
    await trx.raw(lockPresentMember('?'), [memberId])
    const { rows } = await trx.raw<{ rows: Found[] }>(
      `with told as (
         update search_match set told_at = :now from saved_search
         where saved_search.id = search_id and search_match.member_id = :memberId and told_at is null and how = :how
         returning listing_id, search_id, query, found_at, latitude, longitude
       )
       select listing.id, listing.title, listing.seller_id as "sellerId", query, search_id as "searchId", ${ABOUT},
         case when told.latitude is not null and entry.latitude is not null
           then ring_between(told.latitude, told.longitude, entry.latitude, entry.longitude) end as km
       from told join listing on listing.id = told.listing_id and listing.status = 'available' and hidden_at is null
         join search_entry entry on entry.listing_id = listing.id
       order by found_at, listing.id`,
      { memberId, how, now },
    )
    const found = await withoutBlocked(trx, memberId, rows, ({ sellerId }) => sellerId)
    const [first] = found
    if (!first) return
    await notify(trx, {
      memberId,
      kind: 'alerts',
      key: `searches:${first.id}`,
      told: 'searches: found',
      facts: { things: summaryOf(found) },
      about: found.length === 1 ? aboutListing(first) : { picture: aboutListing(first).picture },
      path: found.length === 1 ? `/item/${first.id}` : pathOf(first.query),
      button: words('See them'),
      stopPath: stopPath(ctx.config, [...new Set(found.map(({ searchId }) => searchId))], now),
      now,
    })
  })
}

function summaryOf(found: Found[]) {
  const quoted = found.slice(0, MOST_TITLES).map(({ title }) => title)
  return { quoted, more: found.length - quoted.length, list: 'plain' as const }
}

/** The search as the home page shows it. */
function pathOf(query: SearchQuery): string {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)])
  return `/?${new URLSearchParams(given).toString()}`
}
