import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { closeServer } from './shutdown.ts'

test('running requests finish, idle connections are closed, new ones are refused', async () => {
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    if (request.url === '/slow') waiting.push(() => response.end('done'))
    else response.end('quick')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
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
  await expect(fetch(url)).rejects.toThrow()
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
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async () => ((await once(get(url, { agent }), 'response')) as [IncomingMessage])[0].resume()
  await once(await ask(), 'end')
  const closing = closeServer(server)
  expect(await ask()).toMatchObject({ statusCode: 200, headers: { connection: 'close' } })
  expect(ports[1]).toBe(ports[0])
  await closing
  agent.destroy()
})

test('what does not finish in time is cut off', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hanging = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).catch(() => 'cut off')
  await once(server, 'request')
  await closeServer(server, 1)
  expect(await hanging).toBe('cut off')
})
