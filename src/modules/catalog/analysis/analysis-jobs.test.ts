import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import { openContext } from '../../../open-context.ts'
import { buildPhoto, uploadPhotos } from '../../../testing/market/builders.ts'
import { type TestClient } from '../../../testing/market/client.ts'
import { DOUBLE_TOKENS, type GeminiDouble, startGeminiDouble } from '../../../testing/doubles/gemini-double.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { runningAnalyses } from '../../../testing/market/running-analyses.ts'
import { handlers, startWorkers } from '../../../worker.ts'
import type { Analysis, BatchProgress } from './contract.ts'
import { seedCategories } from '../index.ts'

const KEY = 'key-of-the-double'
const MODEL = 'gemini-2.5-flash'
const DEFAULTS = {
  defaultCity: 'Portland',
  defaultPickupAddress: '12 Alder Street',
  defaultContactName: 'Nora Lind',
  defaultContactEmail: 'nora@example.com',
  defaultContactPhone: '503 555 0142',
}

let gemini: GeminiDouble
let market: TestMarket
let member: TestClient
const lines: string[] = []

beforeAll(async () => {
  gemini = await startGeminiDouble({
    key: KEY,
    model: MODEL,
    secrets: [...Object.values(DEFAULTS), '@example.com', 'Nora'],
  })
  market = await testMarket({
    env: { GEMINI_API_KEY: KEY, GEMINI_MODEL: MODEL, GEMINI_BASE_URL: gemini.url },
    log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
  })
  await transact(market.ctx.db, (trx) => seedCategories(trx, market.clock.now()))
  member = await market.signIn({ firstName: 'Nora' })
  expect((await member.patch('/api/users/me/defaults', DEFAULTS)).status).toBe(200)
})
afterAll(async () => {
  await market.stop()
  await gemini.stop()
})
afterEach(() => {
  expect(gemini.complaints.splice(0)).toEqual([])
  gemini.questions.length = 0
  gemini.plays.length = 0
  gemini.decide = undefined
})

let painted = 0
/** A photo that is like no other. */
const photo = async (owner = member) => {
  painted += 1
  return (await uploadPhotos(owner, [await buildPhoto({ colour: `rgb(${painted * 5}, 90, 160)` })]))[0]!
}
const post = (photoUrls: string[], more: object = {}) =>
  member.post<Analysis & { code?: string }>('/api/ai/analyze-photos', { photoUrls, category: 'toys', ...more })
const analyze = (photoUrls: string[], more?: object) => runningAnalyses(market, post(photoUrls, more))

describe('a question', () => {
  test('is answered by the model, knows nothing of the member, and costs nothing the second time', async () => {
    const url = await photo()
    const first = await analyze([url])
    expect([first.status, first.body.ai, first.body.product.primary]).toEqual([200, true, 'Wooden train set'])
    expect((await analyze([url])).body).toEqual(first.body)
    expect(gemini.questions).toHaveLength(1)
    gemini.plays.push({ product: { primary: 'Marble run', confidence: 0.9, alternatives: [] } })
    expect((await analyze([url], { again: true })).body.product.primary).toBe('Marble run')
    expect((await analyze([url])).body.product.primary).toBe('Marble run')
  })

  test('that fails is told so, and is asked anew by the next who asks', async () => {
    const url = await photo()
    gemini.plays.push('blocked')
    const { status, body } = await analyze([url])
    expect([status, body.code]).toEqual([422, 'ANALYSIS_BLOCKED'])
    expect((await analyze([url])).status).toBe(200)
  })

  test('asked twice at once goes to the model once', async () => {
    const url = await photo()
    const [one, other] = await runningAnalyses(market, Promise.all([post([url]), post([url])]))
    expect(one.body).toEqual(other.body)
    expect(gemini.questions).toHaveLength(1)
  })

  test('is answered although the client left, and the answer waits for them', async () => {
    const url = await photo()
    const leave = new AbortController()
    const left = member.post('/api/ai/analyze-photos', { photoUrls: [url] }, { signal: leave.signal })
    await expect.poll(() => market.ctx.db('photo_analysis').whereRaw('? = any(photo_urls)', [url])).toHaveLength(1)
    leave.abort()
    await expect(left).rejects.toThrow()
    await market.runJobs({ only: ['catalog.analyze-photos'] })
    expect((await member.post('/api/ai/analyze-photos', { photoUrls: [url] })).status).toBe(200)
    expect(gemini.questions).toHaveLength(1)
  })

  test('whose jobs were lost is asked again after a while, not before', async () => {
    const url = await photo()
    const asked = post([url])
    const jobs = () => market.ctx.db('pgboss.job').where({ name: 'catalog.analyze-photos', state: 'created' })
    await expect.poll(jobs).toHaveLength(1)
    await jobs().delete()
    const second = post([url])
    await expect
      .poll(() => market.ctx.db('pg_stat_activity').where({ application_name: 'market-listener' }))
      .not.toHaveLength(0)
    expect(await jobs()).toHaveLength(0)
    market.clock.advance({ minutes: 16 })
    expect((await analyze([url])).status).toBe(200)
    expect([(await asked).status, (await second).status]).toEqual([200, 200])
  })
})

test('web and worker may be two processes', async () => {
  const worker = await openContext(market.ctx.config, {
    queue: 'worker',
    applicationName: 'other',
    log: market.ctx.log,
  })
  try {
    await startWorkers(worker.ctx)
    const answers = await Promise.all([post([await photo()]), post([await photo()])])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  } finally {
    await worker.close()
  }
})

