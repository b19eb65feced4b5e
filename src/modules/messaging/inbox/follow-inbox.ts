import type { Context } from '../../../platform/context.ts'
import { AppError } from '../../../platform/errors.ts'
import { openEventStream } from '../../../platform/http/live/event-stream.ts'
import type { Http } from '../../../platform/http/http.ts'
import { LIVE_CHANNEL, type LiveNotice } from '../../../platform/http/live/live-channel.ts'
import { isSessionAlive, sessionRow } from '../../../platform/http/session/session.ts'
import { MESSAGING_CODES } from '../contract.ts'

const SESSION_CHANNEL = 'session_ended'
/** Open tabs of one member in one process. */
const STREAMS_PER_MEMBER = 20

/**
 * Streams that tell members about their inbox and notices, whichever process wrote them.
 * @throws AppError 429 TOO_MANY_STREAMS
 */
export function inboxStreams(ctx: Context): (http: Http, memberId: string) => void {
  const open = new Map<string, number>()
  const count = (memberId: string, change: 1 | -1) => {
    const left = (open.get(memberId) ?? 0) + change
    if (left === 0) open.delete(memberId)
    else open.set(memberId, left)
  }
  return (http, memberId) => {
    if ((open.get(memberId) ?? 0) >= STREAMS_PER_MEMBER) throw tooMany()
    const session = sessionRow(http)
    count(memberId, 1)
    const stream = openEventStream(http, () => {
      unsubscribe()
      count(memberId, -1)
    })
    const unsubscribe = ctx.listener.subscribe([LIVE_CHANNEL, SESSION_CHANNEL], {
      notify(channel, payload) {
        if (channel === SESSION_CHANNEL && payload === session) stream.end()
        // Most notices are for others: those need no parsing.
        if (channel !== LIVE_CHANNEL || !payload.includes(memberId)) return
        const { members, event, ...ids } = JSON.parse(payload) as LiveNotice
        if (members.includes(memberId)) stream.send(event, ids)
      },
      connected: () => void refresh(),
    })
    /** The site reloads what was written while the listener was down, unless the session has ended. */
    async function refresh(): Promise<void> {
      if (await isSessionAlive(ctx.db, session, ctx.clock.now()).catch(() => false)) stream.send('refresh', {})
      else stream.end()
    }
  }
}

const tooMany = () =>
  new AppError(MESSAGING_CODES.TOO_MANY_STREAMS, 429, 'The inbox is open in too many places at once', {
    retryAfter: 60,
  })
