import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildListing, buildPhoto, listingBody, uploadPhotos } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { removeOrphanPhotos } from './remove-orphan-photos.ts'

const MEGABYTE = 1024 * 1024

let market: TestMarket
let member: TestClient
beforeAll(async () => {
  // A place of its own for what uploads leave, apart from test files that run at the same time.
  vi.stubEnv('TMPDIR', await mkdtemp(join(tmpdir(), 'market-tmp-')))
  market = await testMarket()
  member = await market.signIn()
})
afterAll(async () => {
  await market.stop()
  await rm(tmpdir(), { recursive: true })
  vi.unstubAllEnvs()
})

interface Uploaded {
  urls: string[]
  code?: string
  message?: string
}

function form(files: { bytes: Buffer; name?: string; type?: string; field?: string }[]): FormData {
  const data = new FormData()
  for (const { bytes, name = 'photo.jpg', type = 'image/jpeg', field = 'photos' } of files) {
    data.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
  }
  return data
}

const upload = (files: Parameters<typeof form>[0], path = '/api/upload') => member.post<Uploaded>(path, form(files))

async function fetchPhoto(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(market.url + url)).arrayBuffer())
}

/** Everything that uploads leave behind: stored files, temporary folders, rows. */
async function traces(): Promise<unknown[]> {
  const stored = await readdir(join(market.ctx.config.DATA_DIR, 'photos'), { recursive: true }).catch(() => [])
  const temporary = (await readdir(tmpdir())).filter((name) => name.startsWith('market-upload-'))
  return [stored.length, temporary, await market.ctx.db('photo').count('*')]
}

async function expectRefused(files: Parameters<typeof form>[0], answer: [status: number, code: string, text?: RegExp]) {
  const before = await traces()
  const { status, body } = await upload(files)
  expect([status, body.code]).toEqual(answer.slice(0, 2))
  expect(body.message).toMatch(answer[2] ?? /./)
  expect(await traces()).toEqual(before)
}

