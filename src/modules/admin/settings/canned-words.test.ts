import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../testing/market/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import type { AdminAction } from '../log/contract.ts'
import type { CannedWords } from './contract.ts'

let market: TestMarket
let june: TestClient
beforeAll(async () => {
  market = await testMarket({ env: { LOG_LEVEL: 'silent' } })
  june = await market.signIn({ firstName: 'June' })
  await june.post('/api/admin/setup', {})
})
afterAll(() => market.stop())

const read = async () => (await june.get<CannedWords>('/api/admin/canned-words')).body
const save = (body: object) => june.send<CannedWords & { code: string }>('PUT', '/api/admin/canned-words', body)

test('ready-made words are kept and changed; of two who save at once one wins, and the log says it', async () => {
  expect(await read()).toEqual({ version: 0, words: [] })
  const words = ['It was recalled.', 'The photo is of another neighbour.']
  const answers = await Promise.all([save({ version: 0, words }), save({ version: 0, words: ['Other words'] })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('WORDS_CHANGED')
  expect((await save({ version: 1, words })).body).toEqual({ version: 2, words })
  expect(await read()).toEqual({ version: 2, words })
  expect((await save({ version: 2, words: [] })).body.words).toEqual([])
  const [last] = (await june.get<AdminAction[]>('/api/admin/actions?kind=settings&limit=1')).body
  expect(last).toMatchObject({ action: 'words.update', before: { words: words.join(' / ') }, after: { words: '' } })
})

test('words that are empty, too long or too many are refused, and nothing changes', async () => {
  const before = await read()
  for (const words of [
    [''],
    ['  '],
    ['\u200b\u200b\u200b'],
    ['Not \u202eso'],
    ['x'.repeat(501)],
    Array(21).fill('Too many'),
    'It was recalled.',
    [5],
  ])
    expect([words, (await save({ version: before.version, words })).status]).toEqual([words, 400])
  expect(await read()).toEqual(before)
})
