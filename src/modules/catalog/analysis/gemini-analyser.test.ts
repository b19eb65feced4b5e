import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  DOUBLE_TOKENS,
  type GeminiDouble,
  GOOD_ANSWER,
  startGeminiDouble,
} from '../../../testing/doubles/gemini-double.ts'
import { buildPhoto } from '../../../testing/market/builders.ts'
import { createLogger } from '../../../platform/process/logger.ts'
import { loadConfig } from '../../../platform/config.ts'
import { Analysis, GENERIC_BRAND } from './contract.ts'
import { geminiAnalyser } from './gemini-analyser.ts'

const KEY = 'test-key-of-the-double'
const MODEL = 'gemini-2.5-flash'

let gemini: GeminiDouble
let photo: Buffer
beforeAll(async () => {
  gemini = await startGeminiDouble({ key: KEY, model: MODEL })
  photo = await buildPhoto({ width: 1600, height: 1200 })
})
afterAll(() => gemini.stop())
afterEach(() => {
  expect(gemini.complaints.splice(0)).toEqual([])
  gemini.questions.length = 0
  gemini.plays.length = 0
})

const log = createLogger(loadConfig({ LOG_LEVEL: 'silent' }))
const analyser = (options: { timeoutMs?: number; key?: string } = {}) =>
  geminiAnalyser({ key: KEY, model: MODEL, baseUrl: gemini.url, log, pauseMs: 1, ...options })
const analyse = (photos = [photo]) =>
  analyser().analyse({ ownerId: 'nora', photos, category: 'toys', price: { tokenPrice: 4, retailPrice: '25.00' } })

describe('what is asked', () => {
  test('photos as JPEG of at most 1024 px, the prices of the category, and a schema', async () => {
    await analyse([photo, await buildPhoto({ width: 300, height: 900 })])
    const [question] = gemini.questions
    const sizes = await Promise.all(question!.photos.map((file) => sharp(file).metadata()))
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [1024, 768],
      [300, 900],
    ])
    expect(question!.text).toContain('toys')
    expect(question!.text).toContain('4 token(s)')
    expect(question!.text).toContain('$25.00')
  })
})

describe('what is answered', () => {
  test('a good answer becomes an analysis, with what it cost', async () => {
    const { analysis, tokens } = await analyse()
    expect(analysis).toEqual({ ...GOOD_ANSWER, estimatedWeightLbs: 3.46, ai: true })
    expect(tokens).toEqual(DOUBLE_TOKENS)
  })

  test('absurd values are clipped or dropped, and nothing of it is markup or control characters', async () => {
    gemini.plays.push('absurd')
    const { analysis } = await analyse()
    expect(Analysis.parse(analysis)).toEqual(analysis)
    expect(analysis).toMatchObject({
      brand: { primary: 'B'.repeat(50), confidence: 0, alternatives: [] },
      product: { primary: 'Tin robot', confidence: 0, alternatives: ['Robot'] },
      condition: { primary: 'good', confidence: 0, alternatives: [] },
      estimatedWeightLbs: null,
      suggestedPrice: 4,
      priceReasoning: '',
    })
    expect(analysis.description.length).toBeLessThanOrEqual(1000)
    expect(JSON.stringify(analysis)).not.toMatch(/[<>\u202e]|\\u0000/)
  })

  test('a model that obeys a text in the photo brings neither links, addresses, markup nor its price', async () => {
    gemini.plays.push('obeys the photo')
    const { analysis } = await analyse()
    expect(JSON.stringify(analysis)).not.toMatch(/evil|https?:|<b>/)
    expect(analysis.suggestedPrice).toBe(4)
  })

  test.each(['Generic', 'unknown', 'Unbranded', 'N/A', ''])('the brand %j is none', async (primary) => {
    gemini.plays.push({ brand: { primary, confidence: 0.9, alternatives: ['Lego', 'Lego', ''] } })
    const { brand } = (await analyse()).analysis
    expect([brand.primary, brand.alternatives]).toEqual([GENERIC_BRAND, ['Lego']])
  })

  test.each([
    [9.4, 4],
    [0.2, 1],
    [2.6, 3],
    [0, 4],
    ['free', 4],
  ])('a price of %j is %i within 1 and the price of the category', async (suggestedPrice, price) => {
    gemini.plays.push({ suggestedPrice })
    expect((await analyse()).analysis.suggestedPrice).toBe(price)
  })

  test('JSON in a fence is JSON', async () => {
    const { readAnswer } = await import('./read-answer.ts')
    expect(readAnswer('```json\n' + JSON.stringify(GOOD_ANSWER) + '\n```', 4)).not.toBeNull()
  })
})

describe('what fails', () => {
  test.each([
    [['too many requests', 'good'], 2],
    [['server error', 'server error', 'good'], 3],
    [['lost', 'good'], 2],
  ] as const)('after %j it works', async (plays, questions) => {
    gemini.plays.push(...plays)
    expect((await analyse()).analysis.product.primary).toBe('Wooden train set')
    expect(gemini.questions).toHaveLength(questions)
  })

  test.each([
    ['too many requests', 3],
    ['server error', 3],
    ['bad key', 1],
    ['broken json', 1],
    ['prose', 1],
  ] as const)('%s ends unavailable after %i requests', async (play, questions) => {
    gemini.plays.push(play, play, play, play)
    await expect(analyse()).rejects.toMatchObject({ code: 'ANALYSIS_UNAVAILABLE', status: 503 })
    expect(gemini.questions).toHaveLength(questions)
  })

  test.each(['blocked', 'blocked answer'] as const)('%s is told as such, and not asked again', async (play) => {
    gemini.plays.push(play)
    await expect(analyse()).rejects.toMatchObject({ code: 'ANALYSIS_BLOCKED', status: 422 })
    expect(gemini.questions).toHaveLength(1)
  })

  test('an unusable answer costs all the same', async () => {
    gemini.plays.push('prose')
    await expect(analyse()).rejects.toMatchObject({ tokens: DOUBLE_TOKENS })
  })

  test('a slow answer is not waited for, nor asked for again', async () => {
    gemini.plays.push('slow')
    const subject = {
      ownerId: 'nora',
      photos: [photo],
      category: 'toys',
      price: { tokenPrice: 4, retailPrice: '25.00' },
    }
    await expect(analyser({ timeoutMs: 10_000 }).analyse(subject)).rejects.toThrow('takes too long')
    expect(gemini.questions).toHaveLength(1)
  })
})
