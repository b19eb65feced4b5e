import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildListing, buildPhoto, listingBody, uploadPhotos } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { ConversationDetail, Message } from '../contract.ts'

const market = useMarket()
let admin: TestClient
beforeAll(async () => {
  admin = await market.signIn()
  await admin.post('/api/admin/setup')
})

const uploads = async (member: TestClient, count: number) =>
  uploadPhotos(member, await Promise.all(Array.from({ length: count }, () => buildPhoto({ width: 640, height: 400 }))))
const write = (member: TestClient, listingId: string, body: object) =>
  member.post<Message & { threadId: string; code?: string }>(`/api/items/${listingId}/messages`, body)
const small = (url: string) => url.replace('.webp', '-320.webp')
const statusesOf = async (member: TestClient, url: string) =>
  Promise.all([url, small(url)].map(async (address) => (await member.get(address)).status))

async function sent() {
  const { listing, seller } = await buildListing(market)
  const asker = await market.signIn()
  const photos = await uploads(asker, 2)
  const { status, body } = await write(asker, listing.id, { photos })
  expect([status, body.body, body.photos]).toEqual([201, '', photos])
  return { listing, seller, asker, photos, url: photos[0]!, message: body }
}

test('photos need no words, and both sides read them in the conversation', async () => {
  const { seller, photos, message } = await sent()
  const { body } = await seller.get<ConversationDetail>(`/api/messages/conversations/${message.threadId}`)
  expect(body.messages).toMatchObject([{ body: '', photos }])
})

test('nobody but the two fetches them, in no size; an admin once something of the conversation is reported', async () => {
  const { seller, asker, url, message } = await sent()
  await market.runJobs()
  for (const side of [seller, asker]) expect(await statusesOf(side, url)).toEqual([200, 200])
  for (const other of [market.visitor(), await market.signIn(), admin])
    expect(await statusesOf(other, url)).toEqual([404, 404])
  expect((await seller.get(url)).headers.get('cache-control')).toBe('private, no-store')
  await seller.post('/api/reports', { subject: { kind: 'message', id: message.id }, reason: 'other' })
  expect(await statusesOf(admin, url)).toEqual([200, 200])
  expect(await statusesOf(await market.signIn(), url)).toEqual([404, 404])
})

test('a photo is in a message or in a listing, also when both are asked for at once', async () => {
  const { listing, asker, url, message } = await sent()
  const taken = { status: 409, body: { code: 'PHOTO_IN_USE' } }
  const body = { ...listingBody(), photos: [url] }
  expect(await asker.post('/api/items', body)).toMatchObject(taken)
  expect(await write(asker, listing.id, { threadId: message.threadId, photos: [url] })).toMatchObject(taken)
  const [fresh = ''] = await uploads(asker, 1)
  const answers = await Promise.all([
    asker.post('/api/items', { ...listingBody(), photos: [fresh] }),
    write(asker, listing.id, { photos: [fresh] }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('only own uploads, four at most, and words or a photo', async () => {
  const { listing, asker } = await sent()
  const theirs = await uploads(await market.signIn(), 1)
  const foreign = { status: 403, body: { code: 'PHOTO_NOT_YOURS' } }
  expect(await write(asker, listing.id, { photos: theirs })).toMatchObject(foreign)
  expect((await write(asker, listing.id, { photos: await uploads(asker, 5) })).status).toBe(400)
  expect((await write(asker, listing.id, { body: ' ', photos: [] })).status).toBe(400)
  expect((await write(asker, listing.id, {})).status).toBe(400)
})

test('sent again it is the same message, and they stay as long as it does', async () => {
  const { listing, seller, asker } = await sent()
  const photos = await uploads(asker, 1)
  const again = { messageId: randomUUID(), body: 'This scratch?', photos }
  const answers = await Promise.all([write(asker, listing.id, again), write(asker, listing.id, again)])
  expect(answers.map(({ status, body }) => [status, body.id])).toEqual(Array(2).fill([201, again.messageId]))
  const { url } = await sent()
  market.clock.advance({ days: 3 })
  await removeOrphans()
  expect(await statusesOf(seller, photos[0]!)).toEqual([200, 200])
  expect((await market.visitor().get(url)).status).toBe(404)
})

const removeOrphans = async () => {
  const { enqueue } = await import('../../../events.ts')
  await market.ctx.db.transaction((trx) => enqueue(trx, 'catalog.remove-orphan-photos', {}))
  await market.runJobs()
}
