import type { Http } from '../http.ts'

/** Tells where the page after this one is, while there is one (RFC 8288): the same query with another cursor. */
export function linkNext(
  http: Http,
  query: Record<string, string | number | undefined>,
  next: string | undefined,
): void {
  if (next === undefined) return
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value))
  params.set('cursor', next)
  http.append('Link', `<${http.path}?${params.toString()}>; rel="next"`)
}
