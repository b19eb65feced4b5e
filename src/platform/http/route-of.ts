import type { Http } from './http.ts'

/** The pattern of the route: paths themselves would be as many metrics as there are ids. */
export function routeOf(http: Http): string {
  const pattern: unknown = http['_matchedRoute']
  if (typeof pattern === 'string') return pattern
  return http.path.startsWith('/api/') ? 'unknown' : 'page'
}
