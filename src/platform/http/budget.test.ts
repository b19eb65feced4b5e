import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildListing, buildPhoto, uploadPhotos } from '../../testing/market/builders.ts'
import type { Answer } from '../../testing/market/client.ts'
import { testMarket, type TestMarket } from '../../testing/market/market.ts'

/** Far below what any of the providers is given for itself. */
const REQUEST_MS = 600
const sockets = new Set<Socket>()
/** Takes whatever is sent and never answers. */
const silent = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => undefined)
})
const address = (scheme = 'http') => `${scheme}://127.0.0.1:${(silent.address() as AddressInfo).port}`
/** Takes photos, each after a while. */
const slow = createHttpServer((request, response) => {
  request.resume().on('end', () => setTimeout(() => response.end(), REQUEST_MS / 2))
})
beforeAll(async () => {
  silent.listen(0, '127.0.0.1')
  slow.listen(0, '127.0.0.1')
  await Promise.all([once(silent, 'listening'), once(slow, 'listening')])
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  silent.close()
  slow.closeAllConnections()
  slow.close()
})

const bucketAt = (endpoint: string) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: 'photos',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'AKIDTEST',
  S3_SECRET_ACCESS_KEY: 'a secret',
})

/** A member's deeds while a provider does not answer; each provider alone would be given far longer. */
const BESIDE: Record<string, { env: () => Record<string, string>; ask: (at: TestMarket) => Promise<Answer<object>> }> =
  {
    'an upload beside a bucket that is silent': {
      env: () => bucketAt(address()),
      ask: async (market) => (await market.signIn()).post('/api/upload', await photos(1)),
    },
    'an upload of five beside a bucket that takes its time for each': {
      env: () => bucketAt(`http://127.0.0.1:${(slow.address() as AddressInfo).port}`),
      ask: async (market) => (await market.signIn()).post('/api/upload', await photos(5)),
    },
    'a reservation beside a card provider that is silent': {
      env: () => ({
        STRIPE_SECRET_KEY: 'sk_test_silent',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_silent',
        STRIPE_WEBHOOK_SECRET: 'whsec_silent',
        STRIPE_API_BASE: address(),
      }),
      async ask(market) {
        const { listing } = await buildListing(market)
        return (await market.signIn()).post(`/api/items/${listing.id}/purchase/intent`)
      },
    },
    'an analysis that no worker makes': {
      env: () => ({}),
      async ask(market) {
        const member = await market.signIn()
        const photoUrls = await uploadPhotos(member, [await buildPhoto()])
        return member.post('/api/ai/analyze-photos', { photoUrls, category: 'toys' })
      },
    },
    'a code beside a mail server that is silent': {
      env: () => ({ SMTP_URL: address('smtp'), MAIL_FROM: 'market@example.com' }),
      ask: (market) => market.visitor().post('/api/auth/code', { email: 'nora@example.com' }),
    },
  }

async function photos(count: number): Promise<FormData> {
  const form = new FormData()
  const photo = new Blob([new Uint8Array(await buildPhoto())])
  for (let number = 0; number < count; number += 1) form.append('photos', photo, 'photo.jpg')
  return form
}

test.each(Object.entries(BESIDE))('%s is told within the budget of a request', async (_, beside) => {
  const market = await testMarket({ env: { LOG_LEVEL: 'silent', ...beside.env() }, requestMs: REQUEST_MS })
  try {
    const { status } = await beside.ask(market)
    expect(status).toBe(503)
  } finally {
    await market.stop()
  }
})
