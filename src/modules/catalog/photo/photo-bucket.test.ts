import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPhoto, uploadPhotos } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { s3Store } from '../../../platform/photo-storage/s3-store.ts'
import { startFreezingProxy } from '../../../testing/doubles/freezing-proxy.ts'
import { startS3Double } from '../../../testing/doubles/s3-double.ts'

const ACCOUNT = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a secret', region: 'eu-central-1' }

let s3: Awaited<ReturnType<typeof startS3Double>>
let market: TestMarket
let member: TestClient
beforeAll(async () => {
  s3 = await startS3Double(ACCOUNT)
  market = await testMarket({
    env: {
      S3_ENDPOINT: s3.url,
      S3_BUCKET: 'photos',
      S3_REGION: ACCOUNT.region,
      S3_ACCESS_KEY_ID: ACCOUNT.accessKeyId,
      S3_SECRET_ACCESS_KEY: ACCOUNT.secretAccessKey,
      LOG_LEVEL: 'silent',
    },
  })
  member = await market.signIn()
})
afterAll(async () => {
  await market.stop()
  await s3.stop()
})

const runOrphanJob = async () => {
  await market.ctx.db.transaction((trx) => market.ctx.queue.send(trx, 'catalog.remove-orphan-photos', {}))
  await market.runJobs({ only: ['catalog.remove-orphan-photos'] })
}
const upload = async (count: number) => {
  const form = new FormData()
  const photo = new Blob([new Uint8Array(await buildPhoto())], { type: 'image/jpeg' })
  for (let index = 0; index < count; index += 1) form.append('photos', photo, `${index}.jpg`)
  return member.post<{ code?: string }>('/api/upload', form)
}

test('photos of a market with a bucket live, grow their sizes and die there', async () => {
  const [url] = await uploadPhotos(member, [await buildPhoto({ width: 700 })])
  await market.runJobs({ only: ['catalog.make-photo-variants'] })
  expect([...s3.objects.values()].map(({ contentType }) => contentType).sort()).toEqual([
    ...Array<string>(3).fill('image/avif'),
    ...Array<string>(4).fill('image/webp'),
  ])
  const served = await fetch(market.url + url!.replace('.webp', '-640.avif'))
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/avif'])
  market.clock.advance({ days: 1, minutes: 1 })
  await runOrphanJob()
  expect(s3.objects.size).toBe(0)
})

test('a bucket that is away: 503, nothing half kept, and what lies about is removed', async () => {
  const [stored] = await uploadPhotos(member, [await buildPhoto()])
  // The first of two is stored; the other is not, though tried again and again, and nothing can be deleted then.
  s3.faults.push(null, ...Array<number>(40).fill(503))
  const refused = await upload(2)
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '5'])
  const picture = await fetch(market.url + stored!)
  expect([picture.status, picture.headers.get('cache-control')]).toEqual([503, 'no-store'])
  s3.requests.splice(0)
  // The database knows that it was never there, and the bucket is not asked.
  const unknown = await fetch(`${market.url}/photos/00000000-0000-4000-8000-000000000000.webp`)
  expect([unknown.status, s3.requests]).toEqual([404, []])
  s3.faults.splice(0)
  expect(s3.objects.size).toBe(2)
  expect((await upload(3)).status).toBe(200)
  await runOrphanJob()
  expect(s3.objects.size).toBe(4)
  await market.runJobs({ only: ['catalog.make-photo-variants'] })
})

test('a bucket that hangs, or refuses our keys: 503 in time, nothing half kept, and afterwards all goes on', async () => {
  const proxy = await startFreezingProxy(Number(new URL(s3.url).port))
  const own = market.ctx.photos
  const throughProxy = { ...market.ctx.config, S3_ENDPOINT: proxy.through(s3.url) }
  market.ctx.photos = s3Store(throughProxy, 500)
  onTestFinished(async () => {
    market.ctx.photos = own
    await proxy.stop()
  })
  const known = s3.objects.size
  proxy.freeze()
  expect((await upload(2)).status).toBe(503)
  expect((await market.visitor().get('/api/items')).status).toBe(200)
  proxy.thaw()
  market.ctx.photos = s3Store(throughProxy)
  s3.faults.push(403)
  expect((await upload(1)).status).toBe(503)
  await runOrphanJob()
  expect(s3.objects.size).toBe(known)
  expect((await upload(2)).status).toBe(200)
  expect(s3.objects.size).toBe(known + 2)
  expect(await market.ctx.db('photo').whereNotNull('discarded_at')).toEqual([])
})

test('a disk that is full is told as 503', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', errno: -28, syscall: 'write' })
  const own = market.ctx.photos
  market.ctx.photos = { ...own, put: () => Promise.reject(full) }
  onTestFinished(() => {
    market.ctx.photos = own
  })
  const { status, body } = await upload(1)
  expect([status, body.code]).toEqual([503, 'UNAVAILABLE'])
})
