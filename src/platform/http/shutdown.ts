import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { Http } from './http.ts'

const CLOSING = 'market closing'
/** So long a connection that waits for a next request may still bring it: a client may be sending it just now. */
const LAST_CALL_MS = 500
/** When nobody has knocked for so long, nobody is on the way any more. */
const QUIET_MS = 50
/** So long new connections are still let in while more keep coming. */
const DOORS_OPEN_MS = 1000

const closing = new WeakSet<object>()
/** The connections of each server on which nothing has come yet. Node takes those for busy ones. */
const silent = new WeakMap<Server, Set<Socket>>()

/** A server that `closeServer` can close before its patience ends though browsers hold spare connections to it. */
export function closableServer(answer: RequestListener): Server {
  const server = createServer(answer)
  const connections = new Set<Socket>()
  silent.set(server, connections)
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return server.on('request', ({ socket }) => connections.delete(socket))
}

/**
 * Answers what comes on the connections that there are, those included that this process has not yet accepted;
 * stops accepting, and closes the connections that only wait.
 * Streams without an end are told to end; what still runs after `patience` milliseconds is cut off.
 */
export async function closeServer(server: Server, patience = 15_000): Promise<void> {
  const closed = once(server, 'close')
  const lastCall = Date.now() + LAST_CALL_MS
  const cutOff = setTimeout(() => server.closeAllConnections(), patience)
  closing.add(server)
  server.emit(CLOSING)
  await untilNobodyKnocks(server)
  // Clients that are in the middle of something learn from the answer that the connection will not be kept. Not before:
  // they would come again on a new one.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  // Not `server.close()`: that cuts off waiting connections at once, and the requests that are on their way to them.
  Listener.prototype.close.call(server)
  const idle = setInterval(() => {
    // After a look at what has arrived meanwhile: on those connections somebody is answered first.
    if (Date.now() >= lastCall) setImmediate(closeIdle, server)
  }, 50)
  await closed
  clearInterval(idle)
  clearTimeout(cutOff)
}

function closeIdle(server: Server): void {
  server.closeIdleConnections()
  for (const socket of silent.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
}

/**
 * The system makes connections, and takes what is sent on them, before the process accepts them; it resets those that
 * wait when the process stops listening. So that happens in a turn that found none waiting.
 */
async function untilNobodyKnocks(server: Server): Promise<void> {
  let accepted = 0
  let quietSince = Date.now()
  const count = () => {
    accepted += 1
    quietSince = Date.now()
  }
  server.on('connection', count)
  const enough = quietSince + DOORS_OPEN_MS
  for (let waiting = true; waiting;) {
    await sleep(5)
    const before = accepted
    await turn()
    const now = Date.now()
    waiting = (accepted > before || (now < quietSince + QUIET_MS && now < enough)) && now < enough + DOORS_OPEN_MS
  }
  server.off('connection', count)
}

/** Whether the server that `http` came in on is closing, so that nothing more should be sent here. */
export function isClosing(http: Http): boolean {
  return closing.has(serverOf(http))
}

/** Calls `end` when the server that `http` came in on closes, soon if it does already. @returns forgets it again */
export function onClosing(http: Http, end: () => void): () => void {
  const server = serverOf(http)
  if (closing.has(server)) setImmediate(end)
  // There may be as many as there are open tabs.
  server.setMaxListeners(0)
  server.once(CLOSING, end)
  return () => server.off(CLOSING, end)
}

/** Node tells each connection which server accepted it. */
function serverOf(http: Http): Server {
  return (http.req.socket as Socket & { server: Server }).server
}
