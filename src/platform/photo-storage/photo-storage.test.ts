import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isSigned, startS3Double } from '../../testing/doubles/s3-double.ts'
import { loadConfig } from '../config.ts'
import { s3Store } from './s3-store.ts'
import { createPhotoStore } from './photo-storage.ts'

const ACCOUNT = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a secret/with+signs', region: 'eu-central-1' }
const KEY = '6f/6f1c2d3e-0000-4000-8000-000000000001-640.avif'
const BYTES = Buffer.from([0, 255, 1, 254, 10, 13, 10])

let folder: string
let s3: Awaited<ReturnType<typeof startS3Double>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'market-photos-'))
  s3 = await startS3Double(ACCOUNT)
})
afterEach(() => s3.requests.splice(0))
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true })
})

const bucketConfig = (change: Record<string, string> = {}) =>
  loadConfig({
    NODE_ENV: 'test',
    S3_ENDPOINT: `${s3.url}/`,
    S3_BUCKET: 'photos',
    S3_REGION: ACCOUNT.region,
    S3_ACCESS_KEY_ID: ACCOUNT.accessKeyId,
    S3_SECRET_ACCESS_KEY: ACCOUNT.secretAccessKey,
    ...change,
  })
const refused = (answer: string) => ({ status: 503, cause: { message: expect.stringContaining(answer) as string } })
const bucket = (change: Record<string, string> = {}) => createPhotoStore(bucketConfig(change))
const disk = () => createPhotoStore(loadConfig({ NODE_ENV: 'test', DATA_DIR: folder }))

describe.each([
  ['on disk', disk],
  ['in a bucket', bucket],
])('photos %s', (_, open) => {
  test('come back as they were put, until they are deleted', async () => {
    const store = open()
    expect(await store.get(KEY)).toBeNull()
    await store.put(KEY, BYTES, 'image/avif')
    expect(await store.get(KEY)).toEqual(BYTES)
    expect(await open().get(KEY)).toEqual(BYTES)
    await store.put(KEY, Buffer.from('another'), 'image/avif')
    expect(await store.get(KEY)).toEqual(Buffer.from('another'))
    await store.delete(KEY)
    expect(await store.get(KEY)).toBeNull()
    await store.delete(KEY)
  })

  test('of 3 MB come back whole, twenty at a time', async () => {
    const store = open()
    const photos = Array.from({ length: 20 }, (_, index) =>
      Buffer.alloc(index === 0 ? 3_000_000 : 1000, `photo ${index}`),
    )
    await Promise.all(photos.map((photo, index) => store.put(`ab/${index}.webp`, photo, 'image/webp')))
    const read = await Promise.all(photos.map((_, index) => store.get(`ab/${index}.webp`)))
    expect(read.map((bytes, index) => bytes?.equals(photos[index]!))).toEqual(photos.map(() => true))
  })

  test.each(['../outside', 'a/../../b', '/etc/passwd', '', 'a//b', '.hidden', 'a\0b', 'a?b', 'a%2f..'])(
    'never lie at %j',
    async (key) => {
      const store = open()
      await expect(store.put(key, BYTES, 'image/webp')).rejects.toThrow(RangeError)
      await expect(store.get(key)).rejects.toThrow(RangeError)
      await expect(store.delete(key)).rejects.toThrow(RangeError)
    },
  )
})

test('on disk nobody sees half a photo while it is written', async () => {
  const store = disk()
  const photos = [Buffer.alloc(2_000_000, 'a'), Buffer.alloc(2_000_000, 'b')]
  await store.put('ab/whole.webp', photos[0]!, 'image/webp')
  for (let round = 1; round <= 10; round += 1) {
    const written = store.put('ab/whole.webp', photos[round % 2]!, 'image/webp')
    const read = await Promise.all(Array.from({ length: 8 }, () => store.get('ab/whole.webp')))
    await written
    expect(read.every((bytes) => photos.some((photo) => bytes?.equals(photo)))).toBe(true)
  }
})

test('on disk nothing half-written stays', async () => {
  await disk().put(KEY, BYTES, 'image/avif')
  expect(await readdir(join(folder, 'photos', '6f'))).toEqual([KEY.slice(3)])
})

