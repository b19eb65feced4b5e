import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadConfig } from './config.ts'
import { createGeocoder } from './geocoder.ts'

test('the public service is asked once a second, and only what comes soon; one of our own at once', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json([point])))
  onTestFinished(() => asked.mockRestore())
  const ask = (env: Record<string, string>) => {
    const geocoder = createGeocoder(loadConfig(env))
    return Promise.all(Array.from({ length: 10 }, (_, n) => geocoder.locate(`${n} Alder Street`)))
  }
  const found = { latitude: 1, longitude: 2 }
  expect(await ask({})).toEqual([...Array<unknown>(4).fill(found), ...Array<unknown>(6).fill(null)])
  expect(asked).toHaveBeenCalledTimes(4)
  expect(await ask({ GEOCODER_URL: 'http://geocoder.example/search' })).toEqual(Array<unknown>(10).fill(found))
})

const point = { lat: '1', lon: '2' }

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
  expect(await geocoder.locate('Portland')).toBeNull()
  answer = '[{"lat":"1","lon":"2"}]'
  expect(await geocoder.locate('Portland')).not.toBeNull()
  const before = asked
  expect(await geocoder.locate('Portland')).toEqual({ latitude: 1, longitude: 2 })
  server.close()
  expect(asked).toBe(before)
})

test('a service that is away means no coordinates', async () => {
  const geocoder = createGeocoder(loadConfig({ GEOCODER_URL: 'http://127.0.0.1:1/search' }))
  expect(await geocoder.locate('Portland')).toBeNull()
})
