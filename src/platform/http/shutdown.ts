import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { Http } from './http.ts'

const CLOSING = 'market closing'
/** An idle connection may bring another request until so long after the last answer: it may already be on its way. */
const IDLE_GRACE_MS = 500
/** All connections count as accepted when no new one came for so long. */
const QUIET_MS = 50
const TURN_MS = 5
/** While new connections come, it looks so often. A limit in time would let a busy process look too seldom. */
const MOST_TURNS = 400

/**
 * Milliseconds for which a connection is kept without a request. Longer than proxies do (nginx a minute, Caddy two): if
 * the server closes first, the next request may already be on its way, and a write is not tried again.
 */
const KEPT_IDLE_MS = 150_000

const closing = new WeakSet<object>()
const draining = new WeakSet<object>()

interface Connections {
  /** Connections without a request so far. Node does not count them as idle. */
  unused: Set<Socket>
  answering: Set<ServerResponse>
}
const connections = new WeakMap<Server, Connections>()

/** A server that `closeServer` can close without waiting for spare connections of browsers, and without cutting any request. */
export function closableServer(answer: RequestListener): Server {
  const server = createServer({ keepAliveTimeout: KEPT_IDLE_MS }, answer)
  const { unused, answering } = { unused: new Set<Socket>(), answering: new Set<ServerResponse>() }
  connections.set(server, { unused, answering })
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  return server.on('request', ({ socket }, response) => {
    unused.delete(socket)
    answering.add(response)
    response.once('close', () => answering.delete(response))
  })
}

/** Serves on for that long, while `isClosing` tells balancers to send their requests elsewhere. */
export async function drainServer(server: Server, seconds: number): Promise<void> {
  draining.add(server)
  await sleep(seconds * 1000)
}

/**
 * Closes the server without cutting a request: first accepts the connections that the system already made, then stops
 * listening, answers what comes on open connections with `Connection: close`, and closes the idle ones.
 * Endless streams end through `onClosing`; what is still running after `timeout` milliseconds is cut off.
 */
export async function closeServer(server: Server, timeout = 15_000): Promise<void> {
  const closed = once(server, 'close')
  const cutOff = setTimeout(() => server.closeAllConnections(), timeout)
  closing.add(server)
  server.emit(CLOSING)
  await acceptPending(server)
  const idle = setInterval(closeIdle, 50, server, answerLast(server))
  // Not `server.close()`, which closes idle connections at once, with the requests that are on their way to them.
  Listener.prototype.close.call(server)
  await closed
  clearInterval(idle)
  clearTimeout(cutOff)
}

/**
 * Marks each answer from now on as the last on its connection. Not before the server stops listening, or clients would
 * come again on a new connection. @returns a function for the milliseconds since the last request or answer
 */
function answerLast(server: Server): () => number {
  let lastActive = Date.now()
  const mark = (response: ServerResponse) => {
    lastActive = Date.now()
    if (!response.headersSent) response.setHeader('Connection', 'close')
    response.once('close', () => (lastActive = Date.now()))
  }
  for (const response of connections.get(server)?.answering ?? []) mark(response)
  server.prependListener('request', (_request, response) => mark(response))
  return () => Date.now() - lastActive
}

function closeIdle(server: Server, sinceActive: () => number): void {
  // Only after reading what has arrived meanwhile: a busy process reads late.
  setImmediate(() => {
    if (sinceActive() < IDLE_GRACE_MS) return
    server.closeIdleConnections()
    for (const socket of connections.get(server)?.unused ?? []) if (socket.bytesRead === 0) socket.destroy()
  })
}

/**
 * The system completes connections, and buffers what is sent on them, before the process accepts them; it resets those
 * that are pending when the process stops listening. So this returns in a turn of the event loop that found none.
 */
async function acceptPending(server: Server): Promise<void> {
  let accepted = 0
  let quietSince = Date.now()
  const count = () => {
    accepted += 1
    quietSince = Date.now()
  }
  server.on('connection', count)
  for (let [isPending, turns] = [true, 1]; isPending; turns += 1) {
    await sleep(TURN_MS)
    const before = accepted
    await turn()
    const isQuiet = Date.now() >= quietSince + QUIET_MS || turns >= MOST_TURNS / 2
    isPending = (accepted > before || !isQuiet) && turns < MOST_TURNS
  }
  server.off('connection', count)
}

/** Whether the server that received `http` is closing, or about to, so that load balancers should send nothing more. */
export function isClosing(http: Http): boolean {
  return draining.has(serverOf(http)) || closing.has(serverOf(http))
}

/** Calls `end` when the server that received `http` closes, or soon if it is closing. @returns cancels that */
export function onClosing(http: Http, end: () => void): () => void {
  const server = serverOf(http)
  if (closing.has(server)) setImmediate(end)
  // There is one listener for each open tab.
  server.setMaxListeners(0)
  server.once(CLOSING, end)
  return () => server.off(CLOSING, end)
}

/** Node sets the accepting server on each socket. */
function serverOf(http: Http): Server {
  return (http.req.socket as Socket & { server: Server }).server
}
