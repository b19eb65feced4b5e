import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../../platform/context.ts'
import { type BrowsePage, browseListings } from './browse-listings.ts'
import type { BrowseQuery } from '../contract.ts'

const CHANNEL = 'listings_changed'
/** A page is reloaded after this time even without a notification: a dead connection can go unnoticed for long. */
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
  /** Invalidates all pages. */
  forget(): void
}

/** First pages by category and status alone: there are few of them, and nearly everybody asks for one. */
export function isFirstPage({ status: _, category: __, limit: ___, sort, ...others }: BrowseQuery): boolean {
  return sort === 'newest' && Object.values(others).join('') === ''
}

/**
 * Caches first pages until PostgreSQL notifies that listings have changed, in whichever process. A read that started before
 * a change is not cached past it, and nothing is cached while the listener is disconnected.
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
    ctx.listener.subscribe([CHANNEL], {
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

  async function reload(query: BrowseQuery, known: Cached | undefined): Promise<FirstPage> {
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
      const page = reload(query, known)
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
