import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LRUCache } from 'lru-cache'
import type { Middleware, Next } from 'koa'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { languageOf, visitorsLanguage } from '../../language/language-of.ts'
import { LANGUAGES, type Language } from '../../language/words.ts'
import type { Site } from '../../site/site.ts'
import { escapeMarkup } from '../../text/escape-markup.ts'
import type { Logger } from '../../process/logger.ts'
import { keptUntilChanged } from '../../database/kept-until-changed.ts'
import type { Listener } from '../../database/listener.ts'
import type { Api } from '../api.ts'
import { clientAddress } from '../limits/client-address.ts'
import { type Compressible, compressible, sendCompressed } from './compressed.ts'
import type { Http } from '../http.ts'
import { createProcessLimiter } from '../limits/limiter.ts'
import { asNobody, carriesSession, setWhose } from '../session/session.ts'

/** The exports of the built server entry; see web/entry-server.tsx. */
interface ServerEntry {
  keptAddress(url: string): string | null
  dataPaths(url: string): string[]
  render(
    url: string,
    options: { data: Record<string, unknown>; language: Language; origin: string },
  ): Promise<{ status: number; head: string; html: string; data: string }>
}

/** An API path's answer to the server itself. */
interface Found {
  path: string
  value?: unknown
  /** Whether it failed. */
  away: boolean
}

/** A template, taken apart where a page's parts go: text and the name of a part by turns. */
type Shell = string[]

interface Painted {
  status: number
  head: string
  html: string
  data: string
  /** With all that it shows. */
  complete: boolean
}

/** A page that has been painted for nobody in particular. */
interface VisitorsPage extends Compressible {
  status: number
  /** A browser knows by this that it has the page already, however compressed. */
  etag: string
  complete: boolean
}

/** The site's own knowledge about its addresses. */
export interface SiteAddresses {
  /** Painted for an address that can't be decoded. */
  notFound: string
  /** Whether there is a page at this path. */
  isKnown(path: string): boolean
  /** Whether a person may read what is there, so that a page says when it is missing. */
  isForReaders(path: string): boolean
  /** PostgreSQL's channel that tells when what visitors see has changed. */
  channel: string
  /** Paths of the API whose answers many pages show, each the same for everybody. */
  shared: string[]
  /** Paths of the API whose answers stand around what a page is about, for one reader. */
  personal: string[]
}

interface PagesOptions {
  api: Api
  config: Config
  listener: Listener
  /** Whether the database is away: the page tells the browser so. */
  isOnlyLooking: () => boolean
  log: Logger
  /** Folder with the built site: `client/` and `server/`. */
  dist: string
  addresses: SiteAddresses
  site: Site
}

/** Painting takes the processor's time from everybody. More than a whole office reads. */
const PAINTS = { keyPrefix: 'paint', points: 120, duration: 10 }

/**
 * Milliseconds for which a visitor's page is kept of which nothing was heard: names and fees change without a word. It
 * shows what may have been read as long before, and is right within a second.
 */
const MAX_AGE_MS = 500
/** While the database is away, pages of the last minutes before are shown. */
const STANDS_IN_MS = 10 * 60_000
/** Some hundred pages with both compressions, which take less than the page itself. */
const MAX_BYTES = 64 * 2 ** 20
/** A page of one member is sent once: a tenth more of bytes for half the time. */
const QUALITY_OF_ONE = 2

/** Taking an address apart costs as much as sending the page. */
const ADDRESSES = 1000

/** Seconds after which a page may be asked for again whose data did not come. */
const RETRY_AFTER = 5

interface Pages {
  /** Answers pages that many visitors see alike, painted once. It stands before sessions and asks for none. */
  visitorsPages: Middleware
  /** All others, painted for whoever asks. */
  otherPages: Middleware
}

const pass: Middleware = (_http, next) => next()

/**
 * Serves the site's pages, painted on the server with the data of their first screen, so that they show before any
 * script runs. When painting fails, the browser does it alone. Unknown pages are the site's own, with status 404.
 */
