import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { buildListing, buildPhoto, uploadPhotos } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { VARIANT_WIDTHS, variantUrl, variantWidths } from '../constants.ts'
import type { Listing, ListingCard } from '../contract.ts'

const market = useMarket()
let member: TestClient
beforeAll(async () => {
  member = await market.signIn()
})

const makeVariants = () => market.runJobs({ only: ['catalog.make-photo-variants'] })
const upload = async (size: { width: number; height: number }) => {
  const [url] = await uploadPhotos(member, [await buildPhoto(size)])
  return url!
}
const files = async (url: string) => {
  const id = url.slice('/photos/'.length, -'.webp'.length)
  const all = await readdir(join(market.ctx.config.DATA_DIR, 'photos'), { recursive: true })
  return all.flatMap((path) => path.split('/').at(-1) ?? []).filter((name) => name.startsWith(id))
}
async function fetchPhoto(url: string) {
  const answer = await fetch(market.url + url)
  const { status, headers } = answer
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status, type: headers.get('content-type'), kept: headers.get('cache-control'), bytes }
}

test('a photo comes in three widths and two formats, each at its address for ever', async () => {
  const url = await upload({ width: 1600, height: 1200 })
  expect(await makeVariants()).toBe(1)
  for (const width of VARIANT_WIDTHS) {
    for (const [format, known] of [
      ['avif', 'heif'],
      ['webp', 'webp'],
    ] as const) {
      const answer = await fetchPhoto(variantUrl(url, width, format))
      expect(answer).toMatchObject({
        status: 200,
        type: `image/${format}`,
        kept: 'private, max-age=31536000, immutable',
      })
      const { format: found, width: w, height: h } = await sharp(answer.bytes).metadata()
      expect([found, w, h]).toEqual([known, width, width * 0.75])
    }
  }
})

test('until they are made, the photo itself stands in, and not for long', async () => {
  const url = await upload({ width: 800, height: 600 })
  const base = await fetchPhoto(url)
  const standIn = await fetchPhoto(variantUrl(url, 640, 'avif'))
  expect(standIn).toMatchObject({ status: 200, type: 'image/webp', kept: 'private, max-age=60' })
  expect(standIn.bytes.equals(base.bytes)).toBe(true)
  await makeVariants()
  expect(await fetchPhoto(variantUrl(url, 640, 'avif'))).toMatchObject({ type: 'image/avif' })
})

test('no variant is larger than the photo, and none is made twice', async () => {
  expect([200, 320, 321, 640, 800, 4000].map(variantWidths)).toEqual([
    [320],
    [320],
    [320, 640],
    [320, 640],
    [320, 640, 1280],
    [320, 640, 1280],
  ])
  const url = await upload({ width: 500, height: 400 })
  await makeVariants()
  expect(await files(url)).toHaveLength(5)
  expect((await sharp((await fetchPhoto(variantUrl(url, 640, 'webp'))).bytes).metadata()).width).toBe(500)
  expect(await fetchPhoto(variantUrl(url, 1280, 'webp'))).toMatchObject({ status: 200, kept: 'private, max-age=60' })
})

test.each(['-641.avif', '-320.png', '-320.avif.webp', '-.webp', '-0320.webp'])(
  'there is nothing at …%s',
  async (end) => {
    const url = await upload({ width: 100, height: 100 })
    expect((await fetchPhoto(url.replace('.webp', end))).status).toBe(404)
  },
)

test('listings tell what a picture needs before it is loaded', async () => {
  const photos = [await upload({ width: 1000, height: 500 }), await upload({ width: 300, height: 400 })]
  const { listing } = await buildListing(market, { seller: member, fields: { photos } })
  expect(listing.photoInfo).toEqual([
    { url: photos[0], width: 1000, height: 500, placeholder: null },
    { url: photos[1], width: 300, height: 400, placeholder: null },
  ])
  await makeVariants()
  const { body: whole } = await member.get<Listing>(`/api/items/${listing.id}`)
  expect(whole.photoInfo.map(({ width }) => width)).toEqual([1000, 300])
  for (const { placeholder } of whole.photoInfo) {
    expect(placeholder).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/=]{20,400}$/)
    const { width, height } = await sharp(Buffer.from(placeholder!.split(',')[1]!, 'base64')).metadata()
    expect(Math.max(width, height)).toBe(16)
  }
  const { body: cards } = await market.visitor().get<ListingCard[]>('/api/items?limit=1')
  expect(cards[0]?.photoInfo).toEqual(whole.photoInfo.slice(0, 1))
  const { body: own } = await member.get<Listing[]>('/api/items/user/me')
  expect(own[0]?.photoInfo).toEqual(whole.photoInfo)
})

test('what one can see through has no placeholder behind it', async () => {
  const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#ff000080' } })
    .png()
    .toBuffer()
  const [url] = await uploadPhotos(member, [clear])
  await makeVariants()
  expect(await market.ctx.db('photo').where({ url }).first()).toMatchObject({
    placeholder: null,
    variants_at: expect.any(Date) as Date,
  })
})

test('a job that comes twice, or for a photo that is gone, does nothing; one that comes too early is tried again', async () => {
  const url = await upload({ width: 400, height: 400 })
  const again = async (photoId: string) => {
    await market.ctx.db.transaction((trx) => market.ctx.queue.send(trx, 'catalog.make-photo-variants', { photoId }))
    return makeVariants()
  }
  await makeVariants()
  const id = url.slice('/photos/'.length, -'.webp'.length)
  const made = await market.ctx.db('photo').where({ id }).first()
  market.clock.advance({ minutes: 1 })
  expect(await again(id)).toBe(1)
  expect(await market.ctx.db('photo').where({ id }).first()).toEqual(made)
  expect(await again('00000000-0000-4000-8000-000000000000')).toBe(1)

  const early = await upload({ width: 400, height: 400 })
  const store = market.ctx.photos
  market.ctx.photos = { ...store, get: () => Promise.resolve(null) }
  await expect(makeVariants()).rejects.toThrow('not stored yet')
  market.ctx.photos = store
  expect(await again(early.slice('/photos/'.length, -'.webp'.length))).toBe(1)
  expect(await files(early)).toHaveLength(5)
})

test('a photo that is removed takes its variants along, also when it goes while they are made', async () => {
  const done = await upload({ width: 700, height: 400 })
  await makeVariants()
  expect(await files(done)).toHaveLength(7)
  const late = await upload({ width: 700, height: 400 })
  const store = market.ctx.photos
  let discards: Promise<unknown> | undefined
  const discard = async () => {
    market.clock.advance({ days: 1, minutes: 1 })
    await market.ctx.db.transaction((trx) => market.ctx.queue.send(trx, 'catalog.remove-orphan-photos', {}))
    await market.runJobs({ only: ['catalog.remove-orphan-photos'] })
  }
  market.ctx.photos = {
    ...store,
    async put(...file) {
      await (discards ??= discard())
      await store.put(...file)
    },
  }
  await makeVariants()
  market.ctx.photos = store
  expect(discards).toBeDefined()
  expect([await files(done), await files(late)]).toEqual([[], []])
})
