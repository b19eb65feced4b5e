import { finished, PassThrough } from 'node:stream'
import type { Http } from '../http.ts'
import { onClosing } from '../shutdown.ts'

/** Shorter than the patience of proxies with a silent connection. */
const HEARTBEAT_MS = 25_000

export interface EventStream {
  send(event: string, data: object): void
  end(): void
}

/**
 * Answers with server-sent events until either side ends it or the server closes.
 * @param onEnd called once, whoever ended it
 */
export function openEventStream(http: Http, onEnd: () => void): EventStream {
  const body = new PassThrough()
  const heartbeat = setInterval(() => body.write(':\n\n'), HEARTBEAT_MS)
  const end = () => body.end()
  const forget = onClosing(http, end)
  // Also when the browser had left before we came here.
  finished(http.res, () => {
    clearInterval(heartbeat)
    forget()
    onEnd()
  })
  http.type = 'text/event-stream'
  http.set('X-Accel-Buffering', 'no')
  http.body = body
  // The pause before a browser comes back, in milliseconds.
  body.write('retry: 3000\n\n')
  return {
    send: (event, data) => {
      if (body.writable) body.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    end,
  }
}
