import { once } from 'node:events'
import type { Server } from 'node:http'

/** Stops accepting, lets running requests finish, and closes connections that only wait for a next one. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  await closed
}
