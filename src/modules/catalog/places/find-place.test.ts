import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGeocoderDouble, type GeocoderDouble } from '../../../testing/doubles/geocoder-double.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'

let geocoder: GeocoderDouble
let market: TestMarket
beforeAll(async () => {
  geocoder = await startGeocoderDouble({ Portland: [45.52345, -122.67621], Greenwich: [51.4779, -0.0015] })
  market = await testMarket({ env: { GEOCODER_URL: geocoder.url, LOG_LEVEL: 'fatal', TRUST_PROXY: '1' } })
})
afterAll(async () => {
  await market.stop()
  await geocoder.stop()
})

const find = (q: string, from = '192.0.2.1') =>
  market.visitor().get<{ near: string; code: string }>(`/api/places?${String(new URLSearchParams({ q }))}`, {
    headers: { 'x-forwarded-for': from },
  })

test('a place is told to about 1 km, as browsing takes it', async () => {
  const portland = await find(' Portland ')
  expect([portland.status, portland.body]).toEqual([200, { near: '45.52,-122.68' }])
  const greenwich = await find('Greenwich')
  expect(greenwich.body).toEqual({ near: '51.48,0.00' })
})

test('what nobody knows is said, and so is a geocoder that is away', async () => {
  const unknown = await find('Nowhere at all')
  expect([unknown.status, unknown.body.code]).toEqual([404, 'PLACE_NOT_FOUND'])
  expect((await find('x')).status).toBe(400)
  geocoder.away = true
  expect((await find('Oslo')).status).toBe(503)
  geocoder.away = false
})

test('one address asks for 20 places in ten minutes, the others are not kept waiting', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => find('Portland', '192.0.2.2')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  expect((await find('Portland', '192.0.2.3')).status).toBe(200)
})
