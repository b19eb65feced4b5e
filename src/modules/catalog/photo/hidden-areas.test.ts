import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BlurDouble, startBlurDouble } from '../../../testing/doubles/blur-double.ts'
import { buildListing, buildPhoto, uploadPhotos } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { VARIANT_FORMATS, variantWidths } from '../constants.ts'
import { photoKey, variantName } from './photo.ts'

const SIZE = { width: 420, height: 300 }
/** In pixels, on no border of any block of a JPEG. */
const SECRET = { left: 143, top: 101, width: 77, height: 51 }
const AREA = [
  SECRET.left / SIZE.width,
  SECRET.top / SIZE.height,
  SECRET.width / SIZE.width,
  SECRET.height / SIZE.height,
]
const hiding = (areas: string, of: string) => `/api/upload/hidden?${String(new URLSearchParams({ of, areas }))}`

const market = useMarket()
let blurring: TestMarket
let service: BlurDouble
let member: TestClient
beforeAll(async () => {
  member = await market.signIn()
  // A margin, as such services leave one: a JPEG mixes the colours of its blocks.
  service = await startBlurDouble([{ left: SECRET.left - 24, top: SECRET.top - 24, width: 125, height: 99 }])
  blurring = await testMarket({ env: { BLUR_URL: service.url, LOG_LEVEL: 'silent' } })
})
afterAll(async () => {
  await blurring.stop()
  await service.stop()
})

/** Noise, as detailed as a picture can be, with a patch of that colour in it. */
async function pictureWith(colour: string, format: 'png' | 'jpeg'): Promise<Buffer> {
  const noise = Buffer.from(
    Array.from({ length: SIZE.width * SIZE.height * 3 }, (_, at) => (Math.imul(at, 2_654_435_761) >>> 16) & 255),
  )
  const patch = { create: { width: SECRET.width, height: SECRET.height, channels: 3 as const, background: colour } }
  return sharp(noise, { raw: { ...SIZE, channels: 3 } })
    .composite([{ input: await sharp(patch).png().toBuffer(), left: SECRET.left, top: SECRET.top }])
    [format](format === 'jpeg' ? { quality: 90 } : {})
    .toBuffer()
}

/** Every file that is stored of a photo, once all are made. */
async function filesOf(at: TestMarket, url: string): Promise<Buffer[]> {
  await at.runJobs({ only: ['catalog.make-photo-variants'] })
  const id = url.slice('/photos/'.length, -'.webp'.length)
  const sizes = variantWidths(SIZE.width).flatMap((width) =>
    VARIANT_FORMATS.map((format) => variantName(id, width, format)),
  )
  const files = await Promise.all([`${id}.webp`, ...sizes].map((name) => at.ctx.photos.get(photoKey(name))))
  expect(files).not.toContain(null)
  return files.flatMap((file) => file ?? [])
}

async function hide(areas: string, of: string, file: Buffer, by = member) {
  const form = new FormData()
  form.append('photos', new Blob([new Uint8Array(file)]), 'photo')
  return by.post<{ urls: [string]; message?: string; code?: string }>(hiding(areas, of), form)
}

test.each(['png', 'jpeg'] as const)(
  'originals (%s) that differ in what is hidden come out the same, to the byte, in every size',
  async (format) => {
    const outcomes = []
    for (const colour of ['#ffffff', '#c01030']) {
      const original = await pictureWith(colour, format)
      const [of] = await uploadPhotos(member, [original])
      const { status, body } = await hide(AREA.join(), of!, original)
      expect(status).toBe(200)
      outcomes.push({ shown: await filesOf(market, of!), hidden: await filesOf(market, body.urls[0]) })
    }
    const [white, red] = outcomes
    for (const [index, file] of white!.hidden.entries()) {
      expect(file.equals(red!.hidden[index]!)).toBe(true)
      expect(white!.shown[index]!.equals(red!.shown[index]!)).toBe(false)
    }
    expect(white!.hidden).toHaveLength(5)
  },
)

test('the same where a service blurs what is uploaded, which is asked by its open interface', async () => {
  const seller = await blurring.signIn()
  const files: Buffer[][] = []
  for (const colour of ['#ffffff', '#c01030']) {
    const [url] = await uploadPhotos(seller, [await pictureWith(colour, 'png')])
    files.push(await filesOf(blurring, url!))
  }
  expect(service.complaints).toEqual([])
  expect(service.pictures).toHaveLength(2)
  expect(service.pictures[0]!.equals(service.pictures[1]!)).toBe(false)
  expect(files[0]!.map((file, index) => file.equals(files[1]![index]!))).toEqual(Array(5).fill(true))
})

