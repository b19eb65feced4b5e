import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Database } from '../../platform/database.ts'
import { TestClient } from '../market/client.ts'
import { startGeminiDouble } from '../doubles/gemini-double.ts'
import { type Market, startMarket } from '../market/start-market.ts'
import { type BenchDatabase, withBenchDatabase } from './bench-database.ts'
import { cameraPhoto } from './camera-photo.ts'
import { fill } from './fill.ts'
import { median, quantiles } from './measure.ts'

/**
 * A batch of ten photos of 12 megapixels, end to end over HTTP, while somebody else browses. Web and worker are one
 * process. Quiet phases and batches take turns, so that both see the same machine. At last members send the largest
 * photos that are let in, all at once. Memory is the peak of what the process has in RAM (VmHWM, Linux only).
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    listings: { type: 'string', default: '10000' },
    /** Milliseconds that the model takes for each item. */
    model: { type: 'string', default: '4000' },
    /** Members who send five photos of 40 megapixels each at the same time. */
    hostile: { type: 'string', default: '6' },
  },
})
const PHOTOS = 10
const BROWSED_PER_SECOND = 40
const QUIET_MS = 10_000
const PATH = '/api/items?status=available&limit=24'
const KEY = 'key-of-the-double'
const MODEL = 'gemini-2.5-flash'
const tell = (line: string) => process.stdout.write(`${line}\n`)

const gemini = await startGeminiDouble({ key: KEY, model: MODEL })
gemini.decide = async () => {
  await delay(Number(values.model))
  return 'good' as const
}
try {
  await withBenchDatabase({}, measure)
} finally {
  await gemini.stop()
}

async function measure({ ctx, url, dataDir }: BenchDatabase): Promise<void> {
  const market = await startMarket({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DEMO: 'off',
    GEMINI_API_KEY: KEY,
    GEMINI_MODEL: MODEL,
    GEMINI_BASE_URL: gemini.url,
  })
  try {
    await fill(ctx, Number(values.listings), tell)
    await batches(market, ctx.db)
    await hostileUploads(market)
  } finally {
    await market.stop()
  }
}

async function batches(market: Market, db: Database): Promise<void> {
  const photos = await Promise.all(Array.from({ length: PHOTOS }, (_, index) => cameraPhoto(4000, 3000, index)))
  const sizes = photos.map(({ length }) => length / 1e6)
  const rounds = Number(values.rounds)
  tell(`\n${PHOTOS} photos of 4000 × 3000, ${Math.min(...sizes).toFixed(1)} to ${Math.max(...sizes).toFixed(1)} MB;`)
  tell(`the model takes ${values.model} ms for each; ${availableParallelism()} processors; ${rounds} rounds, medians\n`)
  const quiet: number[] = []
  const busy: number[] = []
  const seen: (Stages & Record<'memoryQuiet' | 'memoryBusy', number>)[] = []
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    await forgetPeak(market)
    const before = await whileBrowsing(market, () => delay(QUIET_MS))
    const memoryQuiet = await peakMegabytes(market)
    await forgetPeak(market)
    const during = await whileBrowsing(market, () => oneBatch(market, db, photos))
    const memoryBusy = await peakMegabytes(market)
    if (round === 0) continue
    quiet.push(...before.times)
    busy.push(...during.times)
    seen.push({ ...during.result, memoryQuiet, memoryBusy })
  }
  const middle = (name: keyof (typeof seen)[number]) => median(seen.map((stages) => stages[name]))
  tell('| stage | seconds |\n|---|--:|')
  tell(`| upload, until the addresses are there | ${middle('upload').toFixed(1)} |`)
  tell(`| analysis of all items, after the upload | ${middle('analysis').toFixed(1)} |`)
  tell(`| small sizes of all photos, after the upload | ${middle('variants').toFixed(1)} |`)
  tell(`\n| meanwhile | quiet | with the batch |\n|---|--:|--:|`)
  const [a, b] = [quantiles(quiet), quantiles(busy)]
  tell(
    `| \`/api/items\` p50, ms (${quiet.length} and ${busy.length} requests) | ${a.p50.toFixed(1)} | ${b.p50.toFixed(1)} |`,
  )
  tell(`| \`/api/items\` p99, ms | ${a.p99.toFixed(1)} | ${b.p99.toFixed(1)} |`)
  tell(`| peak memory, MB | ${middle('memoryQuiet').toFixed(0)} | ${middle('memoryBusy').toFixed(0)} |`)
}

