import { STORES, allIn, remove } from '../lib/offline/outbox-store.ts'
import { takeTurns } from '../lib/take-turns.ts'

declare const self: ServiceWorkerGlobalScope

const KEPT = 'kept-'
/** Answers and photos; the oldest go first. */
const MOST = 500

/** The member whose answers are kept, by id; empty for a visitor, undefined until an answer says so. */
let member: string | undefined

/** Requests that have begun, and the one that has told whose answers are kept. */
let begun = 0
let toldBy = 0

/**
 * The answer, once it has told who is signed in: also a late one, that nobody waits for any more. Whatever is kept of anybody
 * else is emptied before the answer is seen, so that signing out, leaving and signing in as another all come down to this.
 * An answer on its way since before that is of who was signed in then, and tells nothing.
 */
export async function ownAnswer(...request: Parameters<typeof fetch>): Promise<Response> {
  const become = beginChange()
  const answer = await fetch(...request)
  const told = answer.headers.get('x-member')
  if (told !== null) await become(told)
  return answer
}

export const becomeMember = (id: string): Promise<void> => beginChange()(id)

function beginChange(): (id: string) => Promise<void> {
  begun += 1
  const number = begun
  return (id) =>
    inTurn(async () => {
      if (number < toldBy) return
      toldBy = number
      await emptyOthers(id)
    })
}

/** Answers still being kept for one member must not come after they have been emptied for another. */
const inTurn = takeTurns()

async function emptyOthers(id: string): Promise<void> {
  if (id === member) return
  // Signed out without reception: until the server knows, it goes on answering the one who has left.
  if (id !== '' && (await allIn('outbox')).some(({ kind }) => kind === 'sign-out')) return
  member = id
  const others = (await caches.keys()).filter((name) => name.startsWith(KEPT) && name !== KEPT + id)
  await Promise.all(others.map((name) => caches.delete(name)))
  for (const store of STORES) {
    for (const { seq, memberId } of await allIn(store)) {
      if (memberId !== '' && memberId !== id) await remove(store, seq)
    }
  }
  // A device that nobody is signed in on gets no notices.
  if (others.some((name) => name !== KEPT)) await unsubscribe()
}

export const memberHere = (): string | undefined => member

async function unsubscribe(): Promise<void> {
  const subscription = await self.registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

/** Also where nothing has been answered yet since the worker was started. */
export const whoseIsKept = async (): Promise<string> =>
  member ?? (await caches.keys()).findLast((name) => name.startsWith(KEPT))?.slice(KEPT.length) ?? ''

const open = async () => caches.open(KEPT + (await whoseIsKept()))

/** @param whose as `X-Member` says; null where the answer is for everybody */
export async function keepAnswer(
  request: Request | string,
  answer: Response,
  whose = answer.headers.get('x-member'),
): Promise<void> {
  if (!/json|image/.test(answer.headers.get('content-type') ?? '')) return
  // The whole of it first: a photo that comes slowly would hold up every answer after it.
  const whole = new Response(await answer.arrayBuffer(), answer)
  await inTurn(async () => {
    if (whose === null || whose === member) await (await open()).put(request, whole)
  })
}

export const forgetAnswer = (request: Request): Promise<void> =>
  inTurn(async () => {
    await (await open()).delete(request)
  })

/** Marked with the time of which it is, in `X-Kept`: it must not be shown as fresh. */
export async function keptAnswer(request: Request): Promise<Response | undefined> {
  // Looking must not make a cache anew that is being emptied.
  const kept = await caches.match(request, { cacheName: KEPT + (await whoseIsKept()), ignoreVary: true })
  if (!kept) return undefined
  const headers = new Headers(kept.headers)
  headers.set('x-kept', headers.get('date') ?? '')
  return new Response(kept.body, { status: kept.status, headers })
}

/**
 * The answers that the server has painted a page with: the page never asks for them.
 * @param data JSON by API path
 * @param page headers of the page
 */
export async function keepPainted(data: string, page: Headers): Promise<void> {
  const date = page.get('date') ?? ''
  for (const [path, value] of Object.entries(JSON.parse(data) as Record<string, PaintedPage | null>)) {
    if (value === null) continue
    const headers = new Headers({ date, 'content-type': 'application/json' })
    const isPage = typeof value === 'object' && 'answer' in value && 'total' in value
    if (isPage) headers.set('x-total-count', String(value.total))
    if (isPage && value.showing) headers.set('x-showing', encodeURIComponent(value.showing))
    if (isPage && value.next) headers.set('link', `<${value.next}>; rel="next"`)
    await keepAnswer(
      path,
      new Response(JSON.stringify(isPage ? value.answer : value), { headers }),
      page.get('x-member'),
    )
  }
  await inTurn(async () => {
    const cache = await open()
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, -MOST).map((key) => cache.delete(key)))
  })
}

/** A page of a list as the server paints it; any other answer is there as it is. */
interface PaintedPage {
  answer?: unknown
  total?: number
  next?: string | null
  showing?: string | null
}
