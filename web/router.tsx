import { type ComponentType, Suspense, lazy, useState } from 'react'
import { Route, Routes, matchPath } from 'react-router-dom'
import { PageLoading } from './frame/page-loading.tsx'

interface PageModule {
  default: ComponentType
}

/** One chunk per page. `file` finds the chunk in the build's manifest, so that the server can announce it. */
class PageRoute {
  readonly path: string
  readonly file: string
  readonly #load: () => Promise<PageModule>
  #loaded: ComponentType | undefined

  constructor(path: string, file: string, load: () => Promise<PageModule>) {
    this.path = path
    this.file = file
    this.#load = load
  }

  async preload(): Promise<void> {
    this.#loaded = (await this.#load()).default
  }

  /** Once preloaded the page renders at once: on the server, and when hydrating, there must be no fallback in between. */
  readonly Page = () => {
    const [Content] = useState<ComponentType>(() => this.#loaded ?? lazy(this.#load))
    return (
      <Suspense fallback={<PageLoading />}>
        <Content />
      </Suspense>
    )
  }
}

const NOT_FOUND = new PageRoute('*', 'pages/not-found.tsx', () => import('./pages/not-found.tsx'))

const ROUTES = [
  new PageRoute('/', 'pages/home.tsx', () => import('./pages/home.tsx')),
  new PageRoute('/item/:id', 'pages/item.tsx', () => import('./pages/item.tsx')),
  new PageRoute('/post', 'pages/post.tsx', () => import('./pages/post.tsx')),
  new PageRoute('/batch-upload', 'pages/batch-upload.tsx', () => import('./pages/batch-upload.tsx')),
  new PageRoute('/profile', 'pages/profile.tsx', () => import('./pages/profile.tsx')),
  new PageRoute('/account', 'pages/account.tsx', () => import('./pages/account.tsx')),
  new PageRoute('/inbox', 'pages/inbox.tsx', () => import('./pages/inbox.tsx')),
  new PageRoute('/tokens', 'pages/tokens.tsx', () => import('./pages/tokens.tsx')),
  new PageRoute('/purchases', 'pages/purchases.tsx', () => import('./pages/purchases.tsx')),
  new PageRoute('/admin', 'pages/admin.tsx', () => import('./pages/admin.tsx')),
  new PageRoute('/api/login', 'pages/sign-in.tsx', () => import('./pages/sign-in.tsx')),
  NOT_FOUND,
]

export function routeOf(pathname: string): PageRoute {
  return ROUTES.find((route) => route.path !== '*' && matchPath(route.path, pathname)) ?? NOT_FOUND
}

export function Pages() {
  return (
    <Routes>
      {ROUTES.map(({ path, Page }) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
    </Routes>
  )
}
