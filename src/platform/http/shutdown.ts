import { once } from 'node:events'
import type { Server } from 'node:http'

/**
 * Stops accepting, lets running requests finish, and closes connections that only wait for a next one.
 * What still runs after `patience` milliseconds is cut off.
 */
export async function closeServer(server: Server, patience = 15_000): Promise<void> {
  const closed = once(server, 'close')
  // Clients that are in the middle of something learn from the answer that the connection will not be kept.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  server.close()
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const cutOff = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearInterval(idle)
  clearTimeout(cutOff)
}
