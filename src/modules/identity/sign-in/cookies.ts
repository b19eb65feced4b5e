import { randomBytes } from 'node:crypto'
import type { Middleware } from 'koa'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Http } from '../../../platform/http/http.ts'
import { hostCookie } from '../../../platform/http/session/session.ts'

const BROWSER = 'outgrown.browser'
const REFERRAL = 'outgrown.referral'

/** The name that binds a code to the browser that asked for it. */
export function browserId(http: Http): string | undefined {
  return http.cookies.get(hostCookie(BROWSER, http.cookies), { signed: true })
}

export function rememberBrowser(http: Http): string {
  const id = browserId(http) ?? randomBytes(16).toString('base64url')
  http.cookies.set(hostCookie(BROWSER, http.cookies), id, { signed: true, sameSite: 'lax', maxAge: 180 * DAY_MS })
  return id
}

/**
 * Remembers the invitation of `?ref=CODE`, on whatever page, until the visitor signs up. Files and calls read no `ref`.
 * @param isPage whether a person reads what is at that path
 */
export function rememberReferral(isPage: (path: string) => boolean): Middleware {
  return async (http, next) => {
    const { ref } = http.query
    if (http.method === 'GET' && isPage(http.path) && typeof ref === 'string' && /^[A-Za-z0-9]{1,40}$/.test(ref)) {
      http.cookies.set(hostCookie(REFERRAL, http.cookies), ref, { signed: true, sameSite: 'lax', maxAge: 60 * DAY_MS })
    }
    await next()
  }
}

export function rememberedReferral(http: Http): string | undefined {
  return http.cookies.get(hostCookie(REFERRAL, http.cookies), { signed: true })
}
