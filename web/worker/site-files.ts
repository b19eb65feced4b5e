/**
 * One build's page without anybody's data, and the scripts and styles that belong to it. They are fetched together or
 * not at all, and a page of one build is never put together with the files of another.
 */
interface OfflineSite {
  /** The page that the browser paints alone. */
  shell: string
  /** The files that the shell itself asks for. */
  first: string[]
  /** The files of all the other pages. */
  rest: string[]
}

declare const self: ServiceWorkerGlobalScope
// Filled in by the build: language -> the name in `/assets/offline-….json`, an OfflineSite.
declare const __BUILDS__: Record<string, string>

/** A page in another language asks for a worker at another address, which then takes the place of the one before. */
const BUILD = __BUILDS__[new URL(self.location.href).searchParams.get('language') ?? 'en'] ?? ''

const SITE = 'site-'
const OWN = SITE + BUILD
const LIST = `/assets/offline-${BUILD}.json`

/** @throws TypeError when a file can't be had: then the worker of the build before stays */
export async function fetchSite(): Promise<void> {
  const cache = await caches.open(OWN)
  await cache.add(LIST)
  const { first } = await listed()
  await cache.addAll(first)
}

/** A member can open every page offline; a visitor, who may never come back, only those seen. */
export async function fetchRest(): Promise<void> {
  const { rest } = await listed()
  await keepFiles(rest)
}

export async function keepFiles(paths: string[]): Promise<void> {
  const cache = await caches.open(OWN)
  for (const path of paths) {
    // The next worker can't take over while this one is still at work.
    if (self.registration.installing ?? self.registration.waiting) return
    // After a deployment one may be gone: the others are of use without it.
    if (!(await caches.match(path))) await cache.add(path).catch(() => undefined)
  }
}

/** The build before this one stays: its pages may still be open. */
export async function dropOldSites(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(SITE) && name !== OWN)
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)))
}

/** A hashed file never changes: whichever build it belongs to, what is here is right. */
export async function siteFile(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(OWN)).put(request, answer.clone())
  return answer
}

/** Titled by the site's own name, as it was last told; with the headers of the answer that brought it, its policy among them. */
export async function shell(): Promise<Response> {
  const headers = new Headers((await caches.match(LIST))?.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.delete('content-encoding')
  const site = (await (await caches.match('/api/site', { ignoreVary: true }))?.json()) as { name: string } | undefined
  const page = (await listed()).shell
  return new Response(site ? titled(page, site.name) : page, { headers })
}

const titled = (page: string, name: string) =>
  page.replace(/(?<=<title>)[^<]*/, () => name.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`))

async function listed(): Promise<OfflineSite> {
  const list = await caches.match(LIST)
  if (!list) throw new TypeError('this build is not kept')
  return (await list.json()) as OfflineSite
}
