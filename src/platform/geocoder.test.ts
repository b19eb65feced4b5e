import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { loadConfig } from './config.ts'
import { createGeocoder } from './geocoder.ts'

test('of many questions at once only those are asked whose turn comes soon, one each second', async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.end('[{"lat":"1","lon":"2"}]')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/search`
  const geocoder = createGeocoder(loadConfig({ GEOCODER_URL: url }))
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => geocoder.locate(`${n} Alder Street`)))
  server.close()
  const point = { latitude: 1, longitude: 2 }
  expect(answers).toEqual([...Array<unknown>(4).fill(point), ...Array<unknown>(6).fill(null)])
  expect(asked).toBe(4)
})

test('a place that was found is asked for once, one that was not is asked for again', async () => {
  let asked = 0
  let answer = '[]'
  const server = createServer((_request, response) => {
    asked += 1
    response.end(answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/search`
  const geocoder = createGeocoder(loadConfig({ GEOCODER_URL: url }))
  const untilItsTurn = () => vi.waitFor(async () => expect(await geocoder.locate('Portland')).not.toBeNull(), 10_000)
  expect(await geocoder.locate('Portland')).toBeNull()
  answer = '[{"lat":"1","lon":"2"}]'
  await untilItsTurn()
  const before = asked
  expect(await geocoder.locate('Portland')).toEqual({ latitude: 1, longitude: 2 })
  server.close()
  expect(asked).toBe(before)
})

test('a service that is away means no coordinates', async () => {
  const geocoder = createGeocoder(loadConfig({ GEOCODER_URL: 'http://127.0.0.1:1/search' }))
  expect(await geocoder.locate('Portland')).toBeNull()
})
