import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import type { Http } from './http.ts'

const CLOSING = 'market closing'
/** So long a connection that waits for a next request may still bring it: a client may be sending it just now. */
const LAST_CALL_MS = 500

/**
 * Stops accepting, answers what comes on the connections that there are, and closes those that only wait.
 * Streams without an end are told to end; what still runs after `patience` milliseconds is cut off.
 */
export async function closeServer(server: Server, patience = 15_000): Promise<void> {
  const closed = once(server, 'close')
  // Clients that are in the middle of something learn from the answer that the connection will not be kept.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  // Not `server.close()`: that cuts off waiting connections at once, and the requests that are on their way to them.
  Listener.prototype.close.call(server)
  server.emit(CLOSING)
  const lastCall = Date.now() + LAST_CALL_MS
  const idle = setInterval(() => {
    if (Date.now() >= lastCall) server.closeIdleConnections()
  }, 50)
  const cutOff = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearInterval(idle)
  clearTimeout(cutOff)
}

/** Calls `end` when the server that `http` came in on begins to close. @returns forgets it again */
export function onClosing(http: Http, end: () => void): () => void {
  // Node tells each connection which server accepted it.
  const { server } = http.req.socket as Socket & { server: Server }
  // There may be as many as there are open tabs.
  server.setMaxListeners(0)
  server.once(CLOSING, end)
  return () => server.off(CLOSING, end)
}
