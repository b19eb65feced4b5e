import { matchPath } from 'react-router-dom'
import { itemPath } from '../features/listing/api.ts'
import { filtersOf, itemsPath } from '../features/browsing/filters.ts'

const EVERYWHERE = ['/api/auth/user', '/api/site']

/** The API paths whose answers the first screen of `url` shows. */
export function dataPaths(url: string): string[] {
  const { pathname, searchParams } = new URL(url, 'http://site')
  if (pathname === '/') {
    return [...EVERYWHERE, itemsPath(filtersOf(searchParams)), '/api/impact/stats', '/api/admin/category-prices']
  }
  const { id } = matchPath('/item/:id', pathname)?.params ?? {}
  if (id !== undefined) {
    return [...EVERYWHERE, itemPath(decodeURIComponent(id)), '/api/admin/category-prices', '/api/admin/settings']
  }
  return EVERYWHERE
}
