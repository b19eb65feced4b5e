import type { Database } from '../../../platform/database.ts'
import { sendCompressed } from '../../../platform/http/pages/compressed.ts'
import type { Http } from '../../../platform/http/http.ts'
import { type BrowsePage, browseListings } from './browse-listings.ts'
import type { BrowseQuery } from '../contract.ts'
import { correctedSearches } from './words/correct-search.ts'
import { type FirstPages, isFirstPage } from './first-pages.ts'

/**
 * Answers a page of listings: `X-Total-Count`, `Link` to the next one, and for a first page an `ETag`. Where a search finds
 * fewer than three, the page is of what was probably meant, which `X-Showing` tells, percent-encoded.
 * @returns whether anything was found, as it was typed
 */
export async function serveBrowse(
  db: Database,
  { first, query, http }: { first: FirstPages; query: BrowseQuery; http: Http },
): Promise<boolean> {
  http.type = 'application/json'
  if (!isFirstPage(query)) {
    const literal = await browseListings(db, query)
    const { page, search } = (literal.total < ENOUGH && (await corrected(db, query, literal.total))) || {
      page: literal,
      search: null,
    }
    if (search !== null) http.set('X-Showing', encodeURIComponent(search))
    setPageHeaders(page, http, search === null ? {} : { search })
    http.body = page.json
    return literal.total > 0
  }
  const page = await first.read(query)
  setPageHeaders(page, http)
  // The same for everybody; caches must revalidate it.
  http.set('Cache-Control', 'no-cache')
  http.set('ETag', page.etag)
  http.status = 200
  if (http.fresh) http.status = 304
  else await sendCompressed(http, page)
  return page.total > 0
}

/** A search that finds that many was hardly mistyped. */
const ENOUGH = 3

/** The corrected search, where it finds more than the `found` ones of the search as it was typed. */
async function corrected(
  db: Database,
  query: BrowseQuery,
  found: number,
): Promise<{ page: BrowsePage; search: string } | null> {
  if (!query.search || query.cursor !== undefined || query.exact) return null
  for (const search of await correctedSearches(db, query.search, found)) {
    const page = await browseListings(db, { ...query, search })
    if (page.total > found) return { page, search }
  }
  return null
}

function setPageHeaders({ total, nextCursor }: BrowsePage, http: Http, shown: { search?: string } = {}): void {
  http.set('X-Total-Count', String(total))
  if (nextCursor === null) return
  const next = new URLSearchParams({ ...(http.query as Record<string, string>), ...shown, cursor: nextCursor })
  http.set('Link', `</api/items?${next.toString()}>; rel="next"`)
}
