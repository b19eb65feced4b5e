import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

export interface Traffic {
  /** Completed ones; what a function does inside is none. */
  statements: number
  /** The times that a client has waited for the database. */
  roundTrips: number
}

/** Between clients and PostgreSQL, which speak without TLS: counts what goes through. */
export interface CountingProxy {
  /** `url` with this proxy's address in it. */
  url: string
  traffic: Traffic
  stop(): void
}

export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const traffic = { statements: 0, roundTrips: 0 }
  const { port: target } = new URL(databaseUrl)
  const server = createServer({ noDelay: true }, (client) => {
    const database = connect({ port: Number(target), host: '127.0.0.1', noDelay: true })
    let asked = 0
    const sync = messages(true, (type) => {
      if (type !== 'Q' && type !== 'S') return
      asked += 1
      if (asked === 1) traffic.roundTrips += 1
    })
    const ready = messages(false, (type) => {
      if (type === 'C') traffic.statements += 1
      if (type === 'Z') asked = Math.max(asked - 1, 0)
    })
    client.on('data', sync).on('error', () => database.destroy())
    database.on('data', ready).on('error', () => client.destroy())
    client.pipe(database).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, traffic, stop: () => server.close() }
}

/**
 * Takes a stream of the protocol apart: a type of one letter, then a length that counts itself.
 * @param fromClient whose first message has no type
 */
function messages(fromClient: boolean, onMessage: (type: string) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let untyped = fromClient
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const head = untyped ? 4 : 5
      if (rest.length < head) return
      const length = rest.readUInt32BE(head - 4) + head - 4
      if (rest.length < length) return
      if (!untyped) onMessage(String.fromCharCode(rest[0]!))
      untyped = false
      rest = rest.subarray(length)
    }
  }
}
