import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Http } from './http.ts'

const CLOSING = 'market closing'

/**
 * Stops accepting, lets running requests finish, and closes connections that only wait for a next one.
 * Streams without an end are told to end; what still runs after `patience` milliseconds is cut off.
 */
export async function closeServer(server: Server, patience = 15_000): Promise<void> {
  const closed = once(server, 'close')
  // Clients that are in the middle of something learn from the answer that the connection will not be kept.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  server.close()
  server.emit(CLOSING)
  const idle = setInterval(() => server.closeIdleConnections(), 50)
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
