/** A path on this site to go on to after signing in; anything else becomes the home page. */
export function safeReturnTo(path: string | null): string {
  if (path === null || !path.startsWith('/')) return '/'
  const { origin, pathname, search, hash } = new URL(path, window.location.origin)
  return origin === window.location.origin && !pathname.startsWith('//') ? pathname + search + hash : '/'
}

/** Where 'Log In' on this page leads. */
export function loginPath(returnTo: string): string {
  return returnTo === '/' ? '/api/login' : `/api/login?${String(new URLSearchParams({ returnTo }))}`
}
