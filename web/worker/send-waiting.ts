import { type Waiting, CHANNEL, allIn, put, remove } from '../lib/outbox-store.ts'
import { learnMember, memberHere } from './kept-answers.ts'

const GIVE_UP_MS = 30_000
/** Not signed in, too many, and whatever is wrong on the server's side: another time. */
const isForLater = (status: number) => status === 401 || status === 429 || status >= 500

/**
 * Sends what waits, one after the other. What is cut off is sent again: the server does it once.
 * @throws where it has to be tried again
 */
export const sendWaiting = (): Promise<void> => navigator.locks.request('outbox', sendAll)

async function sendAll(): Promise<void> {
  if ((await allIn('outbox')).length === 0) return
  // Empties what is somebody else's.
  if (memberHere() === undefined) await learnMember(await fetch('/api/auth/user'))
  for (const entry of await allIn('outbox')) {
    if (entry.refusal === undefined && ['', memberHere()].includes(entry.memberId)) await send(entry)
  }
}

async function send(entry: Waiting & { seq: number }): Promise<void> {
  const { path, body, kind, seq } = entry
  const post = body !== undefined && { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  const answer = await fetch(path, { ...post, signal: AbortSignal.timeout(GIVE_UP_MS) })
  await learnMember(answer)
  if (isForLater(answer.status)) throw new Error('later')
  // A confirmation whose answer was lost is not awaited any more.
  const done = answer.ok || (kind === 'confirmation' && answer.status === 409)
  const told = await answer.text()
  const outcome = done ? entry : { ...entry, refusal: (JSON.parse(told) as { message: string }).message }
  await (done ? remove('outbox', seq) : put('outbox', outcome))
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ entry: outcome, ...(answer.ok && { told }) })
  channel.close()
}
