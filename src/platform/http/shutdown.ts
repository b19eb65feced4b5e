import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { Http } from './http.ts'

const CLOSING = 'market closing'
/** So long after the last request connections may still bring a next one: a client may be sending it just now. */
const LAST_CALL_MS = 500
/** When nobody has knocked for so long, nobody is on the way any more. */
const QUIET_MS = 50
/** So long new connections are still let in while more keep coming. */
const DOORS_OPEN_MS = 1000

const closing = new WeakSet<object>()

interface Open {
  /** Connections on which nothing has come yet. Node takes those for busy ones. */
  silent: Set<Socket>
  answering: Set<ServerResponse>
}
const open = new WeakMap<Server, Open>()

/** A server that `closeServer` can close soon, though browsers hold spare connections to it, and without breaking any. */
export function closableServer(answer: RequestListener): Server {
  const server = createServer(answer)
  const { silent, answering } = { silent: new Set<Socket>(), answering: new Set<ServerResponse>() }
  open.set(server, { silent, answering })
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  return server.on('request', ({ socket }, response) => {
    silent.delete(socket)
    answering.add(response)
    response.once('close', () => answering.delete(response))
  })
}

/**
 * Answers what comes on the connections that there are, those included that this process has not yet accepted;
 * stops accepting, and closes the connections that only wait.
 * Streams without an end are told to end; what still runs after `patience` milliseconds is cut off.
 */
export async function closeServer(server: Server, patience = 15_000): Promise<void> {
  const closed = once(server, 'close')
  const cutOff = setTimeout(() => server.closeAllConnections(), patience)
  closing.add(server)
  server.emit(CLOSING)
  await untilNobodyKnocks(server)
  const idle = setInterval(closeIdle, 50, server, answerLast(server))
  // Not `server.close()`: that cuts off waiting connections at once, and the requests that are on their way to them.
  Listener.prototype.close.call(server)
  await closed
  clearInterval(idle)
  clearTimeout(cutOff)
}

/**
 * From now on each answer says that it is the last on its connection; not earlier, or clients would come again on a new
 * one. @returns tells how many milliseconds ago somebody was last served
 */
function answerLast(server: Server): () => number {
  let served = Date.now()
  const serve = (response: ServerResponse) => {
    served = Date.now()
    if (!response.headersSent) response.setHeader('Connection', 'close')
    response.once('close', () => (served = Date.now()))
  }
  for (const response of open.get(server)?.answering ?? []) serve(response)
  server.prependListener('request', (_request, response) => serve(response))
  return () => Date.now() - served
}

function closeIdle(server: Server, sinceServed: () => number): void {
  // After a look at what has arrived meanwhile: this process, too, may have had to wait.
  setImmediate(() => {
    if (sinceServed() < LAST_CALL_MS) return
    server.closeIdleConnections()
    for (const socket of open.get(server)?.silent ?? []) if (socket.bytesRead === 0) socket.destroy()
  })
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