/** A valid PNG of that size in a few kilobytes: all its pixels are the same. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

describe('a photo', () => {
  test('is stored as WebP of at most 2048 px and served for ever', async () => {
    const { status, body } = await upload([{ bytes: await buildPhoto({ width: 3000, height: 1500 }) }])
    expect(status).toBe(200)
    expect(body.urls).toEqual([expect.stringMatching(/^\/photos\/[0-9a-f-]{36}\.webp$/)])
    const served = await fetch(market.url + body.urls[0]!)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const { width, height, format } = await sharp(Buffer.from(await served.arrayBuffer())).metadata()
    expect([width, height, format]).toEqual([2048, 1024, 'webp'])
    const row = await market.ctx.db('photo').where({ url: body.urls[0]! }).first()
    expect(row).toMatchObject({ width: 2048, height: 1024, owner_id: member.user.id })
  })

  test('is turned upright and loses camera, place and every other metadata', async () => {
    const wide = sharp({ create: { width: 400, height: 200, channels: 3, background: '#c33' } })
    const bytes = await wide
      .withExif({
        IFD0: { Make: 'Secretcam', Copyright: 'Nora' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '45/1 31/1 0/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '122/1 40/1 0/1',
        },
      })
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif?.toString('latin1')).toContain('Secretcam')
    const { body } = await upload([{ bytes }])
    const stored = await fetchPhoto(body.urls[0]!)
    const metadata = await sharp(stored).metadata()
    expect([metadata.width, metadata.height]).toEqual([200, 400])
    for (const part of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const) expect(metadata[part]).toBeUndefined()
    for (const word of ['Secretcam', 'EXIF', 'Nora']) expect(stored.includes(word)).toBe(false)
  })

  test('is judged by its content, and its name is worth nothing', async () => {
    const png = await sharp(await buildPhoto())
      .png()
      .toBuffer()
    const webp = await sharp(await buildPhoto())
      .webp()
      .toBuffer()
    const { status, body } = await upload([
      { bytes: png, name: '../../../../etc/passwd', type: 'text/html' },
      { bytes: webp, name: 'C:\\windows\\system32\\x.exe', type: 'application/x-msdownload' },
      { bytes: await buildPhoto(), name: 'a\u0000b.svg', type: 'image/svg+xml' },
    ])
    expect(status).toBe(200)
    expect(body.urls).toHaveLength(3)
  })

  test('keeps its place among the others, whatever their sizes', async () => {
    const noise = (width: number) =>
      sharp({
        create: {
          width,
          height: 100,
          channels: 3,
          background: '#fff',
          noise: { type: 'gaussian', mean: 128, sigma: 30 },
        },
      })
        .png({ compressionLevel: 0 })
        .toBuffer()
    const widths = [1900, 101, 1500, 102, 103]
    const { body } = await upload(await Promise.all(widths.map(async (width) => ({ bytes: await noise(width) }))))
    const stored = await Promise.all(
      body.urls.map(async (url) => (await sharp(await fetchPhoto(url)).metadata()).width),
    )
    expect(stored).toEqual(widths)
  })

  test('leaves what was hidden behind it', async () => {
    const script = '<script>alert(document.domain)</script>'
    const polyglot = Buffer.concat([await buildPhoto(), Buffer.from(`${script}PK\u0003\u0004`)])
    const { status, body } = await upload([{ bytes: polyglot, name: 'x.html', type: 'text/html' }])
    expect(status).toBe(200)
    expect((await fetchPhoto(body.urls[0]!)).includes(script)).toBe(false)
  })

  test('of any kind of pixels becomes one still picture in the colours of the web', async () => {
    const frames = await Promise.all(
      ['#c00', '#0c0', '#00c'].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const red = () => sharp(frames[0])
    const { body } = await upload(
      (
        await Promise.all([
          sharp(frames, { join: { animated: true } })
            .webp({ loop: 0 })
            .toBuffer(),
          red().toColourspace('cmyk').jpeg().toBuffer(),
          red().toColourspace('rgb16').png().toBuffer(),
          red().png({ palette: true }).toBuffer(),
        ])
      ).map((bytes) => ({ bytes })),
    )
    for (const url of body.urls) {
      const stored = sharp(await fetchPhoto(url), { animated: true })
      expect(await stored.metadata()).toMatchObject({
        width: 40,
        height: 30,
        space: 'srgb',
        depth: 'uchar',
        channels: 3,
      })
      const { r, g, b } = (await stored.stats()).dominant
      expect([r > 150, g < 60, b < 60]).toEqual([true, true, true])
    }
  })

  test('that is not there is 404, and so is everything else under /photos', async () => {
    const paths = [
      '00000000-0000-4000-8000-000000000000.webp',
      'x.webp',
      '..%2f..%2fpackage.json',
      '%2e%2e/session-keys',
      '',
    ]
    for (const path of paths) {
      const { status, headers } = await fetch(`${market.url}/photos/${path}`)
      expect([path, status]).toEqual([path, 404])
      expect(headers.get('cache-control') ?? '').not.toContain('immutable')
    }
  })
})

describe('refused without a trace', () => {
  test('256 megapixels in 30 KB', async () => {
    const bomb = hugePng(16_000, 16_000)
    expect(bomb.length).toBeLessThan(60_000)
    await expectRefused([{ bytes: bomb }], [422, 'UNREADABLE_IMAGE', /40 megapixels/])
  })

  test('SVG, HTML, GIF, PDF and plain text, whatever they are called', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    for (const text of [
      svg,
      '<!doctype html><h1>hi</h1>',
      'GIF89a\u0001\u0000\u0001\u0000',
      '%PDF-1.7',
      'hello',
      'x',
    ]) {
      await expectRefused([{ bytes: Buffer.from(text) }], [415, 'UNSUPPORTED_IMAGE', /JPEG, PNG and WebP/])
    }
  })

  test('HEIC, in plain words', async () => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\u0000\u0000\u0000\u0000mif1heic')])
    await expectRefused([{ bytes: heic, name: 'IMG_1.HEIC' }], [415, 'UNSUPPORTED_IMAGE', /HEIC/])
  })

  test('a truncated picture, an empty one, and one that only begins like one', async () => {
    const whole = await sharp({
      create: {
        width: 800,
        height: 600,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .jpeg()
      .toBuffer()
    await expectRefused([{ bytes: whole.subarray(0, whole.length / 2) }], [422, 'UNREADABLE_IMAGE'])
    await expectRefused([{ bytes: whole.subarray(0, 20) }], [422, 'UNREADABLE_IMAGE'])
    await expectRefused([{ bytes: Buffer.alloc(0) }], [400, 'BAD_UPLOAD'])
    await expectRefused([{ bytes: Buffer.from('\u0089PNG\r\n\u001a\n<html>', 'latin1') }], [422, 'UNREADABLE_IMAGE'])
  })

  test('one bad photo among good ones takes them all along', async () => {
    const good = { bytes: await buildPhoto() }
    await expectRefused([good, good, { bytes: Buffer.from('<html>') }], [415, 'UNSUPPORTED_IMAGE'])
  })

  test('one byte above 15 MB, one row of pixels above 40 megapixels', async () => {
    const photo = await buildPhoto()
    const padded = (bytes: number) => [{ bytes: Buffer.concat([photo, Buffer.alloc(bytes - photo.length)]) }]
    await expectRefused(padded(15 * MEGABYTE + 1), [413, 'TOO_LARGE', /15 MB/])
    expect((await upload(padded(15 * MEGABYTE))).status).toBe(200)
    await expectRefused([{ bytes: hugePng(8000, 5001) }], [422, 'UNREADABLE_IMAGE', /40 megapixels/])
  })

  test('six photos, or eleven in a batch, or none', async () => {
    const bytes = await buildPhoto()
    const six = Array.from({ length: 6 }, () => ({ bytes }))
    await expectRefused(six, [400, 'TOO_MANY_PHOTOS', /^You can upload a maximum of 5 photos\.$/])
    const ten = Array.from({ length: 10 }, () => ({ bytes }))
    expect((await upload(ten, '/api/upload-batch')).body.urls).toHaveLength(10)
    const eleven = await upload([...ten, { bytes }], '/api/upload-batch')
    expect([eleven.status, eleven.body.message]).toEqual([400, 'You can upload a maximum of 10 photos.'])
    await expectRefused([], [400, 'BAD_UPLOAD'])
    await expectRefused([{ bytes, field: 'files' }], [400, 'BAD_UPLOAD'])
  })

  // By less than what the multipart frame may add, found while reading; by more, told before reading.
  test.each([
    [1, 91],
    [3 * MEGABYTE, 94],
  ])('a batch %i bytes above 90 MB, with its size', async (above, megabytes) => {
    const before = await traces()
    const sizes = [9 * MEGABYTE + above, ...Array<number>(9).fill(9 * MEGABYTE)]
    const files = sizes.map((size) => ({ bytes: Buffer.alloc(size) }))
    expect(await upload(files, '/api/upload-batch')).toMatchObject({
      status: 413,
      body: {
        message: `Total file size (${megabytes} MB) exceeds 90MB limit. Please select fewer or smaller photos.`,
      },
    })
    expect(await traces()).toEqual(before)
  })

  test('also for a client that sends everything before it looks for an answer', async () => {
    const { hostname, port } = new URL(market.url)
    const socket = connect(Number(port), hostname).pause()
    const cookie = [...member.cookies].map((pair) => pair.join('=')).join('; ')
    const body = Buffer.alloc(16 * MEGABYTE)
    const head = [
      'POST /api/users/me/picture HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Origin: ${market.url}`,
      `Cookie: ${cookie}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${body.length}`,
    ]
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      socket.write(body, () => resolve())
    })
    const [answer] = (await once(socket.resume(), 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 .*Total file size \(16 MB\) exceeds 15MB limit/s)
    socket.destroy()
  })

  test('what is not multipart, or breaks off', async () => {
    const before = await traces()
    expect((await member.post('/api/upload', { photos: [] })).status).toBe(415)
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    const head =
      '--b\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    for (const body of [head, `${head}\u00ff\u00d8\u00ff`, 'nonsense', '--b--\r\n', '']) {
      expect((await member.post('/api/upload', body, { headers: type })).status).toBe(400)
    }
    expect((await member.post('/api/upload', 'x', { headers: { 'content-type': 'multipart/form-data' } })).status).toBe(
      400,
    )
    expect(await traces()).toEqual(before)
  })

  test('visitors', async () => {
    const answer = await market.visitor().post('/api/upload', form([{ bytes: await buildPhoto() }]))
    expect(answer.status).toBe(401)
  })

  test('mutated pictures are read, or refused in plain words; never an error of ours', async () => {
    const stranger = await market.signIn()
    const originals = await Promise.all(
      (['jpeg', 'png', 'webp'] as const).map(async (format) =>
        sharp(await buildPhoto({ width: 64, height: 48 }))
          [format]()
          .toBuffer(),
      ),
    )
    const seen = new Set<number>()
    for (let round = 0; round < 60; round += 1) {
      const bytes = Buffer.from(originals[round % 3]!)
      for (let flips = 0; flips <= round % 5; flips += 1)
        bytes[(round * 7919 + flips * 104_729) % bytes.length]! ^= 1 << (round % 8)
      const { status } = await stranger.post('/api/upload', form([{ bytes }]))
      seen.add(status)
    }
    expect([...seen].filter((status) => ![200, 415, 422].includes(status))).toEqual([])
    expect(seen.size).toBeGreaterThan(1)
  })
})

describe('cleaning', () => {
  test('a photo that no listing shows after a day is removed, and those of deleted listings too', async () => {
    const [lonely, posted, deleted] = await uploadPhotos(
      member,
      await Promise.all(['red', 'green', 'blue'].map((colour) => buildPhoto({ colour }))),
    )
    await buildListing(market, { seller: member, fields: { photos: [posted!] } })
    const { listing } = await buildListing(market, { seller: member, fields: { photos: [deleted!] } })
    await member.delete(`/api/items/${listing.id}`)
    const status = async (url: string) => (await fetch(market.url + url)).status
    const clean = async () => {
      await market.ctx.db.transaction(async (trx) => market.ctx.queue.send(trx, 'catalog.remove-orphan-photos', {}))
      await market.runJobs({ only: ['catalog.remove-orphan-photos'] })
      return Promise.all([lonely, posted, deleted].map((url) => status(url!)))
    }
    expect(await clean()).toEqual([200, 200, 200])
    market.clock.advance({ minutes: 23 * 60 })
    expect(await clean()).toEqual([200, 200, 200])
    market.clock.advance({ minutes: 61 })
    expect(await clean()).toEqual([404, 200, 404])
    expect(await market.ctx.db('photo').whereIn('url', [lonely!, deleted!])).toEqual([])
    expect((await member.post('/api/items', {})).status).toBe(400)
  })

  test('a post of photos that are just being removed gets them whole, or is told that they are gone', async () => {
    for (let round = 0; round < 8; round += 1) {
      const photos = await uploadPhotos(member, [await buildPhoto({ width: 32 }), await buildPhoto({ width: 33 })])
      market.clock.advance({ minutes: 24 * 60 + 1 })
      const post = member.post('/api/items', { ...listingBody(), photos })
      // Sooner and later, from before the post is read to after it is done.
      for (let step = 0; step < round * 3; step += 1) await fetch(`${market.url}/healthz`)
      await removeOrphanPhotos(market.ctx)
      const posted = await post
      await removeOrphanPhotos(market.ctx)
      const there = await Promise.all(photos.map(async (url) => (await fetch(market.url + url)).ok))
      const both = posted.status === 201
      expect([posted.status, there]).toEqual([both ? 201 : 403, [both, both]])
    }
  })
})
