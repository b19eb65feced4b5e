import type { Api } from '../../../platform/http/api.ts'
import { endSession } from '../../../platform/http/session/session.ts'
import { safeReturnTo } from '../contract.ts'

/** Addresses that a browser goes to, instead of calls that a page makes. */
export function navigationRoutes(api: Api): void {
  api.router.get('/api/auth/login', (http) => {
    http.redirect(`/api/login?${new URLSearchParams({ returnTo: safeReturnTo(http.query['returnTo']) }).toString()}`)
  })
  api.router.get('/api/logout', (http) => {
    // A link of another site, and a browser that fetches links ahead, must not sign anybody out.
    const asked = http.method === 'GET' && http.get('sec-fetch-site') !== 'cross-site'
    if (asked && !/prefetch/i.test(http.get('sec-purpose') || http.get('purpose'))) endSession(http)
    http.redirect('/')
  })
}
