import type { Middleware } from 'koa'
import type { Config } from '../../config.ts'
import { Forbidden } from '../../errors.ts'
import { carriesSession } from './session.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Accepts writes from the site's own pages only. A request without `Origin` comes from a program, not from a page;
 * it passes as long as it does not act with somebody's session.
 */
export function sameOrigin(config: Config): Middleware {
  return async (http, next) => {
    if (!READS.has(http.method)) {
      const origin = http.get('origin')
      const own = origin === config.publicUrl || (!config.production && origin === `${http.protocol}://${http.host}`)
      if (!own && (origin !== '' || carriesSession(http))) {
        throw new Forbidden('This request did not come from the site itself', 'FOREIGN_ORIGIN')
      }
    }
    await next()
  }
}
