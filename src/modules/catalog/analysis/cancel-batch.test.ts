import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openContext } from '../../../open-context.ts'
import { buildPhoto, uploadPhotos } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { type GeminiDouble, startGeminiDouble } from '../../../testing/doubles/gemini-double.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { runningAnalyses } from '../../../testing/market/running-analyses.ts'
import { startWorkers } from '../../../worker.ts'
import type { BatchProgress } from './contract.ts'
import { ANALYSES_PER_DAY } from './ask-analysis.ts'

const KEY = 'key-of-the-double'
const MODEL = 'gemini-2.5-flash'
/** Milliseconds; on a busy machine a job is not begun at once. */
const PATIENT = { timeout: 120_000 }

interface Answer {
  code?: string
  results: { photoUrls: string[] }[]
  errors: { photoUrls: string[]; message: string }[]
  summary: { total: number; successful: number; failed: number }
}

let gemini: GeminiDouble
let market: TestMarket
let member: TestClient
beforeAll(async () => {
  gemini = await startGeminiDouble({ key: KEY, model: MODEL })
  market = await testMarket({ env: { GEMINI_API_KEY: KEY, GEMINI_MODEL: MODEL, GEMINI_BASE_URL: gemini.url } })
  member = await market.signIn()
})
afterAll(async () => {
  await market.stop()
  await gemini.stop()
})
afterEach(() => {
  expect(gemini.complaints.splice(0)).toEqual([])
  gemini.questions.length = 0
  gemini.decide = undefined
})

let painted = 0
async function photos(count: number, owner = member): Promise<string[]> {
  const files = Array.from({ length: count }, () => {
    painted += 1
    return buildPhoto({ colour: `rgb(${painted * 3}, 90, 160)`, width: 64, height: 64 })
  })
  const urls: string[] = []
  for (const file of files) urls.push(...(await uploadPhotos(owner, [await file])))
  return urls
}
const ask = (batchId: string, urls: string[], client = member) =>
  client.post<Answer>('/api/ai/analyze-batch', { batchId, items: urls.map((url) => ({ photoUrls: [url] })) })
const cancel = (batchId: string, client = member) =>
  client.post<BatchProgress & { code?: string }>(`/api/ai/batches/${batchId}/cancel`, {})
const states = ({ items }: BatchProgress) => items.map(({ state }) => state)
const rows = (urls: string[]) => market.ctx.db('photo_analysis').whereRaw('photo_urls && ?', [urls])
const arrived = (batchId: string, items: number) =>
  expect.poll(() => market.ctx.db('analysis_batch_item').where({ batch_id: batchId }), PATIENT).toHaveLength(items)

/** The double answers nothing until it is told to. */
function hold() {
  const { promise, resolve } = Promise.withResolvers<'good'>()
  gemini.decide = () => promise
  return () => resolve('good')
}

test('what a worker elsewhere has begun is finished and kept; the rest is never asked, and everybody hears of it', async () => {
  const worker = await openContext(market.ctx.config, {
    queue: 'worker',
    applicationName: 'other',
    log: market.ctx.log,
  })
  try {
    await startWorkers(worker.ctx)
    const answerAll = hold()
    const [batchId, urls] = [randomUUID(), await photos(7)]
    const [asked, story] = [ask(batchId, urls), follow(batchId)]
    await expect.poll(() => gemini.questions, PATIENT).toHaveLength(4)
    const { status, body } = await cancel(batchId)
    expect([status, body.cancelled, states(body).sort()]).toEqual([
      200,
      true,
      [...Array<string>(3).fill('cancelled'), ...Array<string>(4).fill('waiting')],
    ])
    expect((await story).at(-1)).toEqual(body)
    expect((await asked).body.summary).toEqual({ total: 7, successful: 0, failed: 7 })
    answerAll()
    await expect.poll(() => rows(urls).whereNotNull('result'), PATIENT).toHaveLength(4)
    const again = await cancel(batchId)
    expect([again.status, states(again.body).filter((state) => state === 'done').length]).toEqual([200, 4])
    const later = await ask(randomUUID(), urls)
    expect(later.body.summary).toEqual({ total: 7, successful: 7, failed: 0 })
    expect(gemini.questions).toHaveLength(7)
  } finally {
    await worker.close()
  }
})

