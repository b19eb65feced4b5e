import type { Middleware } from 'koa'
import { clientAddress } from './client-address.ts'
import type { Http } from '../http.ts'
import { createProcessLimiter } from './limiter.ts'
import { sessionMember } from '../session/session.ts'

/** A page draws dozens of photos along, and each costs less than a call. */
const PHOTO = /^\/photos\//
const CALL = 5
/** Ten times what a whole office reads: it stops floods. */
const READS = { keyPrefix: 'read', points: 1200 * CALL, duration: 10 }

/** A reader on this machine is its operator, or a proxy of which nobody told us: then it is everybody. */
const LOOPBACK = /^127\.|^0:0:0:0::\/64$/

/** Limits what a member, or an address of visitors, may read of what isn't kept in memory. */
export function limitReads(): Middleware {
  const limiter = createProcessLimiter(READS)
  return async (http, next) => {
    const reader = http.method === 'GET' || http.method === 'HEAD' ? readerOf(http) : null
    if (reader !== null) await limiter.consume(reader, PHOTO.test(http.path) ? 1 : CALL)
    await next()
  }
}

/** The reader: a member wherever they are, or an address of visitors. Null where that may be everybody. */
export function readerOf(http: Http): string | null {
  const address = clientAddress(http)
  return LOOPBACK.test(address) ? null : (sessionMember(http) ?? address)
}
