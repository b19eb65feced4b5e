import send from 'koa-send'
import type { Middleware } from 'koa'
import type { Http } from '../http.ts'

/** For files whose name says what is in them. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Hashed files that are only ever parts of a page: no document comes of them whose policy their headers would be. */
const PART = /^\/assets\/[^/]+\.(js|css|woff2|webp|avif)$/
/** Headers that say something about a document alone; they are half as long as a small script. */
const OF_DOCUMENTS = [
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
]
/** The policy of such a part: whoever opens it by itself sees its text, and nothing else. */
const NOTHING_ELSE = "default-src 'none';frame-ancestors 'none'"

/**
 * Serves the files of the built site. Those under `/assets/` carry a hash of their content in their name, so they never
 * change; all others are asked for again each time. Their brotli and gzip twins go out by `Accept-Encoding`.
 */
export function staticFiles(folder: string): Middleware {
  return async (http, next) => {
    const readable = http.method === 'GET' || http.method === 'HEAD'
    const sent = readable && isFile(http.path) && (await sendFile(http, folder))
    if (!sent) await next()
    else {
      if (PART.test(http.path)) shortenHeaders(http)
      if (http.fresh) http.status = 304
    }
  }
}

function shortenHeaders(http: Http): void {
  for (const name of OF_DOCUMENTS) http.remove(name)
  http.set('Content-Security-Policy', NOTHING_ELSE)
}

/** Pages have no extension; the template and the compressed variants are not served under their own names. */
function isFile(path: string): boolean {
  return /\.[a-z0-9]+$/i.test(path) && !/\.(html|br|gz)$/i.test(path)
}

async function sendFile(http: Http, folder: string): Promise<boolean> {
  const immutable = http.path.startsWith('/assets/')
  try {
    const path = await send(http, http.path, {
      root: folder,
      setHeaders: (response) => {
        response.setHeader('Cache-Control', immutable ? IMMUTABLE : 'no-cache')
      },
    })
    return typeof path === 'string'
  } catch (error) {
    const { status } = error as { status?: number }
    // Missing, or a path that tries to leave the folder: not ours.
    if (status === undefined || status >= 500) throw error
    return false
  }
}
