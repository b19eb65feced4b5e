import { paramsIn } from '../lib/navigation.tsx'
import { SITE_PAGES } from '../../src/platform/site/look.ts'
import { filtersOf, listingsPath, queryOf } from '../features/browsing/filters.ts'
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
  const { id } = paramsIn('/item/:id', pathname) ?? {}
  if (id !== undefined) {
    return [
      ...EVERYWHERE,
      path('/api/items/:id', { params: { id } }),
      path('/api/items/:id/order', { params: { id } }),
      PRICES,
      path('/api/admin/settings'),
    ]
  }
  if (pathname === '/economy') return [...EVERYWHERE, path('/api/economy')]
  const { page } = paramsIn('/:page', pathname) ?? {}
  const sitePage = SITE_PAGES.find((one) => one === page?.toLowerCase())
  if (sitePage) return [...EVERYWHERE, path('/api/site/:page', { params: { page: sitePage } })]
  const { neighbour } = paramsIn('/neighbour/:neighbour', pathname) ?? {}
  if (neighbour !== undefined) {
    return [...EVERYWHERE, path('/api/neighbours/:id', { params: { id: neighbour } })]
  }
  return EVERYWHERE
}

const ITEM = /^\/item\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * For a page that visitors open again and again, home, a search's first page or an item: the address under which it is
 * painted once for all of them, without what else stands in the asked one. Null for any other.
 */
export function keptAddress(url: string): string | null {
  const { pathname, searchParams } = new URL(url, 'http://site')
  if (ITEM.test(pathname)) return pathname
  const filters = filtersOf(searchParams)
  if (pathname !== '/' || filters.cursor !== '') return null
  return ['/', String(queryOf(filters))].filter(Boolean).join('?')
}