export function pages({ api, config, listener, isOnlyLooking, log, dist, addresses, site }: PagesOptions): Pages {
  const english = readShell(dist)
  if (english === undefined) return { visitorsPages: pass, otherPages: pass }
  const shellsOf = (made: (template: string) => string) =>
    perLanguage((language) => shellOf(made(readShell(dist, language) ?? english)))
  const shells = shellsOf((template) => template)
  // A member has been here before: their browser has the styles.
  const membersShells = shellsOf(withStylesLinked)
  const load = loader(join(dist, 'server', 'entry-server.js'), log)
  const limit = createProcessLimiter(PAINTS)
  const visitors = keptUntilChanged<VisitorsPage>(listener, {
    channel: addresses.channel,
    maxAge: MAX_AGE_MS,
    standsIn: STANDS_IN_MS,
    maxBytes: MAX_BYTES,
    bytesOf: ({ bytes }) => 2 * bytes.length,
    isKept: ({ status, complete }) => status === 200 && complete,
  })
  const shared = keptUntilChanged<Found>(listener, {
    channel: addresses.channel,
    maxAge: MAX_AGE_MS,
    maxBytes: addresses.shared.length,
    bytesOf: () => 1,
    isKept: ({ away }) => !away,
  })
  // A page that lacks one of these is served, and the browser asks again.
  const parts = new Set([...addresses.shared, ...addresses.personal])
  const taken = new LRUCache<string, { kept: string | null }>({ max: ADDRESSES })
  // Members see their own change at once, even before the database's notification arrives.
  api.onWritten(() => {
    visitors.forget()
    shared.forget()
  })

  async function visitorsPages(http: Http, next: Next): Promise<void> {
    const address = await keptAddressOf(http)
    if (address === null) {
      await next()
      return
    }
    const page = await (visitors.find(`${visitorsLanguage(http)} ${address}`) ?? paintAnew(http, address))
    setHeaders(http, page.status)
    setWhose(http, null)
    http.set('ETag', page.etag)
    if (http.fresh) http.status = 304
    else await sendCompressed(http, page)
  }

  async function otherPages(http: Http, next: Next): Promise<void> {
    await next()
    if (!isUnanswered(http) || !addresses.isForReaders(http.path)) return
    await limit.consume(clientAddress(http))
    const painted = await paint(http, isReadable(http.path) ? http.url : addresses.notFound)
    setHeaders(http, painted.status)
    const shell = (carriesSession(http) ? membersShells : shells)[languageOf(http)]
    await sendCompressed(http, compressible(marked(fill(shell, painted)), QUALITY_OF_ONE))
  }

  async function paintAnew(http: Http, address: string): Promise<VisitorsPage> {
    await limit.consume(clientAddress(http))
    const language = visitorsLanguage(http)
    return visitors.read(`${language} ${address}`, async (last) => {
      const painted = await paint(asNobody(http), address)
      // Older than wanted, and better than nothing.
      if (painted.status === 503 && last)
        return { ...visitorsPage(last.bytes.toString(), last.status), complete: false }
      return { ...visitorsPage(fill(shells[language], painted), painted.status), complete: painted.complete }
    })
  }

  /** The address of a page that many visitors see alike. Who is known by a session has their own, and what sets a cookie is for one. */
  async function keptAddressOf(http: Http): Promise<string | null> {
    const anybodys = isReading(http) && addresses.isForReaders(http.path) && isReadable(http.path)
    if (!anybodys || carriesSession(http) || http.res.hasHeader('set-cookie')) return null
    const known = taken.get(http.url)
    if (known) return known.kept
    const kept = (await load())?.keptAddress(http.url) ?? null
    taken.set(http.url, { kept })
    return kept
  }

  function visitorsPage(text: string, status: number): Omit<VisitorsPage, 'complete'> {
    const page = compressible(marked(text))
    const etag = `W/"${createHash('sha256').update(page.bytes).digest('base64url')}"`
    return { ...page, etag, status }
  }

  function marked(page: string): string {
    return isOnlyLooking() ? page.replace('<html', '<html data-market="only-looking"') : page
  }

  function setHeaders(http: Http, status: number): void {
    http.status = status
    if (status === 503) http.set('Retry-After', String(RETRY_AFTER))
    http.set('Cache-Control', 'private, no-cache')
    http.type = 'html'
  }

  /** Where that fails, the page that the browser paints alone. */
  async function paint(http: Http, url: string): Promise<Painted> {
    const painted = await paintWhole(http, url).catch((error: unknown) => {
      log.error({ err: error, requestId: http.state['requestId'] as string }, 'a page was not painted')
      return null
    })
    const status = addresses.isKnown(http.path) && isReadable(http.path) ? 200 : 404
    return painted ?? { status, head: `<title>${escapeMarkup(site.name)}</title>`, html: '', data: '', complete: false }
  }

  async function paintWhole(http: Http, url: string): Promise<Painted | null> {
    const entry = await load()
    if (!entry) return null
    const find = (path: string) =>
      addresses.shared.includes(path) ? shared.read(path, () => read(asNobody(http), path)) : read(http, path)
    const found = await Promise.all(entry.dataPaths(url).map(find))
    const data = Object.fromEntries(found.flatMap(({ path, value }) => (value === undefined ? [] : [[path, value]])))
    const painted = await entry.render(url, { data, language: languageOf(http), origin: config.publicUrl })
    // A page without its data must not enter a search engine.
    const away = found.some((one) => one.away && !parts.has(one.path)) && painted.status === 200
    return { ...painted, complete: !found.some((one) => one.away), ...(away ? { status: 503 } : {}) }
  }

  /** The page's data from `path`: null for what is absent; what fails is left to the browser. */
  async function read(http: Http, path: string): Promise<Found> {
    try {
      const { body, headers } = await api.read(path, http)
      const value = Array.isArray(body) && headers.has('x-total-count') ? listPage(body, headers) : body
      return { path, value, away: false }
    } catch (error) {
      const status = error instanceof AppError ? error.status : 500
      const absent = status === 401 || status === 404
      return { path, ...(absent ? { value: null } : {}), away: status >= 500 }
    }
  }

  return { visitorsPages, otherPages }
}

