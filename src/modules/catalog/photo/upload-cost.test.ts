import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildPhoto } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { inTurn } from './limited-sharp.ts'
import { PHOTOS_PER_DAY } from './upload-photos.ts'

// The cost of uploads is bounded: each member's count, and nobody waits behind all that another one has sent.
let market: TestMarket
beforeAll(async () => {
  vi.stubEnv('TMPDIR', await mkdtemp(join(tmpdir(), 'market-tmp-')))
  market = await testMarket()
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

function send(member: TestClient, photos: Buffer[], path = '/api/upload-batch') {
  const form = new FormData()
  for (const photo of photos) form.append('photos', new Blob([new Uint8Array(photo)]), 'photo')
  return member.post<Uploaded>(path, form)
}

/** A picture of one colour, of that many pixels. */
const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#7fd0da' } })
const sixteenBits = (width: number, height: number) =>
  plain(width, height, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer()
const words = (count: number) => Array.from({ length: count }, () => Buffer.from('hello'))

/** Keeps everybody from decoding until what it answers is called. */
async function occupy(): Promise<() => void> {
  const released = new EventEmitter()
  const begun = once(released, 'begun')
  void inTurn('nobody', async () => {
    released.emit('begun')
    await once(released, 'released')
  })
  await begun
  const release = () => void released.emit('released')
  onTestFinished(release)
  return release
}

describe('what a picture takes once it is decoded', () => {
  test('more than 160 MB is refused by its header, in plain words', async () => {
    const bomb = await sixteenBits(5300, 4000)
    expect(await sharp(bomb).metadata()).toMatchObject({ depth: 'ushort', isProgressive: true, channels: 4 })
    expect(bomb.length).toBeLessThan(2_000_000)
    const release = await occupy()
    const member = await market.signIn()
    const { status, body } = await send(member, [await buildPhoto(), bomb])
    release()
    expect([status, body.code]).toEqual([422, 'UNREADABLE_IMAGE'])
    expect(body.message).toBe('This photo is too detailed to be read here. Saved as a JPEG it will fit.')
  })

  test('a phone’s 40 megapixels are welcome, and so are 16 bits and interlacing of a usual size', async () => {
    const photos = [await plain(7300, 5475).jpeg().toBuffer(), await sixteenBits(1200, 900)]
    const { status, body } = await send(await market.signIn(), photos)
    expect([status, body.urls.length]).toEqual([200, 2])
  })
})

test('a picture that takes longer than twenty seconds is given up, and the next one has its turn', async () => {
  const member = await market.signIn()
  const prototype = Object.getPrototypeOf(sharp()) as Sharp
  const limits: unknown[] = []
  // Decoding as sharp ends it when the time is over.
  const slow = vi.spyOn(prototype, 'timeout').mockImplementation(function (this: Sharp, { seconds }) {
    limits.push(seconds)
    return Object.assign(this, { toBuffer: () => Promise.reject(new Error('timeout: 5% complete')) })
  })
  const { status, body } = await send(member, [await buildPhoto()]).finally(() => slow.mockRestore())
  expect([status, body.code, body.message]).toEqual([
    422,
    'UNREADABLE_IMAGE',
    "This photo can't be read. It may be damaged.",
  ])
  expect(limits).toEqual([20])
  expect((await send(member, [await buildPhoto()])).status).toBe(200)
})

describe('the count of a day', () => {
  test('takes refused and broken uploads too', async () => {
    const member = await market.signIn()
    const refused = await Promise.all(Array.from({ length: 19 }, () => send(member, words(10))))
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([415]))
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    for (let turn = 0; turn < 9; turn += 1)
      expect((await member.post('/api/upload', 'nonsense', { headers })).status).toBe(400)
    const photo = await buildPhoto()
    expect((await send(member, [photo], '/api/users/me/picture')).status).toBe(200)
    expect(19 * 10 + 9 + 1).toBe(PHOTOS_PER_DAY)
    for (const path of ['/api/upload', '/api/upload-batch', '/api/users/me/picture']) {
      const { status, body, headers: answered } = await send(member, [photo], path)
      expect([status, body.code]).toEqual([429, 'DAILY_LIMIT'])
      expect(body.message).toBe('You can upload 200 photos a day. Please come back later.')
      expect(Number(answered.get('retry-after'))).toBeGreaterThan(23 * 3600)
    }
    expect((await send(await market.signIn(), [photo])).status).toBe(200)
  })
})

describe('turns', () => {
  test('are taken by members, not by requests: who sends many photos waits for themselves', async () => {
    const [busy, other] = [await market.signIn(), await market.signIn()]
    const photo = await buildPhoto({ width: 900, height: 700 })
    const answered: string[] = []
    const upload = async (name: string, member: TestClient) => {
      const { status } = await send(member, [photo, photo])
      answered.push(status === 200 ? name : `${status}`)
    }
    const release = await occupy()
    const uploads = Array.from({ length: 8 }, () => upload('busy', busy))
    await expect.poll(receivedBytes).toBe(8 * 2 * photo.length)
    uploads.push(upload('other', other))
    await expect.poll(receivedBytes).toBe(9 * 2 * photo.length)
    release()
    await Promise.all(uploads)
    expect(answered).toHaveLength(9)
    expect(answered.slice(0, 4)).toContain('other')
  })

  test('go round, one piece of work at a time, and failing gives up one’s turn', async () => {
    const order: string[] = []
    let running = 0
    const work = (owner: string, name: string) =>
      inTurn(owner, async () => {
        expect((running += 1)).toBe(1)
        await Promise.resolve()
        order.push(name)
        running -= 1
        if (name === 'a2') throw new Error('broken')
      })
    const release = await occupy()
    const all = [work('a', 'a1'), work('a', 'a2'), work('a', 'a3'), work('b', 'b1'), work('c', 'c1'), work('b', 'b2')]
    release()
    expect((await Promise.allSettled(all)).filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })
})

/** The bytes of all files that are being uploaded right now. */
async function receivedBytes(): Promise<number> {
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith('market-upload-'))
  const sizes = folders.map(async (folder) => {
    const files = await readdir(join(tmpdir(), folder)).catch(() => [])
    const found = files.map((file) => stat(join(tmpdir(), folder, file)).catch(() => ({ size: 0 })))
    return (await Promise.all(found)).reduce((sum, { size }) => sum + size, 0)
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
