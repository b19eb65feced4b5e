import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
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
  const answers = await Promise.all(Array.from({ length: 10 }, () => geocoder.locate('Portland')))
  server.close()
  const point = { latitude: 1, longitude: 2 }
  expect(answers).toEqual([...Array<unknown>(4).fill(point), ...Array<unknown>(6).fill(null)])
  expect(asked).toBe(4)
})

test('a service that is away means no coordinates', async () => {
  const geocoder = createGeocoder(loadConfig({ GEOCODER_URL: 'http://127.0.0.1:1/search' }))
  expect(await geocoder.locate('Portland')).toBeNull()
})
