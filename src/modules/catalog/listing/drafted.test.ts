import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GeminiDouble, GOOD_ANSWER, startGeminiDouble } from '../../../testing/doubles/gemini-double.ts'
import { buildListing, buildPhoto, uploadPhotos } from '../../../testing/market/builders.ts'
import { runningAnalyses } from '../../../testing/market/running-analyses.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import type { CreateListingBody, Listing } from '../contract.ts'

let gemini: GeminiDouble
let market: TestMarket
let seller: TestClient
beforeAll(async () => {
  gemini = await startGeminiDouble({ key: 'key', model: 'gemini-2.5-flash' })
  market = await testMarket({ env: { GEMINI_API_KEY: 'key', GEMINI_BASE_URL: gemini.url } })
  seller = await market.signIn()
})
afterAll(async () => {
  await market.stop()
  await gemini.stop()
})

const DRAFT = {
  title: 'Brio Wooden train set',
  description: GOOD_ANSWER.description,
  condition: 'good',
  weightLbs: '3.46',
} as const

async function analysed(): Promise<string[]> {
  const photos = await uploadPhotos(seller, [await buildPhoto()])
  const asked = seller.post('/api/ai/analyze-photos', { photoUrls: photos, category: 'toys' })
  expect((await runningAnalyses(market, asked)).status).toBe(200)
  return photos
}
const post = async (photos: string[], fields: Partial<CreateListingBody>, by = seller) =>
  (await buildListing(market, { seller: by, fields: { ...DRAFT, ...fields, photos } })).listing

test('what a model has drafted and nobody has changed is marked, for everybody, until somebody changes it', async () => {
  const listing = await post(await analysed(), {})
  const seen = async () => (await market.visitor().get<Listing>(`/api/items/${listing.id}`)).body.drafted
  expect(await seen()).toEqual(['title', 'description', 'condition', 'weightLbs'])
  await seller.patch(`/api/items/${listing.id}`, {
    title: listing.title,
    description: 'In my own words: a fine train.',
  })
  expect(await seen()).toEqual(['title', 'condition', 'weightLbs'])
  // Writing it once more doesn't make it a draft again.
  await seller.patch(`/api/items/${listing.id}`, { description: DRAFT.description, condition: 'fair' })
  expect(await seen()).toEqual(['title', 'weightLbs'])
})

test('in a batch the guesses stand in the fields: what nobody has changed is marked there, too', async () => {
  gemini.plays.push({
    product: { ...GOOD_ANSWER.product, confidence: 0.5 },
    condition: { ...GOOD_ANSWER.condition, confidence: 0.5 },
  })
  const photos = await uploadPhotos(seller, [await buildPhoto({ colour: '#336699' })])
  const asked = seller.post('/api/ai/analyze-batch', { items: [{ photoUrls: photos, category: 'toys' }] })
  expect((await runningAnalyses(market, asked)).status).toBe(200)
  expect((await post(photos, { condition: 'good' })).drafted).toEqual([
    'title',
    'description',
    'condition',
    'weightLbs',
  ])
})

test('what the model has read on a photo is known once parts of it are hidden: drafts, and the brand of a recall', async () => {
  gemini.plays.push({ brand: { primary: 'Peg Perego', confidence: 0.95, alternatives: [] } })
  const file = await buildPhoto({ colour: '#446622' })
  const photos = await uploadPhotos(seller, [file])
  const asked = seller.post('/api/ai/analyze-photos', { photoUrls: photos, category: 'toys' })
  expect((await runningAnalyses(market, asked)).status).toBe(200)
  const form = new FormData()
  form.append('photos', new Blob([new Uint8Array(file)]), 'photo')
  const query = new URLSearchParams({ of: photos[0] ?? '', areas: '0.1,0.1,0.2,0.2' })
  const { body: hidden } = await seller.post<{ urls: [string] }>(`/api/upload/hidden?${String(query)}`, form)
  await expect(post(hidden.urls, { title: 'Pliko stroller' })).rejects.toThrow('COMPARE_LABEL')
  expect((await post(hidden.urls, { title: 'A train' })).drafted).toEqual(['description', 'condition', 'weightLbs'])
})

test('the server compares with the analysis that it keeps, not with what it is told', async () => {
  const photos = await analysed()
  const changed = await post(photos, { title: 'My own words', condition: 'like-new' })
  expect(changed.drafted).toEqual(['description', 'weightLbs'])
  // Other photos, of which nobody asked a model; the same words are then the member's own.
  const own = await post(await uploadPhotos(seller, [await buildPhoto({ colour: '#224466' })]), {})
  expect(own.drafted).toEqual([])
  const { status } = await seller.post('/api/items', { ...DRAFT, drafted: [] })
  expect(status).toBe(400)
})
