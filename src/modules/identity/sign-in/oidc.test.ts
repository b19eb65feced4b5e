import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TestClient } from '../../../testing/market/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { SESSION_COOKIE } from '../../../platform/http/session/session.ts'
import type { User } from '../contract.ts'

interface Account {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  /** Claims of the ID token; as a rule all is left to the user info. */
  idToken?: Pick<Account, 'email' | 'email_verified'>
}

const accounts = new Map<string, Account>()
let server: Server
let issuer: string
let market: TestMarket

/** A real provider; only the human at its login and consent pages is played, by `signInAt`. */
beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'outgrown',
    OIDC_CLIENT_SECRET: 'a secret of thirty-two letters or so',
  }
  market = await testMarket({ env })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: env.OIDC_CLIENT_ID,
        client_secret: env.OIDC_CLIENT_SECRET,
        redirect_uris: [`${market.url}/api/auth/oidc/callback`],
      },
    ],
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    findAccount: (_, sub) => {
      const account = accounts.get(sub)
      if (!account) return undefined
      const { idToken, ...userInfo } = account
      return { accountId: sub, claims: (use) => (use === 'id_token' ? { sub, ...idToken } : userInfo) }
    },
  })
  const callback = provider.callback()
  server.on('request', (request, response) => void callback(request, response))
})
afterAll(async () => {
  await market.stop()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  accounts.clear()
})

/** Follows the provider's pages as the person with that account would; answers the address it sends the browser back to. */
async function signInAt(start: string, account: Account | 'cancel'): Promise<string> {
  if (account !== 'cancel') accounts.set(account.sub, account)
  const browser = new TestClient(issuer)
  let location = start
  for (let step = 0; step < 12; step += 1) {
    if (!location.startsWith(issuer) && !location.startsWith('/')) return location
    const path = location.replace(issuer, '')
    const page = await browser.get<string>(path)
    const next = page.headers.get('location')
    if (next !== null) location = next
    else location = await fillIn(browser, path, page.body, account)
  }
  throw new Error(`no way back from ${location}`)
}

async function fillIn(browser: TestClient, path: string, html: string, account: Account | 'cancel'): Promise<string> {
  const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1] ?? ''
  const form = new URLSearchParams({ prompt, ...(account === 'cancel' ? {} : { login: account.sub, password: 'x' }) })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer =
    account === 'cancel'
      ? await browser.get(`${path}/abort`)
      : await browser.send('POST', path, form.toString(), { headers })
  return answer.headers.get('location') ?? ''
}

/** Leaves the site for the provider. */
async function leave(browser: TestClient, returnTo = '/'): Promise<string> {
  const { status, headers } = await browser.get(`/api/auth/oidc?${new URLSearchParams({ returnTo }).toString()}`)
  expect(status).toBe(302)
  return headers.get('location') ?? ''
}

const pathOf = (address: string) => address.replace(market.url, '')

async function signIn(browser: TestClient, account: Account, returnTo?: string): Promise<string | null> {
  const back = await signInAt(await leave(browser, returnTo), account)
  expect(back.startsWith(`${market.url}/api/auth/oidc/callback?`)).toBe(true)
  return (await browser.get(pathOf(back))).headers.get('location')
}

const verified = (sub: string, more: Partial<Account> = {}): Account => ({
  sub,
  email: `${sub}@example.com`,
  email_verified: true,
  ...more,
})

