import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'

export interface Pooler {
  /** For clients, instead of the database's own. */
  url: string
  /** Statements of clients that a pooler in transaction mode can't serve; each was refused. */
  refused: string[]
  stop: () => Promise<void>
}

interface Backend {
  socket: Socket
  user?: Client | undefined
}

interface Client {
  socket: Socket
  backend?: Backend | undefined
  /** Messages that came while no backend was free. */
  waiting: Buffer[]
  /** After an error in the extended protocol everything up to the next Sync is skipped. */
  skipping: boolean
}

const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102

/** State that would outlive its transaction, on a connection that somebody else gets next. */
const OF_A_SESSION =
  /^\s*(listen|unlisten|set\s+(?!local\b|transaction\b)|reset|discard|prepare|deallocate|declare\b.*\bwith hold)\b|\bpg_(try_)?advisory_lock(_shared)?\s*\(|\bcreate\s+temp/is

/**
 * A double of PgBouncer in transaction mode, over a real PostgreSQL: a client has one of a few connections for as long as
 * a transaction lasts. Stricter than that one, it refuses at once what would only fail, or be lost, later: settings in
 * the startup message, named statements, LISTEN and whatever else belongs to a session.
 */
export async function startPooler(databaseUrl: string, size = 3): Promise<Pooler> {
  const refused: string[] = []
  const idle: Backend[] = []
  const queue: Client[] = []
  const clients = new Set<Client>()
  const backends = await Promise.all(Array.from({ length: size }, () => connectBackend(databaseUrl, release)))
  idle.push(...backends)

  /** The transaction of `backend` is over: the next client has it. */
  function release(backend: Backend): void {
    if (backend.user) backend.user.backend = undefined
    backend.user = undefined
    const next = queue.shift()
    if (next) give(next, backend)
    else idle.push(backend)
  }

  function give(client: Client, backend: Backend): void {
    client.backend = backend
    backend.user = client
    for (const message of client.waiting.splice(0)) backend.socket.write(message)
  }

  function forward(client: Client, message: Buffer): void {
    if (client.backend) client.backend.socket.write(message)
    else {
      client.waiting.push(message)
      if (queue.includes(client)) return
      const backend = idle.shift()
      if (backend) give(client, backend)
      else queue.push(client)
    }
  }

  function refuse(client: Client, what: string): void {
    refused.push(what)
    client.socket.write(message('E', `SERROR\0VERROR\0C0A000\0Mthe pooler refuses: ${what}\0\0`))
  }

  function receive(client: Client, type: string, whole: Buffer): void {
    if (type === 'X') {
      client.socket.end()
      return
    }
    if (client.skipping) {
      if (type !== 'S') return
      client.skipping = false
      client.socket.write(message('Z', client.backend ? 'E' : 'I'))
      return
    }
    const body = whole.subarray(5).toString()
    const [name = '', text = ''] = type === 'P' ? body.split('\0') : ['', type === 'Q' ? body.replace(/\0$/, '') : '']
    const bad = name !== '' ? `a statement named ${name}` : OF_A_SESSION.test(text) ? text : undefined
    if (bad === undefined) forward(client, whole)
    else {
      refuse(client, bad)
      if (type === 'P') client.skipping = true
      else client.socket.write(message('Z', client.backend ? 'E' : 'I'))
    }
  }

  const server = createServer((socket) => {
    const client: Client = { socket, waiting: [], skipping: false }
    clients.add(client)
    let rest: Buffer = Buffer.alloc(0)
    let started = false
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clients.delete(client)
      const place = queue.indexOf(client)
      if (place >= 0) queue.splice(place, 1)
      // A transaction that was left open must not go on under the next client.
      if (client.backend) client.backend.socket.write(message('Q', 'rollback\0'))
    })
    socket.on('data', (data: Buffer) => {
      rest = Buffer.concat([rest, data])
      for (;;) {
        const header = started ? 5 : 4
        if (rest.length < header) return
        const length = rest.readInt32BE(header - 4) + header - 4
        if (rest.length < length) return
        const whole = rest.subarray(0, length)
        rest = rest.subarray(length)
        if (started) receive(client, String.fromCharCode(whole[0] ?? 0), whole)
        else if (whole.readInt32BE(4) === SSL_REQUEST) socket.write('N')
        else if (whole.readInt32BE(4) === CANCEL_REQUEST) socket.end()
        else {
          started = true
          start(client, whole)
        }
      }
    })
  })

  function start(client: Client, whole: Buffer): void {
    const words = whole.subarray(8).toString().split('\0')
    if (words.includes('options')) {
      refuse(client, 'unsupported startup parameter: options')
      client.socket.end()
      return
    }
    const settings = { server_version: '18.0', client_encoding: 'UTF8', standard_conforming_strings: 'on' }
    client.socket.write(message('R', Buffer.alloc(4)))
    for (const [name, value] of Object.entries(settings)) client.socket.write(message('S', `${name}\0${value}\0`))
    client.socket.write(message('K', Buffer.alloc(8)))
    client.socket.write(message('Z', 'I'))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.search = ''
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: url.href,
    refused,
    async stop() {
      for (const { socket } of [...clients, ...backends]) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** @param release is called when its transaction, or its single statement, is over */
async function connectBackend(url: string, release: (backend: Backend) => void): Promise<Backend> {
  const client = new pg.Client({ connectionString: url, application_name: 'pooler' })
  await client.connect()
  // From here on the bytes go through as they are.
  const { stream: socket } = (client as unknown as { connection: { stream: Socket } }).connection
  socket.removeAllListeners()
  socket.on('error', () => undefined)
  const backend: Backend = { socket }
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= 5) {
      const length = rest.readInt32BE(1) + 1
      if (rest.length < length) return
      const whole = rest.subarray(0, length)
      rest = rest.subarray(length)
      const type = String.fromCharCode(whole[0] ?? 0)
      // Notifications of somebody else's LISTEN, which a pooler drops.
      if (type !== 'A') backend.user?.socket.write(whole)
      if (type === 'Z' && whole[5] === 'I'.charCodeAt(0)) release(backend)
    }
  })
  return backend
}

function message(type: string, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body as string)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(bytes.length + 4, 1)
  return Buffer.concat([head, bytes])
}
