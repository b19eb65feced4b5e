import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../testing/market/client.ts'
import { translate } from '../language/translate.ts'
import { say } from '../language/words.ts'
import { useMarket } from '../../testing/market/use-market.ts'

interface Refusal {
  code: string
  error: string
  message: string
  details?: { path: (string | number)[]; message: string }[]
}

const NOTHING = 'There is nothing at this address'

const market = useMarket()
let member: TestClient
beforeAll(async () => {
  member = await market.signIn()
})

const speaking = (language: string) => ({ headers: { 'accept-language': language } })

test('an error is answered in the language of whoever asks; its code never changes', async () => {
  const refusalIn = async (language: string) =>
    (await market.visitor().get<Refusal>('/api/nothing', speaking(language))).body
  expect(await refusalIn('de-AT,en;q=0.5')).toEqual({
    code: 'NOT_FOUND',
    error: translate('de', NOTHING),
    message: translate('de', NOTHING),
  })
  expect((await refusalIn('ar')).message).toBe(translate('ar', NOTHING))
  for (const other of ['tlh', '*', ';;;q=0,', 'en']) {
    expect((await refusalIn(other)).message, other).toBe(NOTHING)
  }
})

test('what is wrong with each field, too: in the words of the contract, or else with the name of the field', async () => {
  const { body } = await member.post<Refusal>(
    '/api/items',
    { title: 'ab', category: 'toys', condition: 'good', color: 'red' },
    speaking('de'),
  )
  expect(body.code).toBe('VALIDATION_FAILED')
  expect(body.message).toBe(body.details?.[0]?.message)
  const told = new Map(body.details?.map(({ path, message }) => [path.join('.'), message]))
  expect(told.get('title')).toBe(translate('de', 'Title must be at least 3 characters'))
  expect(told.get('color')).toBe(translate('de', say('Unknown field {key}', { key: 'color' })))
  const unnamed = await member.get<Refusal>(`/api/items?search=${'x'.repeat(101)}`, speaking('de'))
  expect(unnamed.body.details).toEqual([
    { path: ['search'], message: translate('de', say('{field} is too long', { field: { message: 'Search' } })) },
  ])
})

test('a number bends its sentence as each language does', async () => {
  const times = Array.from({ length: 6 }, (_, day) => ({
    start: `2026-11-2${day + 1}T10:00:00Z`,
    end: `2026-11-2${day + 1}T11:00:00Z`,
  }))
  const refusalIn = async (language: string) =>
    (await member.post<Refusal>(`/api/purchases/${randomUUID()}/times`, { times }, speaking(language))).body.message
  const tooMany = say('Please offer at most {maximum, plural, one {# time} other {# times}}', { maximum: 5 })
  expect(await refusalIn('en')).toBe('Please offer at most 5 times')
  expect(await refusalIn('de')).toBe(translate('de', tooMany))
  expect(await refusalIn('ar')).toBe(translate('ar', tooMany))
})
