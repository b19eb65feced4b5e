import { type KeptPhoto, type Waiting, CHANNEL, allIn, remove, update } from '../lib/offline/outbox-store.ts'
import { memberHere, ownAnswer } from './kept-answers.ts'

declare const self: ServiceWorkerGlobalScope

const GIVE_UP_MS = 30_000
/** Not signed in, too many, and whatever is wrong on the server's side: another time. */
const isForLater = (status: number) => status === 401 || status === 429 || status >= 500

/**
 * Sends what waits, one after the other. What is cut off is sent again: the server does it once.
 * @throws where it has to be tried again
 */
export const sendWaiting = (): Promise<void> => navigator.locks.request('outbox', sendAll)

async function sendAll(): Promise<void> {
  if ((await allIn('outbox')).length + (await allIn('photos')).length === 0) return
  // Empties what is somebody else's.
  if (memberHere() === undefined) await ownAnswer('/api/auth/user')
  for (const entry of await allIn('outbox')) {
    if (entry.refusal === undefined && ['', memberHere()].includes(entry.memberId)) await send(entry)
  }
  // An open page sends its photos itself.
  if ((await self.clients.matchAll()).length > 0) return
  for (const photo of await allIn('photos'))
    if (!photo.sent && !photo.shared && photo.memberId === memberHere()) await sendPhoto(photo)
}

/** The page tells of refusals. */
async function sendPhoto(photo: KeptPhoto & { seq: number }): Promise<void> {
  const [method = '', path = ''] = photo.route.split(' ')
  const body = new FormData()
  body.append('photos', photo.file)
  const answer = await fetch(path, { method, body })
  if (isForLater(answer.status)) throw new Error('later')
  const [url] = answer.ok ? ((await answer.json()) as { urls: string[] }).urls : []
  if (url !== undefined) await update('photos', { ...photo, sent: { url, at: Date.now() } })
}

async function send(entry: Waiting & { seq: number }): Promise<void> {
  const { path, body, kind, seq } = entry
  const post = body !== undefined && { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  const answer = await ownAnswer(path, { ...post, signal: AbortSignal.timeout(GIVE_UP_MS) })
  if (isForLater(answer.status)) throw new Error('later')
  // A confirmation whose answer was lost is not awaited any more.
  const done = answer.ok || (kind === 'confirmation' && answer.status === 409)
  const told = await answer.text()
  const outcome = done ? entry : { ...entry, refusal: (JSON.parse(told) as { message: string }).message }
  await (done ? remove('outbox', seq) : update('outbox', outcome))
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ entry: outcome, ...(answer.ok && { told }) })
  channel.close()
}