type Stages = Record<'upload' | 'analysis' | 'variants', number>

/** Seconds of each stage. The small sizes are made while the model looks at the photos. */
async function oneBatch(market: Market, db: Database, photos: Buffer[]): Promise<Stages> {
  const member = await newMember(market)
  const start = performance.now()
  const urls = await upload(member, '/api/upload-batch', photos)
  const uploaded = performance.now()
  const variants = untilVariants(db, urls)
  const items = urls.map((url) => ({ photoUrls: [url] }))
  const { body } = await member.post<{ summary: object }>('/api/ai/analyze-batch', { items })
  const analysed = performance.now()
  const summary = JSON.stringify(body.summary)
  if (summary !== JSON.stringify({ total: PHOTOS, successful: PHOTOS, failed: 0 })) throw new Error(summary)
  return {
    upload: (uploaded - start) / 1000,
    analysis: (analysed - uploaded) / 1000,
    variants: ((await variants) - uploaded) / 1000,
  }
}

async function hostileUploads(market: Market): Promise<void> {
  const members = await Promise.all(Array.from({ length: Number(values.hostile) }, () => newMember(market)))
  for (const progressive of [false, true]) {
    const photo = await cameraPhoto(7296, 5472, 1, progressive)
    const five = Array.from({ length: 5 }, () => photo)
    await forgetPeak(market)
    const { times } = await whileBrowsing(market, () =>
      Promise.all(members.map((member) => upload(member, '/api/upload', five))),
    )
    const memory = (await peakMegabytes(market)).toFixed(0)
    const what = `${progressive ? 'progressive' : 'baseline'} JPEGs of 40 megapixels, ${(photo.length / 1e6).toFixed(1)} MB`
    tell(
      `\n${members.length} members upload 5 ${what} at once: peak memory ${memory} MB, p99 ${quantiles(times).p99.toFixed(1)} ms`,
    )
  }
}

function newMember(market: Market): Promise<TestClient> {
  const client = new TestClient(market.url)
  return client.signIn({ email: `${randomUUID()}@example.com`, firstName: 'Bench', lastName: 'Bench' })
}

async function upload(member: TestClient, path: string, photos: Buffer[]): Promise<string[]> {
  const form = new FormData()
  for (const photo of photos) form.append('photos', new Blob([new Uint8Array(photo)]), 'photo.jpg')
  const { status, body } = await member.post<{ urls: string[] }>(path, form)
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body.urls
}

async function untilVariants(db: Database, urls: string[]): Promise<number> {
  for (;;) {
    const left = await db('photo').whereIn('url', urls).whereNull('variants_at').first('id')
    if (!left) return performance.now()
    await delay(100)
  }
}

/** Asks for a page at a fixed pace, whether the answers come or not, and notes how long each took, in milliseconds. */
async function whileBrowsing<T>(market: Market, work: () => Promise<T>): Promise<{ times: number[]; result: T }> {
  const times: number[] = []
  const asked: Promise<void>[] = []
  const ask = async () => {
    const start = performance.now()
    const answer = await fetch(market.url + PATH)
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${PATH}: ${answer.status}`)
    times.push(performance.now() - start)
  }
  const timer = setInterval(() => asked.push(ask()), 1000 / BROWSED_PER_SECOND)
  try {
    const result = await work()
    return { times, result }
  } finally {
    clearInterval(timer)
    await Promise.all(asked)
  }
}

/** From now on the peak is counted anew. */
function forgetPeak({ pid }: Market): Promise<void> {
  return writeFile(`/proc/${pid}/clear_refs`, '5')
}

async function peakMegabytes({ pid }: Market): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}
