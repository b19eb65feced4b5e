import { matchPath } from 'react-router-dom'
import { filtersOf, listingsPath } from '../features/browsing/filters.ts'
import { path } from '../lib/api.ts'

const EVERYWHERE = [path('/api/auth/user'), path('/api/site')]
const PRICES = path('/api/admin/category-prices')

/** The API paths whose answers the first screen of `url` shows. */
export function dataPaths(url: string): string[] {
  const { pathname, searchParams } = new URL(url, 'http://site')
  if (pathname === '/') {
    return [
      ...EVERYWHERE,
      listingsPath(filtersOf(searchParams)),
      path('/api/impact/stats'),
      PRICES,
      path('/api/baskets/example'),
    ]
  }
  const { id } = matchPath('/item/:id', pathname)?.params ?? {}
  if (id !== undefined) {
    return [
      ...EVERYWHERE,
      path('/api/items/:id', { params: { id: decodeURIComponent(id) } }),
      PRICES,
      path('/api/admin/settings'),
    ]
  }
  const { neighbour } = matchPath('/neighbour/:neighbour', pathname)?.params ?? {}
  if (neighbour !== undefined) {
    return [...EVERYWHERE, path('/api/neighbours/:id', { params: { id: decodeURIComponent(neighbour) } })]
  }
  return EVERYWHERE
}
