import type { Middleware } from 'koa'
import type { Context } from '../../context.ts'
import { clientAddress } from './client-address.ts'
import { createBlockLimiter } from './limiter.ts'
import { sessionMember } from '../session/session.ts'

/** Far above what a person does: it stops floods. What is costly or guessable has a limit of its own. */
const WRITES = { keyPrefix: 'write', points: 3000, duration: 60 }
/** A minute's writes of a person fit in one of these. */
const BLOCK = 50

/** @param signed paths of calls that carry another company's signature: all come from its few addresses, and what isn't signed writes nothing */
export function limitWrites(ctx: Context, signed: readonly string[]): Middleware {
  const limiter = createBlockLimiter(ctx, WRITES, BLOCK)
  return async (http, next) => {
    const writes = http.method !== 'GET' && http.method !== 'HEAD' && http.method !== 'OPTIONS'
    if (writes && !signed.includes(http.path)) await limiter.consume(sessionMember(http) ?? clientAddress(http))
    await next()
  }
}
