import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../../platform/context.ts'
import { createListener } from '../../../platform/listener.ts'
import { type BrowsePage, browseListings } from './browse-listings.ts'
import type { BrowseQuery } from '../contract.ts'

const CHANNEL = 'listings_changed'
/** A page is read anew after this time even if nothing was heard: a connection can be dead for long before it is known. */
const MAX_AGE_MS = 1000
const MAX_PAGES = 100
const BROTLI_QUALITY = 5

export type Encoding = 'br' | 'gzip'

/** What every visitor gets for the same address. */
export interface FirstPage extends BrowsePage {
  etag: string
  bytes: Buffer
  /** The JSON compressed; once, however often it is asked for. */
  compressed(encoding: Encoding): Promise<Buffer>
}

interface Cached {
  page: Promise<FirstPage>
  generation: number
  readAt: number
}

export interface FirstPages {
  read(query: BrowseQuery): Promise<FirstPage>
  /** Something may have changed: pages are read anew. */
  forget(): void
}

/** Only the beginning of what can be chosen without typing: there are few such pages, and nearly everybody asks for them. */
export function isFirstPage({ search, city, seller, cursor }: BrowseQuery): boolean {
  return cursor === undefined && !search && !city && !seller
}

/**
 * Keeps first pages until PostgreSQL says that listings have changed, whichever process changed them. What was begun to be
 * read before a change is never kept for after it; while nobody listens, nothing is kept.
 */
export function firstPages(ctx: Context): FirstPages {
  const cache = new LRUCache<string, Cached>({ max: MAX_PAGES })
  let generation = 0
  let listening = false
  let subscribed = false
  const forget = () => {
    generation += 1
  }

  function subscribe(): void {
    if (subscribed) return
    subscribed = true
    createListener(ctx.db, [CHANNEL], ctx.log).subscribe({
      notify: forget,
      connected() {
        forget()
        listening = true
      },
      lost() {
        listening = false
      },
    })
  }

  async function readAnew(query: BrowseQuery, known: Cached | undefined): Promise<FirstPage> {
    const page = withCompression(await browseListings(ctx.db, query))
    const before = await known?.page.catch(() => undefined)
    return before?.etag === page.etag ? before : page
  }

  return {
    forget,
    read(query) {
      subscribe()
      const key = `${query.status ?? ''} ${query.category ?? ''} ${query.limit}`
      const known = cache.get(key)
      const fresh = known?.generation === generation && performance.now() - known.readAt < MAX_AGE_MS
      if (known && fresh && listening) return known.page
      const page = readAnew(query, known)
      page.catch(() => cache.delete(key))
      cache.set(key, { page, generation, readAt: performance.now() })
      return page
    },
  }
}

const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

function withCompression(page: BrowsePage): FirstPage {
  const bytes = Buffer.from(page.json)
  const compressions = new Map<Encoding, Promise<Buffer>>()
  const hash = createHash('sha256').update(`${page.total} `).update(bytes).digest('base64url').slice(0, 22)
  return {
    ...page,
    bytes,
    etag: `W/"${hash}"`,
    compressed(encoding) {
      const ready = compressions.get(encoding) ?? compress[encoding](bytes)
      compressions.set(encoding, ready)
      return ready
    },
  }
}
