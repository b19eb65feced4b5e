import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Config } from '../config.ts'
import type { Logger } from '../process/logger.ts'
import type { Http } from './http.ts'
import type { Metrics } from './metrics.ts'
import { routeOf } from './route-of.ts'
import { sessionMember } from './session/session.ts'

/** A word of ours, an id, or a file named after one. A secret in an address is longer, or of other signs. */
const SAYS_NOTHING = /^([\w.-]{0,20}|[a-z][a-z.-]*|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-\d+)?(\.[a-z]+)?)$/
const LISTENERS = 30
const QUIET = /^\/(healthz|readyz|metrics)$|^(?!\/api\/).*\.[a-z0-9]+$/i

/** Gives each request an id, and notes in log and metrics how it went. Neither query strings nor bodies are noted. */
export function observe(config: Config, log: Logger, metrics: Metrics): Middleware {
  // None of the few fields below is secret, and looking for what is takes longer than writing them.
  const lines = log.child({}, { redact: { paths: [] } })
  return async (http, next) => {
    const start = performance.now()
    // All who stand around an answer listen to its end; with a compressed stream they are a dozen.
    http.res.setMaxListeners(LISTENERS)
    const requestId = ownId(http, config) ?? randomUUID()
    http.state['requestId'] = requestId
    http.set('X-Request-Id', requestId)
    http.res.once('close', () => {
      const { method, path, status } = http
      const ms = Math.round(performance.now() - start)
      metrics.observeRequest({ method, route: routeOf(http), status }, ms / 1000)
      const line = {
        requestId,
        method,
        path: withoutSecrets(path),
        status,
        ms,
        memberId: http.state['memberId'] as string | undefined,
      }
      // Requests for a page's files, or by a supervisor all day, would hide the rest.
      if (QUIET.test(path) && status < 400) lines.debug(line, 'request')
      else lines.info(line, http.res.writableFinished ? 'request' : 'request was cut off')
    })
    await next()
    // The session is gone from memory when the last byte has left.
    http.state['memberId'] = sessionMember(http) ?? undefined
  }
}

/** Whether or not a route knows the address: a mistyped one holds the same secret. */
const withoutSecrets = (path: string) =>
  path
    .split('/')
    .map((part) => (SAYS_NOTHING.test(part) ? part : '*'))
    .join('/')

/** A proxy's id, where a proxy is known to stand in front; anybody else's would let them write into the log. */
function ownId(http: Http, config: Config): string | undefined {
  const given = http.get('x-request-id')
  return config.TRUST_PROXY > 0 && /^[\w-]{8,64}$/.test(given) ? given : undefined
}
