import { beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import { buildPhoto, uploadPhotos } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { runningAnalyses } from '../../../testing/market/running-analyses.ts'
import { ANALYSES_PER_DAY } from './ask-analysis.ts'
import { Analysis, SURE } from './contract.ts'
import { addCategory, seedCategories, setCategoryPrice } from '../index.ts'

const market = useMarket()
let member: TestClient
beforeAll(async () => {
  member = await market.signIn()
  await transact(market.ctx.db, (trx) => seedCategories(trx, market.clock.now()))
})

const photo = async (colour = 'red', owner = member) => (await uploadPhotos(owner, [await buildPhoto({ colour })]))[0]!
const analyze = (photoUrls: string[], category?: string, client = member) =>
  runningAnalyses(
    market,
    client.post<Analysis & { code?: string }>('/api/ai/analyze-photos', { photoUrls, ...(category && { category }) }),
  )

describe('offline analysis', () => {
  test('says that it is no AI, names neither thing nor brand, and knows what the category weighs and costs', async () => {
    await transact(market.ctx.db, (trx) =>
      setCategoryPrice(trx, { category: 'toys', tokenPrice: 5, now: market.clock.now() }),
    )
    const { status, body } = await analyze([await photo('#2d5abe')], 'toys')
    expect(status).toBe(200)
    expect(Analysis.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      ai: false,
      brand: { primary: 'Generic/Unbranded', alternatives: [] },
      // A title made of colour and category would be wrong for most things, and look like one that is right.
      product: { primary: '', alternatives: [] },
      description: '',
      estimatedWeightLbs: 2,
      suggestedPrice: 5,
    })
    expect(body.priceReasoning).toContain('not an AI analysis')
    for (const { confidence } of [body.brand, body.product, body.condition]) expect(confidence).toBeLessThan(SURE)
  })

  test('knows categories that the admin added by their price', async () => {
    await transact(market.ctx.db, (trx) =>
      addCategory(trx, { category: 'garden-tools', tokenPrice: 6, retailPrice: '40', now: market.clock.now() }),
    )
    const { body } = await analyze([await photo('green')], 'garden-tools')
    expect(body).toMatchObject({ estimatedWeightLbs: null, suggestedPrice: 6 })
    expect(await analyze([await photo()], 'no-such-thing')).toMatchObject({
      status: 400,
      body: { code: 'UNKNOWN_CATEGORY' },
    })
  })
})

describe('who may have what analysed', () => {
  test('only members, only own photos of this site', async () => {
    expect((await analyze([await photo()], 'toys', market.visitor())).status).toBe(401)
    const theirs = await photo('red', await market.signIn())
    expect(await analyze([theirs])).toMatchObject({ status: 403, body: { code: 'PHOTO_NOT_YOURS' } })
    for (const url of [
      'http://127.0.0.1:5432/',
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      '/photos/../../etc/passwd',
    ]) {
      expect((await analyze([url])).status).toBe(400)
    }
    expect((await analyze([])).body).toMatchObject({ details: [{ message: 'Please upload at least one photo first' }] })
  })

  test('a hundred questions a day; the same question again is free', async () => {
    const busy = await market.signIn()
    const url = await photo('teal', busy)
    await market.ctx.db('photo_analysis').insert(
      Array.from({ length: ANALYSES_PER_DAY - 1 }, (_, index) => ({
        owner_id: busy.user.id,
        photo_urls: [`/photos/${index}`],
        category: 'toys',
        analyser: 'offline',
        result: {},
        asked_at: market.clock.now(),
        finished_at: market.clock.now(),
      })),
    )
    const first = await analyze([url], 'toys', busy)
    expect(first.status).toBe(200)
    expect((await analyze([url], 'toys', busy)).body).toEqual(first.body)
    const refused = await analyze([url], 'furniture', busy)
    expect([refused.status, refused.body.code]).toEqual([429, 'DAILY_LIMIT'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    market.clock.advance({ days: 1, minutes: 1 })
    expect((await analyze([url], 'furniture', busy)).status).toBe(200)
  })
})

describe('a batch', () => {
  interface Batch {
    results: { photoUrls: string[]; category: string; analysis: Analysis }[]
    errors: { photoUrls: string[]; category: string; message: string }[]
    summary: object
  }
  const analyzeBatch = (items: object[]) =>
    runningAnalyses(market, member.post<Batch>('/api/ai/analyze-batch', { items }))

  test('answers what succeeds, and beside it what fails and why', async () => {
    const mine = [await photo('red'), await photo('blue')]
    const theirs = await photo('red', await market.signIn())
    const { status, body } = await analyzeBatch([
      { photoUrls: [mine[0]], category: 'toys' },
      { photoUrls: [theirs], category: 'toys' },
      { photoUrls: [mine[1]] },
    ])
    expect(status).toBe(200)
    expect(
      body.results.map(({ photoUrls, category, analysis }) => [photoUrls, category, analysis.estimatedWeightLbs]),
    ).toEqual([
      [[mine[0]], 'toys', 2],
      [[mine[1]], 'baby-clothes', 0.5],
    ])
    expect(body.errors).toEqual([
      {
        photoUrls: [theirs],
        category: 'toys',
        message: 'A photo is not among your uploads any more. Please upload it again.',
      },
    ])
    expect(body.summary).toEqual({ total: 3, successful: 2, failed: 1 })
  })

  test('has one to ten items', async () => {
    const item = { photoUrls: [await photo()] }
    expect((await analyzeBatch([])).status).toBe(400)
    expect((await analyzeBatch(Array.from({ length: 11 }, () => item))).status).toBe(400)
    expect((await analyzeBatch(Array.from({ length: 10 }, () => item))).body.summary).toMatchObject({ successful: 10 })
  })
})

test('without a key and without sandboxes there is no analysis, and the site knows it before anybody asks', async () => {
  const { config } = market.ctx
  const url = await photo()
  market.ctx.config = { ...config, photoAnalysis: 'none' }
  const single = await analyze([url])
  const batch = await member.post('/api/ai/analyze-batch', { items: [{ photoUrls: [url] }] })
  const site = await market.visitor().get('/api/site')
  market.ctx.config = config
  expect(site.body).toMatchObject({ photoAnalysis: 'none' })
  expect((await market.visitor().get('/api/site')).body).toMatchObject({ photoAnalysis: 'offline' })
  for (const { status, body } of [single, batch]) expect([status, body.code]).toEqual([503, 'ANALYSIS_UNAVAILABLE'])
})
