import type { Middleware } from 'koa'
import { clientAddress } from './client-address.ts'
import { createProcessLimiter } from './limiter.ts'
import { sessionMember } from './session.ts'

/** Ten times what a whole office reads: it stops floods. */
const READS = { keyPrefix: 'read', points: 1200, duration: 10 }

/** Whoever asks from this machine is its operator, or a proxy of which nobody told us: then it is everybody. */
const LOOPBACK = /^127\.|^0:0:0:0::\/64$/

/** Limits what a member, or an address of visitors, may read of the API. */
export function limitReads(): Middleware {
  const limiter = createProcessLimiter(READS)
  return async (http, next) => {
    const reads = (http.method === 'GET' || http.method === 'HEAD') && http.path.startsWith('/api/')
    const address = clientAddress(http)
    if (reads && !LOOPBACK.test(address)) await limiter.consume(sessionMember(http) ?? address)
    await next()
  }
}
