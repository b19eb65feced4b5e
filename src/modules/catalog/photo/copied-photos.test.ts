import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { buildListing, buildPhoto, uploadPhotos } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { openAlarms } from '../../../testing/market/work.ts'

const market = useMarket()
let owner: TestClient
beforeAll(async () => {
  owner = await market.signIn()
})

/** A picture of blurred spots, another one for each seed. */
async function scene(seed: number): Promise<Buffer> {
  const spots = Array.from({ length: 24 }, (_, at) => (Math.imul(seed * 24 + at + 1, 2_654_435_761) >>> 8) & 255)
  return sharp(Buffer.from(spots), { raw: { width: 6, height: 4, channels: 1 } })
    .resize(600, 400, { kernel: 'cubic' })
    .toColourspace('srgb')
    .jpeg({ quality: 95 })
    .toBuffer()
}
const post = async (seller: TestClient, photo: Buffer, title: string) => {
  market.clock.advance({ seconds: 1 })
  const photos = await uploadPhotos(seller, [photo])
  return (await buildListing(market, { seller, fields: { photos, title } })).listing
}
const countCopies = async () => (await market.ctx.db('copied_photo').whereNull('cleared_at')).length
const isAgain = async (member: TestClient, photo: Buffer) => {
  const [url] = await uploadPhotos(member, [photo])
  return (await member.get<{ again: boolean }>(`/api/ai/photo-warnings?photoUrl=${url}`)).body.again
}

test('an own photo is known again, smaller, brighter or encoded anew; another photo is not', async () => {
  const photo = await scene(1)
  await post(owner, photo, 'A kite')
  expect(await isAgain(owner, photo)).toBe(true)
  expect(await isAgain(owner, await sharp(photo).resize(300).webp({ quality: 60 }).toBuffer())).toBe(true)
  expect(await isAgain(owner, await sharp(photo).linear(0.9, 10).jpeg({ quality: 50 }).toBuffer())).toBe(true)
  expect(await isAgain(owner, await scene(7))).toBe(false)
  // The photos of another member are a matter of the admins.
  expect(await isAgain(await market.signIn(), photo)).toBe(false)
})

test("another member's photo is one line for the admins, until one of them has looked at it", async () => {
  const admin = await market.signIn()
  await admin.post('/api/admin/setup', {})
  const photo = await scene(3)
  const first = await post(owner, photo, 'The first sledge')
  expect(await countCopies()).toBe(0)
  const copier = await market.signIn()
  const copy = await post(copier, await sharp(photo).resize(480).jpeg({ quality: 70 }).toBuffer(), 'The same sledge')
  const waiting = async () => {
    const { body } = await admin.get<{ alarms: { kind: string; count: number }[] }>('/api/admin/overview')
    return body.alarms.find(({ kind }) => kind === 'copied_photo')?.count
  }
  expect(await waiting()).toBe(1)
  expect(await openAlarms(admin)).toMatchObject([
    {
      kind: 'copied_photo',
      subject: copy.id,
      title: 'The same sledge',
      listingIds: [copy.id, first.id],
      members: [{ id: copier.user.id }, { id: owner.user.id }],
    },
  ])
  const clear = (subject: string) =>
    admin.post('/api/admin/alarms/clear', { kind: 'copied_photo', subject, word: 'They are sisters' })
  expect((await clear('no such listing')).status).toBe(404)
  expect((await Promise.all([clear(copy.id), clear(copy.id)])).map(({ status }) => status).sort()).toEqual([204, 404])
  expect(await waiting()).toBe(0)
  const [logged] = (await admin.get<object[]>('/api/admin/actions?limit=1')).body
  expect(logged).toMatchObject({ action: 'alarm.clear', name: 'The same sledge', listingId: copy.id })
  // Changing the listing doesn't ask again; a withdrawn one is no line.
  await copier.patch(`/api/items/${copy.id}`, { photos: copy.photos })
  const third = await market.signIn()
  const other = await post(third, photo, 'A third sledge')
  expect(await waiting()).toBe(1)
  await third.patch(`/api/items/${other.id}`, { status: 'withdrawn' })
  expect(await waiting()).toBe(0)
})

test('who has shown a photo first has not copied it, whatever they change afterwards', async () => {
  const photo = await scene(9)
  const nora = await market.signIn()
  const bike = await post(nora, photo, 'A bike')
  const before = await countCopies()
  const sven = await market.signIn()
  const stolen = await post(sven, photo, 'My bike')
  expect(await countCopies()).toBe(before + 1)
  // A typo, and a face that is hidden: a photo of its own, which shows the same.
  await nora.patch(`/api/items/${bike.id}`, { title: 'A blue bike', photos: bike.photos })
  market.clock.advance({ seconds: 1 })
  const photos = await uploadPhotos(nora, [await sharp(photo).linear(0.95, 5).jpeg({ quality: 80 }).toBuffer()])
  expect((await nora.patch(`/api/items/${bike.id}`, { photos })).status).toBe(200)
  const found = await market.ctx.db('copied_photo').whereIn('listing_id', [bike.id, stolen.id])
  expect(found).toMatchObject([{ listing_id: stolen.id, like_id: bike.id }])
})

test('plain pictures, gradients and stripes raise no alarm', async () => {
  const before = await countCopies()
  const gradient = sharp(Buffer.from([0, 255]), { raw: { width: 2, height: 1, channels: 1 } })
  const pictures = [
    await buildPhoto({ colour: '#ffffff' }),
    await buildPhoto({ colour: '#101010' }),
    await gradient.resize(300, 200, { kernel: 'linear', fit: 'fill' }).jpeg().toBuffer(),
  ]
  for (const picture of pictures) {
    await post(owner, picture, 'A wall')
    await post(await market.signIn(), picture, 'Another wall')
    expect(await isAgain(owner, picture)).toBe(false)
  }
  expect(await countCopies()).toBe(before)
})
