import type { PageQuery } from '../page.ts'
import type { Http } from './http.ts'

/** Tells where the page after this one is, while there is one (RFC 8288). */
export function linkNext(http: Http, { limit }: PageQuery, next: string | undefined): void {
  if (next !== undefined) http.append('Link', `<${http.path}?limit=${limit}&cursor=${next}>; rel="next"`)
}
