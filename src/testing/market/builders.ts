import sharp from 'sharp'
import type { CreateListingBody, Listing } from '../../modules/catalog/contract.ts'
import type { SavedSearch, SearchQuery } from '../../modules/catalog/searches/contract.ts'
import type { TestClient } from './client.ts'
import type { TestMarket } from './market.ts'

/** A JPEG of one colour; different colours make different files. */
export function buildPhoto(options: { width?: number; height?: number; colour?: string } = {}): Promise<Buffer> {
  const { width = 640, height = 480, colour = '#7fd0da' } = options
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
}

let made: Promise<Buffer> | undefined
/** So small that decoding it costs next to nothing, made once for each test file. */
const thumbnail = (): Promise<Buffer> => (made ??= buildPhoto({ width: 64, height: 48 }))

/** Uploads photos as that member and answers their addresses. */
export async function uploadPhotos(member: TestClient, photos: Buffer[]): Promise<string[]> {
  const form = new FormData()
  for (const [index, photo] of photos.entries()) {
    form.append('photos', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), `photo-${index}.jpg`)
  }
  const { status, body } = await member.post<{ urls: string[] }>('/api/upload', form)
  if (status !== 200) throw new Error(`upload failed: ${status} ${JSON.stringify(body)}`)
  return body.urls
}

/** A valid body for `POST /api/items`, but for its photos. */
export function listingBody(fields: Partial<CreateListingBody> = {}): Omit<CreateListingBody, 'photos'> {
  return {
    title: 'Wooden train set',
    description: 'Complete, loved for two years, all magnets still hold.',
    category: 'toys',
    condition: 'good',
    city: 'Portland',
    contactName: 'Nora Seller',
    contactEmail: 'nora@example.com',
    contactPhone: '555-0100',
    pickupAddress: '12 Alder Street',
    latitude: 45.52,
    longitude: -122.68,
    weightLbs: '4.5',
    deliveryOption: 'both',
    ...fields,
  }
}

/** Posts a listing through the API, by a new seller unless one is given. */
export async function buildListing(
  market: Pick<TestMarket, 'signIn'>,
  options: { seller?: TestClient; fields?: Partial<CreateListingBody> } = {},
): Promise<{ listing: Listing; seller: TestClient }> {
  const seller = options.seller ?? (await market.signIn())
  const photos = options.fields?.photos ?? (await uploadPhotos(seller, [await thumbnail()]))
  const { status, body } = await seller.post<Listing>('/api/items', { ...listingBody(options.fields), photos })
  if (status !== 201) throw new Error(`posting failed: ${status} ${JSON.stringify(body)}`)
  return { listing: body, seller }
}

/** The browser in the example of RFC 8291, at an address where nobody is. */
export const pushSubscription = (name: string) => ({
  endpoint: `https://push.example/${name}`,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
})

/** Saves a search through the API; the member is told at once unless said otherwise. */
export async function saveSearch(
  member: TestClient,
  query: SearchQuery,
  options: { how?: SavedSearch['how']; shown?: boolean } = {},
): Promise<SavedSearch> {
  const { status, body } = await member.post<SavedSearch>('/api/searches', { query, how: 'at-once', ...options })
  if (status !== 201) throw new Error(`saving failed: ${status} ${JSON.stringify(body)}`)
  return body
}