/** Hashes, as the Content-Security-Policy writes them, of the scripts in the template itself, which run before the first paint. */
export function inlineScripts(dist: string): string[] {
  const scripts = readShell(dist)?.matchAll(/<script>(.*?)<\/script>/gs) ?? []
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

function readShell(dist: string, language: Language = 'en'): string | undefined {
  const template = join(dist, 'client', language === 'en' ? 'index.html' : `index.${language}.html`)
  return existsSync(template) ? readFileSync(template, 'utf8') : undefined
}

/** Two slashes at the start would be a link to another site. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return !path.startsWith('//')
  } catch {
    return false
  }
}

function isUnanswered(http: Http): boolean {
  return http.status === 404 && http.body == null && isReading(http)
}

const isReading = (http: Http) => http.method === 'GET' || http.method === 'HEAD'

function listPage(answer: unknown[], headers: Headers) {
  const next = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
  const showing = headers.get('x-showing')
  return {
    answer,
    total: Number(headers.get('x-total-count')),
    next: next?.replace(/^https?:\/\/[^/]+/, '') ?? null,
    showing: showing && decodeURIComponent(showing),
  }
}

const perLanguage = <Made>(make: (language: Language) => Made) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Record<Language, Made>

const shellOf = (template: string): Shell => template.split(/<!--(head|html|data)-->/)

const withStylesLinked = (template: string) =>
  template.replace(/<style data-file="([^"]+)">.*?<\/style>/s, '<link rel="stylesheet" href="$1">')

function fill(shell: Shell, { head, html, data }: Painted): string {
  const parts: Record<string, string> = { head, html, data }
  return shell.map((text, place) => (place % 2 === 0 ? text : parts[text])).join('')
}

function loader(file: string, log: Logger): () => Promise<ServerEntry | null> {
  if (!existsSync(file)) return () => Promise.resolve(null)
  let entry: Promise<ServerEntry | null> | undefined
  return () => {
    entry ??= (import(pathToFileURL(file).href) as Promise<ServerEntry>).catch((error: unknown) => {
      log.error({ err: error }, 'the server entry of the site does not load; pages are painted by the browser')
      return null
    })
    return entry
  }
}
