/**
 * The service worker: what has been seen opens without reception, marked with its time, and whatever the network can
 * answer comes from the network. It stays below 4 KB (gzip).
 */
import {
  becomeMember,
  forgetAnswer,
  memberHere,
  keepAnswer,
  keepPainted,
  keptAnswer,
  ownAnswer,
} from './kept-answers.ts'
import { put } from '../lib/offline/outbox-store.ts'
import { openFrom, show } from './push.ts'
import { sendWaiting } from './send-waiting.ts'
import { takeShared } from './shared.ts'
import { dropOldSites, fetchRest, fetchSite, keepFiles, shell, siteFile } from './site-files.ts'
import type { Seen } from './seen.ts'

declare const self: ServiceWorkerGlobalScope

/** In a tunnel requests neither arrive nor fail: after that long, what is kept is shown; it can be replaced later. */
const PATIENCE_MS = 6000
/** Live, of use only in the moment, or not for this device to keep. */
const NEVER_KEPT =
  /^\/api\/(messages\/stream|ai\/|docs|open|auth\/(?!user$)|users\/me\/(export|sess)|admin\/(?!category-prices$|settings$))|\/statement\.json$|\.(csv|atom)$/
const PAGES_OF_THE_API = ['/api/login', '/api/logout']

self.addEventListener('install', (event) => event.waitUntil(fetchSite().then(takeOver)))
self.addEventListener('activate', (event) => event.waitUntil(dropOldSites().then(() => self.clients.claim())))
self.addEventListener('push', (event) => event.data && event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openFrom(event.notification)))
self.addEventListener('sync', (event) => (event as ExtendableEvent).waitUntil(sendWaiting()))
self.addEventListener('message', (event) => {
  const told = event.data as Seen | 'send'
  // Failing, it stays for another time.
  event.waitUntil(told === 'send' ? sendWaiting().catch(() => undefined) : keepSeen(told))
})
self.addEventListener('fetch', (event) => {
  const answer = answerTo(event)
  if (answer) event.respondWith(answer)
})

/** Again each second: Chromium can miss that the worker before has nothing left to do, and then waits for five minutes. */
function takeOver(): Promise<void> {
  setTimeout(() => (self.registration.installing ?? self.registration.waiting) && void takeOver(), 1000)
  return self.skipWaiting()
}

/** Undefined leaves the request to the browser. */
function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname, searchParams } = new URL(request.url)
  if (origin !== self.origin) return undefined
  if (request.method === 'POST' && pathname === '/share') return takeShared(request)
  if (request.method !== 'GET') return undefined
  if (pathname.startsWith('/assets/')) return siteFile(request)
  if (request.mode === 'navigate')
    return isPage(pathname) ? openPage(event, pathname, searchParams.has('lang')) : undefined
  if (/^\/(api|photos)\//.test(pathname) && !NEVER_KEPT.test(pathname)) return ask(event)
  return undefined
}

const isPage = (pathname: string) => PAGES_OF_THE_API.includes(pathname) || !/^\/api\/|\.\w+$/.test(pathname)

/** @param isPatient waits for the network for as long as it takes: what is kept would be in another language */
async function openPage(event: FetchEvent, pathname: string, isPatient: boolean): Promise<Response> {
  const network = ownAnswer(event.request)
  try {
    const page = await (isPatient ? network : soon(network))
    // A redirect can't be read here: unless the next answer says that nobody is signed in, it is as if none had come.
    if (pathname === '/api/logout') await soon(ownAnswer('/api/auth/user'))
    event.waitUntil(keepPage(page.clone()))
    return page
  } catch {
    if (pathname !== '/api/logout') return shell().catch(() => network)
    await put('outbox', { memberId: '', kind: 'sign-out', path: pathname, about: '', createdAt: '' })
    await becomeMember('')
    return Response.redirect('/', 303)
  }
}

async function keepPage(page: Response): Promise<void> {
  const data = /id="data">(.*?)<\/script>/s.exec(await page.text())?.[1]
  if (data !== undefined) await keepPainted(data, page.headers)
  if (memberHere()) await fetchRest()
}

/** Files that a page had loaded before there was a worker. */
async function keepSeen({ answers, files }: Seen): Promise<void> {
  await keepFiles(files.filter((url) => url.startsWith(`${self.origin}/assets/`)))
  for (const path of new Set(answers)) {
    if (NEVER_KEPT.test(path)) continue
    const answer = await ownAnswer(path)
    if (answer.ok) await keepAnswer(path, answer)
  }
  if (memberHere()) await fetchRest()
}

async function ask(event: FetchEvent): Promise<Response> {
  const { request } = event
  const network = ownAnswer(request)
  try {
    const fresh = await soon(network)
    const settled = fresh.ok || (fresh.status === 401 && request.url.endsWith('/auth/user'))
    if (settled) event.waitUntil(keepAnswer(request, fresh.clone()))
    else if (fresh.status < 500) event.waitUntil(forgetAnswer(request))
    return fresh
  } catch {
    return (await keptAnswer(request)) ?? network
  }
}

const soon = (network: Promise<Response>) =>
  Promise.race([network, new Promise<never>((_, give) => setTimeout(() => give(new TypeError()), PATIENCE_MS))])
