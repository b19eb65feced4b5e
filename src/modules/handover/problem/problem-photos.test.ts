import { beforeEach, expect, test } from 'vitest'
import { cardOf, type Card } from '../../../testing/market/appointments.ts'
import { buildPhoto } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { confirmOrder, paidOrder, reportOrder, type OpenOrder } from '../../../testing/market/orders.ts'
import { eraseProblemPhotos } from './problem-photos.ts'

const market = useMarket()
beforeEach(() => {
  market.clock.set('2026-12-01T09:00:00Z')
})

async function show(by: TestClient, { purchaseId }: OpenOrder, count = 1) {
  const form = new FormData()
  for (let photo = 0; photo < count; photo += 1)
    form.append('photos', new Blob([new Uint8Array(await buildPhoto({ width: 32, height: 32 }))]), 'photo.jpg')
  return by.post<Card>(`/api/purchases/${purchaseId}/problem/photos`, form)
}

test('both sides show photos, up to three each, to each other and to admins alone', async () => {
  const order = await paidOrder(market, { lines: 1 })
  const { buyer, seller } = order
  expect(await show(buyer, order)).toMatchObject({ status: 409, body: { code: 'NO_PROBLEM' } })
  await reportOrder(order)
  expect((await show(buyer, order, 2)).status).toBe(200)
  const { body } = await show(seller, order)
  expect(body.problem?.photos.map(({ by }) => by)).toEqual(['buyer', 'buyer', 'seller'])
  expect(await show(buyer, order, 2)).toMatchObject({ status: 409, body: { code: 'PHOTOS_FULL' } })
  expect((await show(await market.signIn(), order)).status).toBe(404)

  const admin = await market.signIn()
  await admin.post('/api/admin/setup')
  const url = body.problem?.photos[0]?.url ?? ''
  for (const member of [buyer, seller, admin]) {
    const { status, headers } = await member.get(url)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'private, no-store',
    ])
  }
  for (const other of [market.visitor(), await market.signIn()]) expect((await other.get(url)).status).toBe(404)
  // Nor by the address at which all other photos are.
  expect((await buyer.get(url.replace('problem-photos', 'photos'))).status).toBe(404)
  await confirmOrder(order)
})

test('two uploads at once are no more than three photos', async () => {
  const order = await paidOrder(market, { lines: 1 })
  await reportOrder(order)
  const answers = await Promise.all([show(order.buyer, order, 2), show(order.buyer, order, 2)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await cardOf(order.buyer, order)).problem?.photos).toHaveLength(2)
})

test('after 90 days they are erased, file and row, not a day earlier', async () => {
  const order = await paidOrder(market, { lines: 1 })
  await reportOrder(order)
  const url = (await show(order.buyer, order)).body.problem?.photos[0]?.url ?? ''
  const id = url.replace(/^.*\/|\.webp$/g, '')
  const left = async () => [
    (await market.ctx.db('problem_photo').where({ id })).length,
    (await market.ctx.photos.get(`${id.slice(0, 2)}/${id}.webp`)) !== null,
  ]
  market.clock.advance({ days: 89 })
  await eraseProblemPhotos(market.ctx)
  expect(await left()).toEqual([1, true])
  market.clock.advance({ days: 1, minutes: 1 })
  // Killed between the file and its row: the next night's run finds the row.
  await market.ctx.photos.delete(`${id.slice(0, 2)}/${id}.webp`)
  await eraseProblemPhotos(market.ctx)
  expect(await left()).toEqual([0, false])
})
