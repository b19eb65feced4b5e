import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPhotoStore } from '../../../platform/photo-storage/photo-storage.ts'
import { handlers } from '../../../worker.ts'
import { buildPhoto } from '../../market/builders.ts'
import { TestClient } from '../../market/client.ts'
import { startFreezingProxy } from '../../doubles/freezing-proxy.ts'
import { startS3Double } from '../../doubles/s3-double.ts'
import { demand, type DrillMarket, type Figures } from '../drill.ts'
import { openSite, type Site } from '../site.ts'

const TOLD_WITHIN_MS = 30_000
const READ_WITHIN_MS = 5000
const ACCOUNT = { accessKeyId: 'AKIDDRILL', secretAccessKey: 'a secret', region: 'eu-central-1' }
const PHOTOS = 2

/**
 * Promise 15, of the bucket: it takes requests and never answers. Uploads are told so in time, nothing is half kept,
 * everything else goes on, and when the bucket answers again so do uploads.
 */
export async function hangingBucket(market: DrillMarket, uploads: number): Promise<Figures> {
  const s3 = await startS3Double(ACCOUNT)
  const proxy = await startFreezingProxy(Number(new URL(s3.url).port))
  const folder = await mkdtemp(join(tmpdir(), 'market-bucket-'))
  const site = await openSite(market, {
    WORKERS: 'off',
    TMPDIR: folder,
    S3_ENDPOINT: proxy.through(s3.url),
    S3_BUCKET: 'photos',
    S3_REGION: ACCOUNT.region,
    S3_ACCESS_KEY_ID: ACCOUNT.accessKeyId,
    S3_SECRET_ACCESS_KEY: ACCOUNT.secretAccessKey,
  })
  try {
    const member = await new TestClient(site.url).signIn({ email: 'nora@example.com', firstName: 'Nora' })
    const photo = await buildPhoto()
    const upload = () => send(member, photo)
    const all = () => Promise.all(Array.from({ length: uploads }, upload))
    demand('uploads before', await countOf(all(), 200), uploads)
    proxy.freeze()
    const begun = performance.now()
    const told = countOf(all(), 503)
    const slowest = await readMeanwhile(site, told)
    demand('uploads that were told 503', await told, uploads)
    const ms = performance.now() - begun
    demand(`told within ${TOLD_WITHIN_MS} ms`, ms <= TOLD_WITHIN_MS, true)
    proxy.thaw()
    demand('uploads after', await countOf(all(), 200), uploads)
    // The site keeps its own pictures in the bucket, too.
    const photos = [...s3.objects.keys()].filter((path) => /^\/photos\/[0-9a-f]{2}\/[^/]+\.webp$/.test(path))
    await demandWhole(site, { objects: photos.length, kept: 2 * uploads * PHOTOS, folder })
    return {
      uploads: 3 * uploads,
      'told 503': uploads,
      'ms until told, at most': Math.round(ms),
      'ms of a read meanwhile, at most': Math.round(slowest),
      'half kept': 0,
    }
  } finally {
    await site.stop()
    await proxy.stop()
    await s3.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function send(member: TestClient, photo: Buffer): Promise<number> {
  const form = new FormData()
  for (let number = 0; number < PHOTOS; number += 1)
    form.append('photos', new Blob([new Uint8Array(photo)]), 'photo.jpg')
  return (await member.post('/api/upload', form)).status
}

async function countOf(statuses: Promise<number[]>, wanted: number): Promise<number> {
  return (await statuses).filter((status) => status === wanted).length
}

/** Browses until `over`. @returns the milliseconds of the slowest read */
async function readMeanwhile({ url }: Site, over: Promise<unknown>): Promise<number> {
  const ended = over.then(() => true)
  let slowest = 0
  do {
    const begun = performance.now()
    for (const path of ['/readyz', '/api/items?limit=5']) demand(path, (await fetch(url + path)).status, 200)
    slowest = Math.max(slowest, performance.now() - begun)
  } while (!(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 100))])))
  demand('a read meanwhile was quick', slowest <= READ_WITHIN_MS, true)
  return slowest
}

/** Files and rows are those of the uploads that were answered 200; of the others not even a temporary file is left. */
async function demandWhole(site: Site, { objects, kept, folder }: { objects: number; kept: number; folder: string }) {
  const ctx = { ...site.ctx, photos: createPhotoStore(site.ctx.config) }
  await handlers(ctx)['catalog.remove-orphan-photos']({})
  demand('photos in the bucket', objects, kept)
  demand('rows of photos', (await ctx.db('photo')).length, kept)
  demand('temporary folders', (await readdir(folder)).filter((name) => name.startsWith('market-upload-')).length, 0)
}
