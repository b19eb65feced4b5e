import type { Middleware } from 'koa'
import type { Config } from '../../config.ts'

/** An answer that sets a cookie is for one browser, whatever its route says: no shared cache may hand the cookie on. */
export const cookiesStayPrivate: Middleware = async (http, next) => {
  await next()
  if (http.res.hasHeader('set-cookie')) http.set('Cache-Control', 'private, no-store')
}

/** The API's answers are for the asker alone, unless the route says otherwise; cookies leave over TLS where there is TLS. */
export function privateAnswers(config: Config): Middleware {
  const https = config.publicUrl.startsWith('https:')
  return async (http, next) => {
    // TLS ends at the proxy; what counts is what the browser sees.
    http.cookies.secure = https
    if (http.path.startsWith('/api/')) http.set('Cache-Control', 'no-store')
    await next()
  }
}