test('what was never asked does not count for the day', async () => {
  const busy = await market.signIn()
  const now = market.clock.now()
  await market.ctx.db('photo_analysis').insert(
    Array.from({ length: ANALYSES_PER_DAY - 2 }, (_, index) => ({
      owner_id: busy.user.id,
      photo_urls: [`/photos/${index}`],
      category: 'toys',
      analyser: 'offline',
      result: {},
      asked_at: now,
      finished_at: now,
    })),
  )
  const urls = await photos(3, busy)
  for (let round = 0; round < 3; round += 1) {
    const batchId = randomUUID()
    const asked = ask(batchId, urls.slice(0, 2), busy)
    await arrived(batchId, 2)
    expect(states((await cancel(batchId, busy)).body)).toEqual(['cancelled', 'cancelled'])
    await asked
  }
  const { body } = await runningAnalyses(market, ask(randomUUID(), urls, busy))
  expect(body.summary).toEqual({ total: 3, successful: 2, failed: 1 })
  expect(body.errors[0]?.message).toContain('analyses a day')
})

test('a batch is cancelled once and for good, also before it comes, and only by its owner', async () => {
  const [batchId, urls] = [randomUUID(), await photos(1)]
  expect((await cancel(batchId)).body).toEqual({ total: 0, done: 0, failed: 0, cancelled: true, items: [] })
  const { status, body } = await ask(batchId, urls)
  expect([status, body.code]).toEqual([409, 'BATCH_CANCELLED'])
  expect(await rows(urls)).toEqual([])

  const theirs = randomUUID()
  const asked = ask(theirs, urls)
  await arrived(theirs, 1)
  const stranger = await market.signIn()
  expect((await cancel(theirs, stranger)).status).toBe(404)
  expect((await cancel(theirs, market.visitor())).status).toBe(401)
  expect((await runningAnalyses(market, asked)).body.summary).toMatchObject({ successful: 1 })
})

test('a photo that another batch waits for is analysed all the same', async () => {
  const [one, other, url] = [randomUUID(), randomUUID(), await photos(1)]
  const asked = [ask(one, url), ask(other, url)]
  await arrived(one, 1)
  await arrived(other, 1)
  expect(states((await cancel(one)).body)).toEqual(['waiting'])
  expect((await runningAnalyses(market, asked[1]!)).body.summary).toMatchObject({ successful: 1 })

  // Neither this one, which had its answer long ago, nor a failure keeps a later attempt from being cancelled.
  gemini.decide = () => 'blocked'
  const failed = await photos(1)
  expect((await runningAnalyses(market, ask(randomUUID(), failed))).body.summary).toMatchObject({ failed: 1 })
  market.clock.advance({ minutes: 1 })
  const second = randomUUID()
  void ask(second, failed)
  await arrived(second, 1)
  expect(states((await cancel(second)).body)).toEqual(['cancelled'])
})

test('of job and cancelling exactly one wins each photo', async () => {
  const [batchId, urls] = [randomUUID(), await photos(10)]
  const asked = ask(batchId, urls)
  await arrived(batchId, 10)
  gemini.decide = async (question) => {
    if (gemini.questions.indexOf(question) === 2) void cancel(batchId)
    return Promise.resolve('good')
  }
  await market.runJobs({ only: ['catalog.analyze-photos'] })
  await asked
  const { body } = await cancel(batchId)
  expect(states(body).filter((state) => state === 'done')).toHaveLength(gemini.questions.length)
  expect(states(body).filter((state) => state === 'cancelled')).toHaveLength(10 - gemini.questions.length)
  // An old job of an attempt that was cancelled does not run beside that of the next.
  gemini.questions.length = 0
  const [once, late] = [randomUUID(), await photos(1)]
  void ask(once, late)
  await arrived(once, 1)
  await cancel(once)
  expect((await runningAnalyses(market, ask(randomUUID(), late))).body.summary).toMatchObject({ successful: 1 })
  expect(gemini.questions).toHaveLength(1)
})

/** Everything that is told until the end. */
async function follow(batchId: string): Promise<BatchProgress[]> {
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${market.url}/api/ai/batches/${batchId}/events`, { headers: { cookie } })
  return [...(await answer.text()).matchAll(/event: progress\ndata: (.*)\n/g)].map(
    ([, data]) => JSON.parse(data!) as BatchProgress,
  )
}
