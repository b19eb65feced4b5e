import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { closableServer, closeServer, drainServer, isClosing, onClosing } from './shutdown.ts'

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Asks on a connection of its own. @returns the status, or how it failed */
async function askAnew(url: string): Promise<number | string | undefined> {
  try {
    const [answer] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
    return answer.statusCode
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

test('a proxy ends its idle connections before the server does', async () => {
  const server = closableServer((_request, response) => response.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const [answer] = (await once(get(urlOf(server), { agent: new Agent({ keepAlive: true }) }), 'response')) as [
    IncomingMessage,
  ]
  await once(answer.resume(), 'end')
  const [, seconds] = /^timeout=(\d+)$/.exec(String(answer.headers['keep-alive'])) ?? []
  expect(Number(seconds)).toBeGreaterThan(120)
  await closeServer(server)
})

test('running requests finish, idle connections are closed, new ones are refused', async () => {
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    if (request.url === '/slow') waiting.push(() => response.end('done'))
    else response.end('quick')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = urlOf(server)
  const agent = new Agent({ keepAlive: true })
  const fetchText = async (path: string) => {
    const [answer] = (await once(get(url + path, { agent }), 'response')) as [IncomingMessage]
    return Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>)).toString()
  }

  expect(await fetchText('/quick')).toBe('quick')
  const slow = fetchText('/slow')
  while (waiting.length === 0) await new Promise(setImmediate)
  let closed = false
  const closing = closeServer(server).then(() => (closed = true))
  await expect.poll(() => server.listening, { interval: 10 }).toBe(false)
  expect(await askAnew(url)).toBe('ECONNREFUSED')
  expect(closed).toBe(false)
  for (const finish of waiting) finish()
  expect(await slow).toBe('done')
  await closing
  agent.destroy()
})

test('a request that is on its way on a kept connection is answered, and is the last there', async () => {
  const ports: unknown[] = []
  const server = createServer((request, response) => {
    ports.push(request.socket.remotePort)
    response.end('quick')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = urlOf(server)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async () => ((await once(get(url, { agent }), 'response')) as [IncomingMessage])[0].resume()
  await once(await ask(), 'end')
  const closing = closeServer(server)
  for (let last = false; !last;) {
    const { statusCode, headers } = await ask()
    expect(statusCode).toBe(200)
    last = headers.connection === 'close'
  }
  expect(new Set(ports).size).toBe(1)
  await closing
  agent.destroy()
})

test('an answer that is being made when it closes is the last on its connection, too', async () => {
  let answer = () => {}
  const server = closableServer((_, response) => void (answer = () => response.end('slow'))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const agent = new Agent({ keepAlive: true })
  const asked = once(get(urlOf(server), { agent }), 'response') as Promise<[IncomingMessage]>
  await once(server, 'request')
  const closing = closeServer(server)
  await expect.poll(() => server.listening, { interval: 10 }).toBe(false)
  answer()
  expect((await asked)[0].resume().headers.connection).toBe('close')
  await closing
  agent.destroy()
})

test('connections that stand, but have not been accepted yet, are answered', async () => {
  const server = createServer((_, response) => response.end('quick')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const asked = Array.from({ length: 60 }, () => askAnew(urlOf(server)))
  // Now the system has made them all, and this process has not turned to any.
  await new Promise((resolve) => process.nextTick(resolve))
  const closing = closeServer(server)
  expect(await Promise.all(asked)).toEqual(Array(60).fill(200))
  await closing
})

test('while new connections come it goes on accepting, and then there is an end to it', async () => {
  const server = createServer((_, response) => response.end('quick')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = urlOf(server)
  const early = new Set<unknown>()
  const clients = Array.from({ length: 4 }, async () => {
    for (let turn = 0; server.listening; turn += 1) {
      const answer = await askAnew(url)
      if (turn < 10) early.add(answer)
    }
  })
  await closeServer(server)
  await Promise.all(clients)
  expect([...early]).toEqual([200])
})

test('from the first moment it says that it is closing, and what begins now is told to end', async () => {
  const ended: unknown[] = []
  const closing: boolean[] = []
  const server = createServer((req, response) => {
    closing.push(isClosing({ req } as never))
    onClosing({ req } as never, () => response.end(() => ended.push(req.url)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const before = askAnew(`${urlOf(server)}/before`)
  await once(server, 'request')
  const meanwhile = askAnew(`${urlOf(server)}/meanwhile`)
  await new Promise((resolve) => process.nextTick(resolve))
  const closed = closeServer(server)
  expect(await Promise.all([before, meanwhile])).toEqual([200, 200])
  await closed
  expect(ended).toEqual(['/before', '/meanwhile'])
  expect(closing).toEqual([false, true])
})

test('a connection on which nothing ever came does not hold it up', async () => {
  const server = closableServer((_, response) => void response.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const silent = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(server, 'connection')
  await closeServer(server, 60_000)
  silent.destroy()
})

test('what does not finish in time is cut off', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hanging = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).catch(() => 'cut off')
  await once(server, 'request')
  await closeServer(server, 1)
  expect(await hanging).toBe('cut off')
})

test('a drain serves on, and says meanwhile that no more should come', async () => {
  const said: boolean[] = []
  const server = createServer((req, response) => {
    said.push(isClosing({ req } as never))
    response.end('quick')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = urlOf(server)
  expect(await askAnew(url)).toBe(200)
  const draining = drainServer(server, 0.3)
  expect(await askAnew(url)).toBe(200)
  await draining
  expect(await askAnew(url)).toBe(200)
  expect(said).toEqual([false, true, true])
  await closeServer(server)
})
