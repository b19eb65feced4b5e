import { afterEach, expect, test, vi } from 'vitest'
import { call, path } from './api.ts'
import { refresh } from './use-api.ts'

const ID = '00000000-0000-4000-8000-000000000001'

afterEach(() => vi.unstubAllGlobals())

function answerWith(text: string, status = 200) {
  const fetch = vi.fn((_path: string, _init?: RequestInit) => Promise.resolve(new Response(text || null, { status })))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('a call sends what its contract wants, and answers its JSON', async () => {
  const fetch = answerWith('{"purchaseId":"p"}')
  const purchase = await call('POST /api/items/:id/purchase', {
    params: { id: ID },
    body: { paymentIntentId: 'pi_1' },
  })
  expect(purchase.purchaseId).toBe('p')
  expect(fetch).toHaveBeenCalledWith(`/api/items/${ID}/purchase`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"paymentIntentId":"pi_1"}',
    keepalive: false,
  })
})

test('what has no body sends and answers none', async () => {
  const fetch = answerWith('', 204)
  await expect(call('DELETE /api/members/:id/block', { params: { id: ID } })).resolves.toBeUndefined()
  expect(fetch).toHaveBeenCalledWith(`/api/members/${ID}/block`, { method: 'DELETE', keepalive: true })
})

test('a path holds its parameters, whatever they are', () => {
  expect(path('/api/items/user/me')).toBe('/api/items/user/me')
  expect(path('/api/items/:id', { params: { id: '../auth/user?x' } })).toBe('/api/items/..%2Fauth%2Fuser%3Fx')
  expect(path('/api/items', { query: { search: 'a&b', limit: 2 } })).toBe('/api/items?search=a%26b&limit=2')
})

/** Never run: each line has to be refused by the compiler, or `npm run check:types` fails on its comment. */
export async function refused() {
  // @ts-expect-error a misspelt path
  await call('GET /api/itmes')
  // @ts-expect-error a method that this path has not
  await call('PUT /api/items/:id', { params: { id: ID } })
  // @ts-expect-error a parameter left out
  await call('POST /api/items/:id/purchase', { body: { paymentIntentId: 'pi_1' } })
  // @ts-expect-error a parameter of another name
  await call('DELETE /api/items/:id', { params: { listing: ID } })
  // @ts-expect-error a field left out
  await call('POST /api/items/:id/purchase', { params: { id: ID }, body: {} })
  // @ts-expect-error a field that the contract has not
  await call('PATCH /api/users/me', { body: { firstName: 'Ada', lastName: 'L', nickname: 'A' } })
  // @ts-expect-error a field of another type, which the contract converts
  await call('POST /api/auth/code', { body: { email: 1 } })
  const { count } = await call('GET /api/messages/unread-count')
  // @ts-expect-error the contract answers a number
  path('/api/items', { query: { search: count } })
  // @ts-expect-error files go through `uploadFiles`
  await call('POST /api/upload', { body: { photos: [] } })
  // @ts-expect-error a path that can't be read
  path('/api/auth/code')
  // @ts-expect-error a query that the contract has not
  path('/api/items', { query: { weight: 'red' } })
  // @ts-expect-error a query value of another type
  path('/api/items', { query: { limit: 'many' } })
  // @ts-expect-error no path begins like this
  await refresh('/api/listings')
}
