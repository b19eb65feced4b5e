import { getSettings } from './modules/admin/settings/contract.ts'
import { impactStats, listCategoryPrices } from './modules/catalog/contract.ts'
import { LISTINGS_CHANGED } from './modules/catalog/index.ts'
import { getUser } from './modules/identity/contract.ts'
import type { SiteAddresses } from './platform/http/pages/pages.ts'

const PAGES =
  /^\/(|post|batch-upload|profile|account|inbox|notifications|favourites|searches|tokens|purchases|pickup|economy|verify-statement|terms|privacy|imprint|decisions|admin(\/(market|members(\/[^/]+)?|listings|trades|settings|log))?|door\/[^/]+|neighbour\/[^/]+|item\/[^/]+(\/edit)?|api\/login)\/?$/

/** Files that pages and programs fetch by themselves: no person reads a page in their place. */
const FILE = /^\/assets\/|\.(ico|png|jpe?g|gif|webp|avif|svg|m?js|css|map|json|xml|webmanifest|woff2?|ttf|otf)$/i

/** The addresses of the pages in `web/router.tsx`, for the times when the site's own code can't answer that. */
export const addresses: SiteAddresses = {
  notFound: '/not-found',
  isKnown: (path) => PAGES.test(path),
  channel: LISTINGS_CHANGED,
  // The figures at a page's foot, typical prices and fees.
  shared: [impactStats.path, listCategoryPrices.path, getSettings.path],
  personal: [getUser.path],
  isForReaders: (path) => path === '/api/login' || !(FILE.test(path) || /^\/api(\/|$)/.test(path)),
}