test('a bucket keeps what kind of file it is', async () => {
  await bucket().put(KEY, BYTES, 'image/avif')
  expect(s3.objects.get(`/photos/${KEY}`)).toEqual({ bytes: BYTES, contentType: 'image/avif' })
})

test.each([
  ['another secret', { S3_SECRET_ACCESS_KEY: 'guessed' }],
  ['another key', { S3_ACCESS_KEY_ID: 'AKIDOTHER' }],
  ['another region', { S3_REGION: 'us-east-1' }],
])('%s is refused: the store is away, and the log has the answer', async (_, change) => {
  const store = bucket(change)
  await expect(store.put(KEY, BYTES, 'image/avif')).rejects.toMatchObject(refused('answered 403 to PUT'))
  await expect(store.get(KEY)).rejects.toMatchObject(refused('answered 403 to GET'))
  await expect(store.delete(KEY)).rejects.toMatchObject(refused('answered 403 to DELETE'))
})

test('a bucket that is busy for a moment is asked again; one that is down is told to be away', async () => {
  const store = bucket()
  s3.faults.push(503, 500)
  await store.put(KEY, BYTES, 'image/avif')
  expect(s3.requests).toEqual([503, 500, 200].map((status) => `PUT /photos/${KEY} ${status}`))
  s3.faults.push(500, 500, 500, 500)
  const cause = { message: expect.stringContaining('answered 500 to GET') as string }
  await expect(store.get(KEY)).rejects.toMatchObject({ status: 503, cause })
  const nobodyThere = bucket({ S3_ENDPOINT: 'http://127.0.0.1:9' })
  await expect(nobodyThere.put(KEY, BYTES, 'image/avif')).rejects.toMatchObject({ status: 503 })
})

describe('the double', () => {
  const account = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const request = {
    method: 'GET',
    url: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-date': '20130524T000000Z',
      'x-amz-content-sha256': createHash('sha256').digest('hex'),
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
  }
  const then = Date.parse('2013-05-24T00:00:00Z')
  const check = (change: Partial<typeof request>, bytes = '', now = then) =>
    isSigned({ ...request, ...change }, Buffer.from(bytes), account, now)

  test('accepts the example of the published specification, and nothing that differs from it', () => {
    expect(check({})).toBe(true)
    expect(check({ method: 'DELETE' })).toBe(false)
    expect(check({ url: '/other.txt' })).toBe(false)
    expect(check({}, 'another body')).toBe(false)
    expect(check({}, '', then + 16 * 60_000)).toBe(false)
    expect(check({ headers: { ...request.headers, range: 'bytes=0-99' } })).toBe(false)
  })
})

test('a bucket that takes the request and never answers is given up, whatever the garbage collector does', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const store = s3Store(bucketConfig({ S3_ENDPOINT: `http://127.0.0.1:${port}` }), 400)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const collecting = setInterval(collect, 50)
  try {
    await expect(store.put(KEY, BYTES, 'image/avif')).rejects.toMatchObject({ status: 503 })
    // The socket has gone as well: what is left of it would keep a process from ending.
    const connections = () => promisify(silent.getConnections.bind(silent))()
    await expect.poll(connections).toBe(0)
  } finally {
    clearInterval(collecting)
    silent.closeAllConnections()
    silent.close()
  }
})

test('a bucket that refuses our keys is away, as far as a member can tell', async () => {
  s3.faults.push(403)
  await expect(bucket().put(KEY, BYTES, 'image/avif')).rejects.toMatchObject({ status: 503 })
})

test('what can not be written to the disk leaves nothing behind, and is told as 503', async () => {
  const store = disk()
  // In the way of the finished file, as a full disk is.
  await mkdir(join(folder, 'photos', 'aa', 'taken.webp', 'inside'), { recursive: true })
  await expect(store.put('aa/taken.webp', BYTES, 'image/webp')).rejects.toMatchObject({ status: 503 })
  expect(await readdir(join(folder, 'photos', 'aa'))).toEqual(['taken.webp'])
  await writeFile(join(folder, 'photos', 'bb'), '')
  await expect(store.put('bb/photo.webp', BYTES, 'image/webp')).rejects.toMatchObject({ status: 503 })
})
