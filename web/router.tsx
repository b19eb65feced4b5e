import { type ComponentType, type ReactNode, Suspense, ViewTransition, lazy, useState } from 'react'
import { WithParams, paramsIn, useLocation } from './lib/navigation.tsx'
import { PageLoading } from './frame/page-loading.tsx'
import { fetchChunk } from './lib/chunks.ts'
import { hasHydrated, useHydrated } from './lib/swr-root.tsx'

interface PageModule {
  default: ComponentType
}

interface PageRoute {
  path: string
  /** Key of the chunk in the build's manifest, so that the server can preload it. */
  file: string
  preload: () => Promise<void>
  Page: ComponentType
}

/** One chunk per page. Once preloaded it renders without suspending, as server rendering and hydration need it. */
function pageRoute(path: string, file: string, load: () => Promise<PageModule>): PageRoute {
  let loaded: ComponentType | undefined
  const lazily = () =>
    lazy(() =>
      fetchChunk(load).catch((error: unknown) => {
        // React would remember the failure for ever.
        later = lazily()
        throw error
      }),
    )
  let later = lazily()
  function Page() {
    const [Content] = useState(() => loaded ?? later)
    return (
      <Suspense fallback={<PageLoading />}>
        <Content />
        <Arrived />
      </Suspense>
    )
  }
  const preload = async () => {
    loaded = (await fetchChunk(load)).default
  }
  return { path, file, preload, Page }
}

function Arrived() {
  useHydrated()
  return null
}

const NOT_FOUND = pageRoute('', 'pages/not-found.tsx', () => import('./pages/not-found.tsx'))

const ROUTES = [
  pageRoute('/', 'pages/home.tsx', () => import('./pages/home.tsx')),
  pageRoute('/item/:id', 'pages/listing.tsx', () => import('./pages/listing.tsx')),
  pageRoute('/item/:id/edit', 'pages/edit-listing.tsx', () => import('./pages/edit-listing.tsx')),
  pageRoute('/post', 'pages/post.tsx', () => import('./pages/post.tsx')),
  pageRoute('/batch-upload', 'pages/batch-upload.tsx', () => import('./pages/batch-upload.tsx')),
  pageRoute('/profile', 'pages/profile.tsx', () => import('./pages/profile.tsx')),
  pageRoute('/account', 'pages/account.tsx', () => import('./pages/account.tsx')),
  pageRoute('/inbox', 'pages/inbox.tsx', () => import('./pages/inbox.tsx')),
  pageRoute('/notifications', 'pages/notifications.tsx', () => import('./pages/notifications.tsx')),
  pageRoute('/favourites', 'pages/favourites.tsx', () => import('./pages/favourites.tsx')),
  pageRoute('/searches', 'pages/searches.tsx', () => import('./pages/searches.tsx')),
  pageRoute('/tokens', 'pages/tokens.tsx', () => import('./pages/tokens.tsx')),
  pageRoute('/pickup', 'pages/pickup.tsx', () => import('./pages/pickup.tsx')),
  pageRoute('/purchases', 'pages/purchases.tsx', () => import('./pages/purchases.tsx')),
  pageRoute('/door/:id', 'pages/door.tsx', () => import('./pages/door.tsx')),
  pageRoute('/neighbour/:id', 'pages/neighbour.tsx', () => import('./pages/neighbour.tsx')),
  pageRoute('/economy', 'pages/economy.tsx', () => import('./pages/economy.tsx')),
  pageRoute('/terms', 'pages/site-page.tsx', () => import('./pages/site-page.tsx')),
  pageRoute('/privacy', 'pages/site-page.tsx', () => import('./pages/site-page.tsx')),
  pageRoute('/imprint', 'pages/site-page.tsx', () => import('./pages/site-page.tsx')),
  pageRoute('/verify-statement', 'pages/verify-statement.tsx', () => import('./pages/verify-statement.tsx')),
  pageRoute('/decisions', 'pages/decisions.tsx', () => import('./pages/decisions.tsx')),
  pageRoute('/admin', 'pages/admin/overview.tsx', () => import('./pages/admin/overview.tsx')),
  pageRoute('/admin/members', 'pages/admin/members.tsx', () => import('./pages/admin/members.tsx')),
  pageRoute('/admin/members/:id', 'pages/admin/member.tsx', () => import('./pages/admin/member.tsx')),
  pageRoute('/admin/listings', 'pages/admin/listings.tsx', () => import('./pages/admin/listings.tsx')),
  pageRoute('/admin/trades', 'pages/admin/trades.tsx', () => import('./pages/admin/trades.tsx')),
  pageRoute('/admin/trades/:id', 'pages/admin/trade.tsx', () => import('./pages/admin/trade.tsx')),
  pageRoute('/admin/settings', 'pages/admin/settings.tsx', () => import('./pages/admin/settings.tsx')),
  pageRoute('/admin/log', 'pages/admin/log.tsx', () => import('./pages/admin/log.tsx')),
  pageRoute('/admin/market', 'pages/admin/market.tsx', () => import('./pages/admin/market.tsx')),
  pageRoute('/api/login', 'pages/sign-in.tsx', () => import('./pages/sign-in.tsx')),
]

export const routeOf = (pathname: string): PageRoute =>
  ROUTES.find(({ path }) => paramsIn(path, pathname) !== null) ?? NOT_FOUND

/** One page gives way to another softly, where motion is wanted. */
export function Pages() {
  const { pathname } = useLocation()
  const { path, Page } = routeOf(pathname)
  return (
    <Turning key={path}>
      <WithParams params={paramsIn(path, pathname) ?? {}}>
        <Page />
      </WithParams>
    </Turning>
  )
}

/** React begins a transition wherever it finds one, whatever it is called: without motion there is none. */
function Turning({ children }: { children: ReactNode }) {
  const [soft] = useState(() => hasHydrated() && !window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  if (!soft) return children
  return (
    <ViewTransition enter="page" exit="page" default="none">
      {children}
    </ViewTransition>
  )
}
