import { describe, expect, test } from 'vitest'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { User } from '../contract.ts'

const market = useMarket()

async function askForCode(browser: TestClient, email: string): Promise<string> {
  const { status, body } = await browser.post<{ sent: true; code: string }>('/api/auth/code', { email })
  expect(status).toBe(202)
  expect(body).toEqual({ sent: true, code: expect.stringMatching(/^\d{6}$/) as string })
  return body.code
}

const enter = (browser: TestClient, email: string, code: string) =>
  browser.post<User & { code?: string }>('/api/auth/session', { email, code })

const otherThan = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0')

describe('signing in with a code', () => {
  test('a new address becomes a member with the welcome tokens, once', async () => {
    const browser = market.visitor()
    expect((await browser.get('/api/auth/user')).status).toBe(401)
    const code = await askForCode(browser, ' Nora@Example.com ')

    const answer = await enter(browser, 'nora@example.com', code)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ email: 'nora@example.com', firstName: null, tokens: '10.00', isAdmin: false })
    expect((await browser.get<User>('/api/auth/user')).body).toEqual(answer.body)

    const later = await market.signIn({ email: 'NORA@example.com', firstName: 'Somebody', lastName: 'Else' })
    expect(later.user).toEqual(answer.body)
  })

  test('names given with the code become the new member’s', async () => {
    const { user } = await market.signIn({ email: 'two@example.com', firstName: 'Ada', lastName: 'Byron' })
    expect(user).toMatchObject({ firstName: 'Ada', lastName: 'Byron' })
  })

  test('a code works once', async () => {
    const browser = market.visitor()
    const code = await askForCode(browser, 'once@example.com')
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(browser, 'once@example.com', code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    expect((await enter(browser, 'once@example.com', code)).body.code).toBe('CODE_EXPIRED')
  })

  test('a code works only in the browser that asked for it, and only for its address', async () => {
    const browser = market.visitor()
    const code = await askForCode(browser, 'mine@example.com')
    const thief = market.visitor()
    expect(await enter(thief, 'mine@example.com', code)).toMatchObject({ status: 400, body: { code: 'CODE_INVALID' } })
    await askForCode(thief, 'mine@example.com')
    expect((await enter(thief, 'mine@example.com', code)).status).toBe(400)
    expect((await enter(browser, 'other@example.com', code)).status).toBe(400)
    expect((await enter(browser, 'mine@example.com', code)).status).toBe(200)
  })

  test('five guesses, also when they come at once; then even the right code is too late', async () => {
    const browser = market.visitor()
    const code = await askForCode(browser, 'guess@example.com')
    const wrong = await Promise.all(
      Array.from({ length: 8 }, (_, index) => enter(browser, 'guess@example.com', otherThan(code, index + 1))),
    )
    expect(wrong.filter(({ body }) => body.code === 'CODE_INVALID')).toHaveLength(5)
    expect(wrong.filter(({ body }) => body.code === 'CODE_EXPIRED')).toHaveLength(3)
    expect(await enter(browser, 'guess@example.com', code)).toMatchObject({
      status: 400,
      body: { code: 'CODE_EXPIRED' },
    })
    expect((await enter(browser, 'guess@example.com', await askForCode(browser, 'guess@example.com'))).status).toBe(200)
  })

  test('the fifth guess may still be the right one', async () => {
    const browser = market.visitor()
    const code = await askForCode(browser, 'fifth@example.com')
    for (let guess = 1; guess <= 4; guess += 1) await enter(browser, 'fifth@example.com', otherThan(code, guess))
    expect((await enter(browser, 'fifth@example.com', code)).status).toBe(200)
  })

  test('a code works for ten minutes', async () => {
    const browser = market.visitor()
    const first = await askForCode(browser, 'late@example.com')
    market.clock.advance({ minutes: 10, seconds: 1 })
    expect((await enter(browser, 'late@example.com', first)).body.code).toBe('CODE_EXPIRED')
    const second = await askForCode(browser, 'late@example.com')
    market.clock.advance({ minutes: 9 })
    expect((await enter(browser, 'late@example.com', second)).status).toBe(200)
  })

  test('who asks again gets the same code again, for ten more minutes, with no more guesses', async () => {
    const browser = market.visitor()
    const first = await askForCode(browser, 'again@example.com')
    await enter(browser, 'again@example.com', otherThan(first))
    market.clock.advance({ minutes: 9 })
    expect(await askForCode(browser, 'again@example.com')).toBe(first)
    market.clock.advance({ minutes: 9 })
    const [row] = await market.ctx.db('sign_in_code').where('email', 'again@example.com')
    expect(row).toMatchObject({ guesses: 1 })
    expect((await enter(browser, 'again@example.com', first)).status).toBe(200)
  })

  test('a used code is not sent again', async () => {
    const browser = market.visitor()
    const codes = []
    for (let round = 0; round < 3; round += 1) {
      codes.push(await askForCode(browser, 'anew@example.com'))
      expect((await enter(browser, 'anew@example.com', codes.at(-1) ?? '')).status).toBe(200)
    }
    expect(new Set(codes).size).toBeGreaterThan(1)
  })

  test('nothing of a code or browser can be read from the table', async () => {
    const browser = market.visitor()
    const code = await askForCode(browser, 'hash@example.com')
    const browserId = decodeURIComponent(browser.cookies.get('outgrown.browser') ?? '')
    const rows = await market.ctx.db('sign_in_code').where('email', 'hash@example.com')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(browserId)
  })

  test('answers do not tell whether an address has an account', async () => {
    await market.signIn({ email: 'known@example.com' })
    const answers = await Promise.all(
      ['known@example.com', 'unknown@example.com'].map(async (email) => {
        const browser = market.visitor()
        const asked = await browser.post<{ code?: string }>('/api/auth/code', { email })
        const guessed = await enter(browser, email, otherThan(asked.body.code ?? ''))
        delete asked.body.code
        return { asked: [asked.status, asked.body], guessed: [guessed.status, guessed.body] }
      }),
    )
    expect(answers[0]).toEqual(answers[1])
  })

  test('two browsers that sign up one address at once become one member, welcomed once', async () => {
    const browsers = [market.visitor(), market.visitor()]
    const codes = await Promise.all(browsers.map((browser) => askForCode(browser, 'both@example.com')))
    const answers = await Promise.all(
      browsers.map((browser, index) => enter(browser, 'both@example.com', codes[index] ?? '')),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body.id).toBe(answers[1]?.body.id)
    expect(answers[1]?.body.tokens).toBe('10.00')
  })

  test.each([
    [{ email: 'no address' }, 'email'],
    [{}, 'email'],
    [{ email: 'a@b.example', isAdmin: true }, 'isAdmin'],
  ])('refuses %j and names the field', async (body, field) => {
    const answer = await market.visitor().post<{ details: { path: string[] }[] }>('/api/auth/code', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
    expect(answer.body.details.map(({ path }) => path)).toEqual([[field]])
  })
})

describe('invitations', () => {
  test('the code of a link is remembered until sign-up', async () => {
    const { user: host } = await market.signIn()
    const guest = market.visitor()
    await guest.get(`/item/whatever?ref=${host.referralCode.toLowerCase()}`)
    await guest.get('/')
    await guest.signIn({ email: 'guest@example.com' })
    expect(guest.user.referredBy).toBe(host.id)
  })

  test('the code that the screen sends works as well, and only at sign-up', async () => {
    const { user: host } = await market.signIn()
    const { user: guest } = await market.signIn({ email: 'guest2@example.com', referralCode: host.referralCode })
    expect(guest.referredBy).toBe(host.id)
    const old = await market.signIn({ email: 'old@example.com' })
    await market.signIn({ email: 'old@example.com', referralCode: host.referralCode })
    expect((await old.refreshUser()).referredBy).toBeNull()
  })

  test('an unknown code is ignored; nobody refers themselves', async () => {
    expect((await market.signIn({ referralCode: 'NOBODY' })).user.referredBy).toBeNull()
    const { user } = await market.signIn({ email: 'self@example.com' })
    const self = await market.signIn({ email: 'self@example.com', referralCode: user.referralCode })
    expect(self.user.referredBy).toBeNull()
  })
})
