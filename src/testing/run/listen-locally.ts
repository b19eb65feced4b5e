import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Milliseconds for which an idle connection is kept. Node closes it after five seconds, which a busy machine may need between
 * two requests: the second would be sent into a closed connection, and fail.
 */
const KEPT_IDLE_MS = 600_000

/** Lets a double listen on this machine only; port 0 is any free one. */
export async function listenLocally(server: Server, port = 0): Promise<{ url: string; stop: () => Promise<void> }> {
  server.keepAliveTimeout = KEPT_IDLE_MS
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