test('a service that is away, or answers something else, stops nobody from posting', async () => {
  const seller = await blurring.signIn()
  const picture = await pictureWith('#ffffff', 'png')
  const stored = async (by: TestMarket, seller: TestClient) => {
    const [url] = await uploadPhotos(seller, [picture])
    return by.ctx.photos.get(photoKey(url!.slice('/photos/'.length)))
  }
  const plain = await stored(market, member)
  for (const play of ['away', 'a page', 'another picture', 'broken', 'endless'] as const) {
    service.plays.push(play)
    expect([play, (await stored(blurring, seller))?.equals(plain!)]).toEqual([play, true])
  }
  expect(service.poured).toBeLessThan(100)
})

test('what is hidden is erased with its original when it is posted, and until then it can be undone', async () => {
  const original = await pictureWith('#c01030', 'png')
  const [of] = await uploadPhotos(member, [original])
  const first = (await hide(AREA.join(), of!, original)).body.urls[0]
  const second = (await hide(`${AREA.join()};0.8,0.8,0.1,0.1`, of!, original)).body.urls[0]
  const isThere = async (url: string) => (await fetch(market.url + url)).status === 200
  expect(await Promise.all([of!, first, second].map(isThere))).toEqual([true, true, true])
  await buildListing(market, { seller: member, fields: { photos: [second] } })
  expect(await Promise.all([of!, first, second].map(isThere))).toEqual([false, false, true])
  await market.runJobs({ only: ['catalog.remove-orphan-photos'] })
  for (const url of [of!, first]) expect(await market.ctx.photos.get(photoKey(url.slice('/photos/'.length)))).toBeNull()
  expect((await member.post('/api/items', { photos: [of] })).status).toBe(400)

  // The original stays where the member shows it after all, and a picture of the member's own where it is one.
  const [again] = await uploadPhotos(member, [original])
  await hide(AREA.join(), again!, original)
  await buildListing(market, { seller: member, fields: { photos: [again!] } })
  await market.runJobs({ only: ['catalog.remove-orphan-photos'] })
  expect(await isThere(again!)).toBe(true)
})

test('the same of photos that were sent as a batch: gone in every size, and erased with what they were', async () => {
  const outcomes: Buffer[][] = []
  for (const colour of ['#ffffff', '#c01030']) {
    const pictures = [await pictureWith(colour, 'jpeg'), await pictureWith('#108040', 'png')]
    const form = new FormData()
    for (const picture of pictures) form.append('photos', new Blob([new Uint8Array(picture)]), 'photo')
    const { body: sent } = await member.post<{ urls: [string, string] }>('/api/upload-batch', form)
    const [of, other] = sent.urls
    const { body } = await hide(AREA.join(), of, pictures[0]!)
    outcomes.push(await filesOf(market, body.urls[0]))
    for (const photo of [body.urls[0], other])
      await buildListing(market, { seller: member, fields: { photos: [photo] } })
    await market.runJobs({ only: ['catalog.remove-orphan-photos'] })
    expect(await market.ctx.photos.get(photoKey(of.slice('/photos/'.length)))).toBeNull()
    expect((await fetch(market.url + other)).status).toBe(200)
  }
  const [white, red] = outcomes
  expect(white).toHaveLength(5)
  expect(white!.map((file, index) => file.equals(red![index]!))).toEqual(Array(5).fill(true))
})

test('boxes beyond the picture are clipped, or refused in plain words; nothing is kept of what is refused', async () => {
  const original = await buildPhoto({ width: 300, height: 200, colour: '#ffffff' })
  const [of] = await uploadPhotos(member, [original])
  const count = async () => (await market.ctx.db('photo').where({ owner_id: member.user.id })).length
  const before = await count()
  for (const areas of [
    '',
    '0.1,0.1,0.2',
    '1.2,0.1,0.2,0.2',
    '0.1,0.1,0,0.2',
    '0.1,0.1,-0.2,0.2',
    'a,b,c,d',
    '0.1,0.1,1e9,0.1',
    'NaN,0,1,1',
    Array(21).fill('0.1,0.1,0.1,0.1').join(';'),
  ]) {
    const { status, body } = await hide(areas, of!, original)
    expect([areas, status, body.message]).toEqual([areas, 400, 'Draw 1 to 20 boxes, each over the picture'])
  }
  const stranger = await market.signIn()
  expect((await hide('0,0,1,1', of!, original, stranger)).body.code).toBe('PHOTO_NOT_YOURS')
  expect(await count()).toBe(before)
  // Nothing is left around it to take colours from.
  const { body } = await hide('-5,-5,100,100', of!, original)
  const stored = await market.ctx.photos.get(photoKey(body.urls[0].slice('/photos/'.length)))
  const { channels } = await sharp(stored!).stats()
  for (const { min, max } of channels) expect([min, max]).toEqual([128, 128])
})