describe('signing in with the provider', () => {
  test('asks with PKCE, state and nonce, and makes a member', async () => {
    const browser = market.visitor()
    const query = new URL(await leave(browser)).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${market.url}/api/auth/oidc/callback`,
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)?.length, name).toBeGreaterThan(20)

    const account = verified('Nora', { given_name: 'Nora', family_name: 'Neighbour' })
    expect(await signIn(browser, account, '/item/42?from=mail')).toBe(
      '/api/login?newcomer=yes&returnTo=%2Fitem%2F42%3Ffrom%3Dmail',
    )
    expect(await signIn(market.visitor(), account, '/item/42?from=mail')).toBe('/item/42?from=mail')
    const { body } = await browser.get<User>('/api/auth/user')
    expect(body).toMatchObject({
      email: 'nora@example.com',
      firstName: 'Nora',
      lastName: 'Neighbour',
      tokens: '10.00',
    })
  })

  test('knows the member again by subject, even under a new address', async () => {
    const first = market.visitor()
    await signIn(first, verified('moved'))
    const again = market.visitor()
    await signIn(again, verified('moved', { email: 'new-address@example.com' }))
    expect((await again.get<User>('/api/auth/user')).body.id).toBe((await first.get<User>('/api/auth/user')).body.id)
  })

  test('connects the signed-in member of that verified address, and nobody else', async () => {
    const member = await market.signIn({ email: 'linked@example.com', firstName: 'Ada' })
    const stranger = market.visitor()
    expect(await signIn(stranger, verified('linked'))).toBe('/api/login?error=known')
    expect((await stranger.get('/api/auth/user')).status).toBe(401)

    expect(await signIn(member, verified('linked', { given_name: 'Other' }), '/account')).toBe('/account')
    const browser = market.visitor()
    await signIn(browser, verified('linked'))
    const user = { id: member.user.id, firstName: 'Ada', tokens: '10.00' }
    expect((await browser.get<User>('/api/auth/user')).body).toMatchObject(user)
  })

  test('a second subject never replaces the first', async () => {
    const browser = market.visitor()
    await signIn(browser, verified('first', { email: 'one@example.com' }))
    expect(await signIn(browser, verified('second', { email: 'one@example.com' }))).toBe('/api/login?error=another')
    expect(await signIn(market.visitor(), verified('second', { email: 'one@example.com' }))).toBe(
      '/api/login?error=known',
    )
    expect(await signIn(market.visitor(), verified('first', { email: 'one@example.com' }))).toBe('/')
  })

  test('a name that we would not take from the member is left out', async () => {
    const browser = market.visitor()
    await signIn(browser, verified('spam', { given_name: 'Verify at http://evil.example', family_name: 'Day' }))
    expect((await browser.get<User>('/api/auth/user')).body).toMatchObject({ firstName: null, lastName: 'Day' })
  })

  test('follows the invitation', async () => {
    const { user: host } = await market.signIn()
    const browser = market.visitor()
    await browser.get(`/?ref=${host.referralCode}`)
    await signIn(browser, verified('invited'))
    expect((await browser.get<User>('/api/auth/user')).body.referredBy).toBe(host.id)
  })

  test('gives a fresh session', async () => {
    const browser = await market.signIn()
    const before = browser.cookies.get(SESSION_COOKIE)
    await signIn(browser, verified('fresh'))
    expect(browser.cookies.get(SESSION_COOKIE)).not.toBe(before)
  })
})

describe('is refused, and says why on the sign-in screen,', () => {
  test.each([
    ['an address that is not verified', { email_verified: false }],
    ['no word about the address being verified', { email_verified: undefined }],
    ['no address', { email: undefined }],
  ])('for %s', async (_, more) => {
    const browser = market.visitor()
    await market.signIn({ email: 'unsure@example.com' })
    expect(await signIn(browser, verified('unsure', more as Partial<Account>))).toBe('/api/login?error=unverified')
    expect((await browser.get('/api/auth/user')).status).toBe(401)
  })

  test.each<[string, Partial<Account>]>([
    [
      'an address that the ID token names and only the user info calls verified',
      { email: 'own@example.com', idToken: { email: 'victim@example.com' } },
    ],
    [
      'an address that the user info names and only the ID token calls verified',
      { email: 'victim@example.com', email_verified: false, idToken: { email_verified: true } },
    ],
  ])('for %s', async (_, more) => {
    const victim = await market.signIn({ email: 'victim@example.com' })
    const browser = market.visitor()
    expect(await signIn(browser, verified('thief', more))).toBe('/api/login?error=unverified')
    expect((await browser.get('/api/auth/user')).status).toBe(401)
    // Signed in as the victim, it is not connected either.
    expect(await signIn(victim, verified('thief', more))).toBe('/api/login?error=unverified')
  })

  test('when the person cancels', async () => {
    const browser = market.visitor()
    const back = await signInAt(await leave(browser), 'cancel')
    expect((await browser.get(pathOf(back))).headers.get('location')).toBe('/api/login?error=cancelled')
  })

  test('when another browser comes back with the answer', async () => {
    const back = await signInAt(await leave(market.visitor()), verified('stolen'))
    const thief = market.visitor()
    expect((await thief.get(pathOf(back))).headers.get('location')).toBe('/api/login?error=expired')
    await leave(thief)
    expect((await thief.get(pathOf(back))).headers.get('location')).toBe('/api/login?error=failed')
    expect((await thief.get('/api/auth/user')).status).toBe(401)
  })

  test('when the answer is to another question of the same browser', async () => {
    const browser = market.visitor()
    const back = new URL(await signInAt(await leave(browser), verified('state')))
    back.searchParams.set('state', 'another')
    expect((await browser.get(pathOf(back.href))).headers.get('location')).toBe('/api/login?error=failed')
  })

  test('when the same answer comes twice', async () => {
    const browser = market.visitor()
    const departure = await leave(browser)
    const kept = new Map(browser.cookies)
    const back = await signInAt(departure, verified('twice'))
    expect((await browser.get(pathOf(back))).headers.get('location')).toBe('/api/login?newcomer=yes&returnTo=%2F')
    const replay = market.visitor()
    for (const [name, value] of kept) replay.cookies.set(name, value)
    expect((await replay.get(pathOf(back))).headers.get('location')).toBe('/api/login?error=failed')
  })

  test('when the provider is away', async () => {
    const env = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', LOG_LEVEL: 'silent' }
    const lonely = await testMarket({ env })
    try {
      const answer = await lonely.visitor().get('/api/auth/oidc')
      expect(answer.headers.get('location')).toBe('/api/login?error=away')
    } finally {
      await lonely.stop()
    }
  })
})

const ELSEWHERE = [
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/\t/evil.example',
  '',
]
// No page is there, but the call that signs out is.
const CALLS = ['/api/logout', '/x/../api/logout', '/api', '/api/login?returnTo=/']
test.each([...ELSEWHERE, ...CALLS])('nobody is sent on to %j', async (returnTo) => {
  const browser = market.visitor()
  await signIn(market.visitor(), verified('safe'))
  expect(await signIn(browser, verified('safe'), returnTo)).toBe('/')
  const login = await browser.get(`/api/auth/login?${new URLSearchParams({ returnTo }).toString()}`)
  expect(login.headers.get('location')).toBe('/api/login?returnTo=%2F')
})

test('without a provider there is no such way in', async () => {
  const plain = await testMarket()
  try {
    expect((await plain.visitor().get('/api/auth/oidc')).status).toBe(404)
    expect((await plain.visitor().get('/api/site')).body).toMatchObject({ oidc: null })
    expect((await market.visitor().get('/api/site')).body).toMatchObject({ oidc: new URL(issuer).host })
  } finally {
    await plain.stop()
  }
})
