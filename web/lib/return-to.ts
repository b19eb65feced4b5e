/** The address of 'Log In' on this page. */
export function loginPath(returnTo: string): string {
  return returnTo === '/' ? '/api/login' : `/api/login?${String(new URLSearchParams({ returnTo }))}`
}
