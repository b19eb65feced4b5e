/** `value` when it is a path on this site, else `/`. */
export function safeReturnTo(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, 'http://site')) return '/'
  const { origin, pathname, search, hash } = new URL(value, 'http://site')
  // `/.//elsewhere` is normalized to `//elsewhere`, which a browser reads as another host.
  return origin === 'http://site' && !pathname.startsWith('//') ? pathname + search + hash : '/'
}
