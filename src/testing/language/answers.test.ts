import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountApi } from '../../app.ts'
import { CATALOGUES } from '../../platform/language/catalogues.ts'
import { promote } from '../market/promote.ts'
import { useMarket } from '../market/use-market.ts'
import { ask } from '../security/ask.ts'
import { speakPseudo } from './pseudo-language.ts'

// In the language that nobody speaks each letter is marked. Only values, as the name of a program's field, are not.

const market = useMarket()
const arabic = { ...CATALOGUES.ar }
beforeAll(() => speakPseudo())
afterAll(() => {
  Object.assign(CATALOGUES.ar ?? {}, arabic)
})

const ODD_BODIES = ['{}', 'no JSON', '{"itemIds": 1, "title": 7, "name": "", "until": "soon", "odd": true}']
const ODD_PARAMS = ['none', '00000000-0000-4000-8000-000000000000']

test('whatever is refused, is refused in the language of whoever asks', async () => {
  const [visitor, admin] = [market.visitor(), await market.signIn()]
  await promote(market, admin)
  const english = new Set<string>()
  for (const { method, path, kind } of mountApi(market.ctx).endpoints) {
    if (kind === 'events' || path === '/api/users/me/sessions' || path === '/api/users/me') continue
    for (const client of [visitor, admin])
      for (const param of path.includes(':') ? ODD_PARAMS : [''])
        for (const body of method === 'GET' ? [undefined] : ODD_BODIES) {
          const asked = `${path.replaceAll(/:\w+/g, param)}${method === 'GET' ? '?limit=-1&cursor=odd&search=%00&near=here&within=1&odd=1' : ''}`
          await market.ctx.db('rate_limit').delete()
          const { status, text, type } = await ask(client, method, {
            path: asked,
            headers: { 'accept-language': 'ar' },
            ...(body !== undefined && { body }),
          })
          if (status < 400 || !type.startsWith('application/json')) continue
          const { error, details = [] } = JSON.parse(text) as { error: string; details?: { message: string }[] }
          for (const sentence of [error, ...details.map(({ message }) => message)])
            if (!/\P{ASCII}/u.test(sentence)) english.add(`${method} ${path}: ${sentence}`)
        }
  }
  expect([...english]).toEqual([])
})
