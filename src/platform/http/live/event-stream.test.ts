import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../app.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { openEventStream } from './event-stream.ts'

let market: TestMarket
let server: Server
const lines: { level: number; msg: string }[] = []
beforeAll(async () => {
  const write = (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number])
  market = await testMarket({ log: pino({ level: 'debug' }, { write }) })
  const app = createApp(market.ctx)
  app.use((http) => {
    if (http.path === '/api/events') openEventStream(http, () => lines.push({ level: 0, msg: 'ended' }))
    else http.body = halfAnAnswer()
  })
  const callback = app.callback()
  server = createServer((request, response) => void callback(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await market.stop()
})
beforeEach(() => (lines.length = 0))

function halfAnAnswer() {
  const body = new PassThrough()
  body.write('{"half":')
  setImmediate(() => body.destroy(new Error('the other half is gone')))
  return body
}
const ask = (path: string, signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { signal: signal ?? null })
const warnings = () => lines.filter(({ level }) => level >= 40).map(({ msg }) => msg)

test('a browser that leaves an event stream is nothing to warn of', async () => {
  const leave = new AbortController()
  const answer = await ask('/api/events', leave.signal)
  await answer.body!.getReader().read()
  leave.abort()
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('request was cut off')
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 20, msg: 'a browser has left before its answer was whole' }),
  )
  expect(lines).toContainEqual({ level: 0, msg: 'ended' })
  expect(warnings()).toEqual([])
})

test('an answer that breaks off is', async () => {
  const broken = ask('/api/broken').then((answer) => answer.text())
  await expect(broken).rejects.toThrow()
  await expect.poll(warnings).toContain('an answer broke off')
})
