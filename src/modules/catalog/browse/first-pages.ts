import { createHash } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { compressible, type Compressible } from '../../../platform/http/pages/compressed.ts'
import { keptUntilChanged } from '../../../platform/database/kept-until-changed.ts'
import { type BrowsePage, browseListings } from './browse-listings.ts'
import type { BrowseQuery } from '../contract.ts'

/** Notified by each statement that changes a listing, or what a card shows of its photo. */
export const LISTINGS_CHANGED = 'listings_changed'
/** The painted page is kept as long again: together no longer than a second. */
const MAX_AGE_MS = 500
const MAX_BYTES = 8 * 2 ** 20

/** The answer to every visitor for the same address. */
export interface FirstPage extends BrowsePage, Compressible {
  etag: string
}

export interface FirstPages {
  read(query: BrowseQuery): Promise<FirstPage>
  forget(): void
}

/** First pages by category and status alone: there are few of them, and nearly everybody asks for one. */
export function isFirstPage({ status: _, category: __, limit: ___, sort, ...others }: BrowseQuery): boolean {
  return sort === 'newest' && Object.values(others).join('') === ''
}

/** Keeps first pages until listings change. */
export function firstPages(ctx: Context): FirstPages {
  const kept = keptUntilChanged<FirstPage>(ctx.listener, {
    channel: LISTINGS_CHANGED,
    maxAge: MAX_AGE_MS,
    maxBytes: MAX_BYTES,
    // The text, its bytes, and both compressions.
    bytesOf: ({ bytes }) => 3 * bytes.length,
    isKept: () => true,
  })
  return {
    forget: () => kept.forget(),
    read: (query) =>
      kept.read(`${query.status ?? ''} ${query.category ?? ''} ${query.limit}`, async (last) => {
        const page = present(await ctx.readers.read('primary', (db) => browseListings(db, query)))
        return last?.etag === page.etag ? last : page
      }),
  }
}

function present(page: BrowsePage): FirstPage {
  const content = compressible(page.json)
  const hash = createHash('sha256').update(`${page.total} `).update(content.bytes).digest('base64url').slice(0, 22)
  return { ...page, ...content, etag: `W/"${hash}"` }
}
