import { beforeAll, expect, test } from 'vitest'
import { buildPhoto, listingBody, uploadPhotos } from '../market/builders.ts'
import type { TestClient } from '../market/client.ts'
import { useMarket } from '../market/use-market.ts'

// Names that every object has. Where a table of ours is an object, it answers them with a function.
const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueof', 'prototype']

const market = useMarket()
let admin: TestClient
beforeAll(async () => {
  admin = await market.signIn()
  await market.ctx.db('member').where({ id: admin.user.id }).update({ is_admin: true })
})

test.each(NAMES)('a category called %s breaks no call that takes or shows one', async (name) => {
  const asked: [string, number][] = []
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await admin.send<Record<string, unknown>>(method, path, body)
    asked.push([`${method} ${path}`, answer.status])
    return answer
  }
  const path = encodeURIComponent(name)
  const added = await send('POST', '/api/admin/category-prices', { category: name, tokenPrice: 4, retailPrice: '20' })
  await send('PATCH', `/api/admin/category-prices/${path}`, { tokenPrice: 5 })
  const photos = await uploadPhotos(admin, [await buildPhoto()])
  const analysis = send('POST', '/api/ai/analyze-photos', { photoUrls: photos, category: name })
  if (added.body['category'] === name)
    await expect.poll(() => market.runJobs({ only: ['catalog.analyze-photos'] })).toBeGreaterThan(0)
  await analysis
  const posted = await send('POST', '/api/items', { ...listingBody({ category: name }), photos })
  const id = String(posted.body['id'])
  if (added.body['category'] === name) expect(posted.status).toBe(201)
  await send('PATCH', `/api/items/${id}`, { category: name })
  await market.runJobs({ only: ['catalog.fold-counts'] })
  for (const query of [`category=${path}`, `search=${path}`, `city=${path}`, `status=${path}`, `${path}=1`])
    await send('GET', `/api/items?${query}`)
  await send('PATCH', `/api/items/${id}/claim`, {})
  for (const page of ['/api/impact/stats', `/api/items/${id}`, '/api/items', '/api/admin/overview', '/sitemap.xml'])
    await send('GET', page)
  await send('DELETE', `/api/admin/category-prices/${path}`)
  expect((await send('GET', '/api/impact/stats')).status).toBe(200)
  expect(asked.filter(([, status]) => status >= 500)).toEqual([])
})