test('what it cost is logged and measured', async () => {
  const before = await costs()
  lines.length = 0
  await analyze([await photo()])
  gemini.plays.push('prose')
  await analyze([await photo()])
  const after = await costs()
  expect(after.in - before.in).toBe(2 * DOUBLE_TOKENS.in)
  expect(after.out - before.out).toBe(2 * DOUBLE_TOKENS.out)
  expect([after.answered - before.answered, after.failed - before.failed]).toEqual([1, 1])
  const told = lines.filter((line) => line.includes('photos analysed')).map((line) => JSON.parse(line) as object)
  expect(told).toMatchObject([{ tokens: DOUBLE_TOKENS }, { tokens: DOUBLE_TOKENS, failure: 'ANALYSIS_UNAVAILABLE' }])
})

async function costs() {
  const { body } = await market.visitor().get<string>('/metrics')
  const read = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1] ?? 0)
  const tokens = (direction: string) =>
    read(`photo_analysis_model_tokens\\{analyser="gemini/${MODEL}",direction="${direction}"\\}`)
  const outcome = (name: string) => read(`photo_analyses\\{analyser="gemini/${MODEL}",outcome="${name}"\\}`)
  return { in: tokens('in'), out: tokens('out'), answered: outcome('answered'), failed: outcome('failed') }
}

describe('the progress of a batch', () => {
  const ask = (batchId: string, urls: string[], client = member) =>
    client.post('/api/ai/analyze-batch', { batchId, items: urls.map((url) => ({ photoUrls: [url] })) })

  test('tells which photo is done and which failed, until all are', async () => {
    const urls = [await photo(), await photo(), await photo()]
    const batchId = randomUUID()
    const story = follow(batchId)
    let questions = 0
    gemini.decide = () => ((questions += 1) === 2 ? 'blocked' : 'good')
    const { status, body } = await runningAnalyses(market, ask(batchId, urls))
    expect([status, body.summary]).toEqual([200, { total: 3, successful: 2, failed: 1 }])
    const told = await story
    expect(told.at(0)?.items.map(({ photoUrls }) => photoUrls)).toEqual(urls.map((url) => [url]))
    for (const [index, later] of told.entries()) {
      const earlier = told[index - 1]
      if (earlier) expect(later.done + later.failed).toBeGreaterThan(earlier.done + earlier.failed)
    }
    const last = told.at(-1)!
    expect(last).toMatchObject({ total: 3, done: 2, failed: 1 })
    expect(last.items.filter(({ state }) => state === 'failed')).toEqual([
      expect.objectContaining({ message: 'The AI does not comment on these photos. Please choose others.' }),
    ])
    // A member who comes back later hears how it ended.
    expect(await follow(batchId)).toEqual([last])
  })

  test('of another member is not told, and theirs cannot be taken over', async () => {
    const stranger = await market.signIn()
    const batchId = randomUUID()
    await runningAnalyses(market, ask(batchId, [await photo()]))
    const leave = new AbortController()
    const answer = await stream(batchId, stranger, leave.signal)
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe('retry: 3000\n\n')
    const taken = await runningAnalyses(market, ask(batchId, [await photo(stranger)], stranger))
    expect(taken.status).toBe(404)
    const silence = reader.read()
    leave.abort()
    await expect(silence).rejects.toThrow()
    expect((await follow(batchId)).at(-1)).toMatchObject({ total: 1, done: 1 })
  })

  test('can be watched by ten tabs, not by more', async () => {
    const watcher = await market.signIn()
    const leave = new AbortController()
    for (let tab = 0; tab < 10; tab += 1) {
      expect((await stream(randomUUID(), watcher, leave.signal)).status).toBe(200)
    }
    expect((await stream(randomUUID(), watcher, leave.signal)).status).toBe(429)
    leave.abort()
    expect((await stream(randomUUID(), market.visitor(), AbortSignal.timeout(120_000))).status).toBe(401)
  })

  function stream(batchId: string, client: TestClient, signal?: AbortSignal): Promise<Response> {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return fetch(`${market.url}/api/ai/batches/${batchId}/events`, { headers: { cookie }, signal: signal ?? null })
  }

  /** Everything that is told until the end. */
  async function follow(batchId: string): Promise<BatchProgress[]> {
    const text = await (await stream(batchId, member)).text()
    return [...text.matchAll(/event: progress\ndata: (.*)\n/g)].map(([, data]) => JSON.parse(data!) as BatchProgress)
  }
})

// Last, for everybody's session ends meanwhile.
test('answers and batches are cleared away after 30 days, unless somebody has asked for them since', async () => {
  const urls = [await photo(), await photo()]
  const batch = (url: string) => member.post('/api/ai/analyze-batch', { items: [{ photoUrls: [url] }] })
  for (const url of urls) await runningAnalyses(market, batch(url))
  const left = async () => {
    await handlers(market.ctx)['catalog.remove-old-analyses']({})
    const kept = market.ctx.db('photo_analysis').whereRaw('photo_urls && ?', [urls]).pluck('photo_urls')
    return (await kept).flat()
  }
  const costBefore = await costs()
  market.clock.advance({ days: 29 })
  await batch(urls[1]!)
  expect((await left()).sort()).toEqual([...urls].sort())
  market.clock.advance({ days: 2 })
  expect(await left()).toEqual([urls[1]])
  market.clock.advance({ days: 30 })
  expect(await left()).toEqual([])
  expect(await market.ctx.db('analysis_batch')).toEqual([])
  expect(await costs()).toEqual(costBefore)
})
