import { describe, expect, test } from 'vitest'
import { useMarket } from '../../testing/market/use-market.ts'

const market = useMarket({ env: { MARKET_LANGUAGE: 'fr' } })

const PATHS = ['/', '/nowhere', '/api/site', '/api/auth/user', '/api/nothing']
const asking = (wanted: string) => ({ headers: { 'accept-language': wanted } })

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-de', 'de'],
  ['ar-EG,en;q=0.5', 'ar'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['PT-br', 'pt-BR'],
  ['it, es-MX;q=0.9, en;q=0.8', 'es'],
  ['en;q=0.3, es;q=0.7', 'es'],
  ['es;q=0, en', 'en'],
  // None that is spoken here, any, or nothing that can be read.
  ['it', 'fr'],
  ['*', 'fr'],
  ['it, *;q=0.5, de;q=0.1', 'fr'],
  ['', 'fr'],
  [';;;,,,', 'fr'],
  ['de;q=x', 'fr'],
  ['-', 'fr'],
  ['x'.repeat(4000), 'fr'],
  ['{"__proto__":1}', 'fr'],
])('who asks for "%s" is answered in %s', async (wanted, language) => {
  for (const path of PATHS) {
    const { headers, status } = await market.visitor().get(path, asking(wanted))
    expect([status < 500, headers.get('content-language')], path).toEqual([true, language])
    expect(headers.get('vary'), path).toMatch(/accept-language, cookie/i)
  }
})

test('what was chosen on this browser comes before what the browser asks for, if it is spoken here', async () => {
  const browser = market.visitor()
  const spoken = async () => (await browser.get('/api/site', asking('de'))).headers.get('content-language')
  expect(await spoken()).toBe('de')
  browser.cookies.set('language', 'ar')
  expect(await spoken()).toBe('ar')
  for (const nonsense of ['', 'tlh', 'en-', '%00', '__proto__', 'x'.repeat(3000)]) {
    browser.cookies.set('language', nonsense)
    expect(await spoken(), nonsense).toBe('de')
  }
})

test.each([
  ['lang=ar', 'ar'],
  ['lang=PT-br', 'pt-BR'],
  ['lang=ar&lang=es', 'ar'],
  ['lang=tlh&lang=&lang=es&lang=ar', 'es'],
  ['lang=tlh', 'de'],
  ['lang[]=ar', 'de'],
])('an address with %s is answered in %s: the first that is spoken here', async (query, language) => {
  const { headers } = await market.visitor().get(`/api/site?${query}`, asking('de'))
  expect(headers.get('content-language')).toBe(language)
})

describe("a member's own", () => {
  test('comes first, on every device, until they take it back', async () => {
    const member = await market.signIn()
    expect(member.user).toMatchObject({ language: null })
    const spoken = async (path: string) => (await member.get(path, asking('de'))).headers.get('content-language')
    expect(await spoken('/api/site')).toBe('de')
    member.cookies.set('language', 'es')
    expect((await member.patch('/api/users/me', { language: 'pt-BR' })).body).toMatchObject({ language: 'pt-BR' })
    expect(await member.refreshUser()).toMatchObject({ language: 'pt-BR' })
    for (const path of PATHS) expect(await spoken(path), path).toBe('pt-BR')
    await member.patch('/api/users/me', { language: null })
    expect(await spoken('/api/site')).toBe('es')
  })

  test('is changed without the name, and the name without it', async () => {
    const member = await market.signIn()
    await member.patch('/api/users/me', { firstName: 'Nora', lastName: 'Nagy', language: 'de' })
    await member.patch('/api/users/me', { language: 'es' })
    expect(await member.refreshUser()).toMatchObject({ firstName: 'Nora', lastName: 'Nagy', language: 'es' })
    await member.patch('/api/users/me', { firstName: 'Ida' })
    expect(await member.refreshUser()).toMatchObject({ firstName: 'Ida', language: 'es' })
  })

  test.each(['tlh', '', 'DE', 'de-AT', 1, ['de']])('is none that is not spoken here: %s', async (language) => {
    const member = await market.signIn()
    const { status, body } = await member.patch('/api/users/me', { language })
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ details: [expect.objectContaining({ path: ['language'] })] }),
    ])
    expect(await member.refreshUser()).toMatchObject({ language: null })
  })

  test('that a version before has kept and nobody speaks any more counts as none', async () => {
    const member = await market.signIn()
    await market.ctx.db('member').where({ id: member.user.id }).update({ language: 'tlh' })
    const { headers, body } = await member.get('/api/auth/user', asking('de'))
    expect([headers.get('content-language'), body]).toEqual(['de', expect.objectContaining({ language: null })])
  })
})

test('files are the same in every language', async () => {
  const { headers } = await market.visitor().get('/assets/none.js', asking('de'))
  expect(headers.get('content-language')).toBeNull()
})
