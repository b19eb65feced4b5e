import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

const problemsOf = (environment: Record<string, string>): string[] => {
  try {
    loadConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('an empty environment is a development market with everything simulated and named', () => {
  const config = loadConfig({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    embeddedDatabase: true,
    demo: true,
  })
  expect(config.simulated).toHaveLength(5)
})

test('every bad value is named at once, in one plain line each', () => {
  const bad = {
    NODE_ENV: 'prod',
    PORT: '70000',
    PUBLIC_URL: 'outgrown.example',
    DATABASE_URL: 'mysql://x',
    WORKERS: 'maybe',
    DEMO: 'yes',
    TRUST_PROXY: '1.5',
    SMTP_URL: 'mail.example',
    STRIPE_API_BASE: 'nowhere',
    GEOCODER_URL: 'ftp://maps.example',
    MARKET_TIME_ZONE: 'Mars/Crater',
    MARKET_LANGUAGE: 'tlh',
    MARKET_CURRENCY: 'euro',
    MARKET_UNITS: 'stone',
    MARKET_COUNTRY: 'USA',
    LOG_LEVEL: 'loud',
    ALLOW_SANDBOX: 'on',
  }
  expect(problemsOf(bad)).toEqual([
    'NODE_ENV: is none of development, test, production',
    'PORT: is not a whole number from 0 to 65535',
    'PUBLIC_URL: is not an address such as https://market.example',
    'DATABASE_URL: is not an address such as postgres://market@localhost/market',
    'WORKERS: is none of inline, off',
    'DEMO: is none of on, off',
    'TRUST_PROXY: is not a whole number from 0 to 10',
    'SMTP_URL: is not an address such as smtps://user:password@mail.example',
    'STRIPE_API_BASE: is not an address such as https://api.example',
    'GEOCODER_URL: is not an address such as https://api.example',
    'MARKET_TIME_ZONE: is not a time zone such as Europe/Vienna',
    'MARKET_LANGUAGE: is none of en, es, fr, de, pt-BR, ar',
    'MARKET_CURRENCY: is not a currency with two decimals such as usd, eur, gbp, brl, cad or chf',
    'MARKET_UNITS: is none of us, metric',
    'MARKET_COUNTRY: is not a country of two letters such as US',
    'LOG_LEVEL: is none of fatal, error, warn, info, debug, trace, silent',
    'ALLOW_SANDBOX: is none of true, false',
  ])
  for (const PORT of ['abc', '-1', '0x50', ' ', '1e3']) expect(problemsOf({ PORT })).toHaveLength(1)
})

test('a site has an origin of its own: a path would be dropped', () => {
  const said = ['PUBLIC_URL: is a host without a path, such as https://market.example']
  expect(problemsOf({ PUBLIC_URL: 'https://example.com/market' })).toEqual(said)
  expect(loadConfig({ PUBLIC_URL: 'https://market.example/' }).publicUrl).toBe('https://market.example')
})

test("the card provider's address carries no path, query or password, which its client would drop", () => {
  for (const rest of ['v1', 'stripe/', '?key=1', '#here'])
    expect(problemsOf({ STRIPE_API_BASE: `http://localhost:12111/${rest}` })).toEqual([
      'STRIPE_API_BASE: is a host without a path, such as http://localhost:12111',
    ])
  expect(problemsOf({ STRIPE_API_BASE: 'https://me:secret@stripe.example' })).toHaveLength(1)
  for (const origin of ['http://localhost:12111', 'https://stripe.example/'])
    expect(problemsOf({ STRIPE_API_BASE: origin })).toEqual([])
})

test('variables that belong together are missed together', () => {
  expect(problemsOf({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toEqual([
    'STRIPE_WEBHOOK_SECRET: is needed together with STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY',
  ])
})

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://market@db.example/market',
  PUBLIC_URL: 'https://outgrown.example',
  SESSION_KEYS: 'a-long-random-key-of-32-characters',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Outgrown <hello@market.example>',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
}

test('production fails closed and names all that is missing', () => {
  const problems = problemsOf({ NODE_ENV: 'production' }).join('\n')
  for (const name of Object.keys(PRODUCTION)) {
    if (name !== 'NODE_ENV' && name !== 'MAIL_FROM') expect(problems).toContain(name)
  }
})

test('what is malformed hides nothing that is missing, and is not called missing itself', () => {
  const names = (environment: Record<string, string>) => problemsOf(environment).map((problem) => problem.split(':')[0])
  const bad = { NODE_ENV: 'production', PORT: 'abc', PUBLIC_URL: 'outgrown.example', OIDC_CLIENT_ID: 'market' }
  expect(names(bad)).toEqual([
    'PORT',
    'PUBLIC_URL',
    'OIDC_ISSUER',
    'OIDC_CLIENT_SECRET',
    'DATABASE_URL',
    'SESSION_KEYS',
    'SMTP_URL or OIDC_ISSUER',
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ])
  const { SMTP_URL: _, ...mailless } = PRODUCTION
  expect(names({ ...mailless, SMTP_URL: 'mail.example' })).toEqual(['SMTP_URL'])
  expect(names({ OIDC_ISSUER: 'nowhere', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' })).toEqual(['OIDC_ISSUER'])
})

test('production with everything set simulates nothing, whatever DEMO says', () => {
  const config = loadConfig({ ...PRODUCTION, DEMO: 'on' })
  expect(config).toMatchObject({
    demo: false,
    onScreenCodes: false,
    sandboxAllowed: false,
    host: '0.0.0.0',
    photoAnalysis: 'none',
    simulated: [],
  })
})

test.each([
  ['MAIL_FROM', 'market@localhost'],
  ['MAIL_FROM', ''],
  ['MAIL_FROM', 'Our market <hello@mail.local>'],
  ['MAIL_FROM', 'hello@[127.0.0.1]'],
  ['OIDC_ISSUER', 'http://id.example'],
  ['STRIPE_SECRET_KEY', 'sk_test_1'],
  ['STRIPE_SECRET_KEY', 'rk_test_1'],
])('production refuses a %s that works only while trying out: %s', (name, value) => {
  const environment = { ...PRODUCTION, OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
  expect(problemsOf(environment)).toEqual([])
  expect(problemsOf({ ...environment, [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}: `))])
})

test('a site that is tried out may have test keys and a sender at localhost', () => {
  const tried = { ALLOW_SANDBOX: 'true', MAIL_FROM: 'market@localhost' }
  expect(problemsOf({ ...PRODUCTION, ...tried, STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([])
})

test("a market whose zone isn't set has the machine's", () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(loadConfig({})).toMatchObject({ MARKET_TIME_ZONE: timeZone, fixed: { timeZone: false } })
  const set = { MARKET_TIME_ZONE: 'Europe/Vienna' }
  expect(loadConfig(set)).toMatchObject({ ...set, fixed: { timeZone: true } })
})

test.each(['usd', 'eur', 'gbp', 'brl', 'cad', 'chf', 'EUR', 'sek'])('a market may have the currency %s', (given) => {
  expect(loadConfig({ MARKET_CURRENCY: given }).MARKET_CURRENCY).toBe(given.toLowerCase())
})

// Without cents, with three decimals, of no country any more, or none at all.
test.each(['jpy', 'krw', 'kwd', 'bhd', 'xyz', '€', 'us', 'usdd'])('no market has the currency %s', (given) => {
  expect(problemsOf({ MARKET_CURRENCY: given })).toEqual([expect.stringMatching(/^MARKET_CURRENCY: /)])
})

test('a market stands in a country, by its two letters', () => {
  expect(loadConfig({}).MARKET_COUNTRY).toBe('US')
  for (const given of ['DE', 'br', 'LB', 'FR', 'GB'])
    expect(loadConfig({ MARKET_COUNTRY: given }).MARKET_COUNTRY).toBe(given.toUpperCase())
  for (const given of ['Germany', 'EU', 'ZZ', 'U1', 'UK', 'XX', 'AA'])
    expect(problemsOf({ MARKET_COUNTRY: given }), given).toHaveLength(1)
})

test('ALLOW_SANDBOX lets production simulate, and says so', () => {
  const { STRIPE_SECRET_KEY: _1, STRIPE_PUBLISHABLE_KEY: _2, STRIPE_WEBHOOK_SECRET: _3, ...rest } = PRODUCTION
  expect(problemsOf(rest)).toHaveLength(3)
  const config = loadConfig({ ...rest, ALLOW_SANDBOX: 'true' })
  expect(config.simulated).toContain('card payments (test cards only)')
  expect(config.photoAnalysis).toBe('offline')
})

// The keys are those of the example in RFC 8291.
const VAPID = {
  VAPID_PUBLIC_KEY: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
}

test('keys for push come as the pair that they are, and in production for several machines they must be given', () => {
  const bucket = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' }
  expect(problemsOf({ ...PRODUCTION, ...bucket, ...VAPID })).toEqual([])
  expect(problemsOf({ ...PRODUCTION, ...VAPID })).toEqual([])
  expect(problemsOf({ ...PRODUCTION, ...bucket })).toEqual([
    'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: are required in production together with S3_ENDPOINT',
  ])
  expect(problemsOf({ VAPID_PUBLIC_KEY: VAPID.VAPID_PUBLIC_KEY })).toEqual([
    'VAPID_PRIVATE_KEY: is needed together with VAPID_PUBLIC_KEY',
  ])
  expect(problemsOf({ ...VAPID, VAPID_PUBLIC_KEY: `B${'A'.repeat(86)}` })).toEqual([
    'VAPID_PUBLIC_KEY: is not that of VAPID_PRIVATE_KEY',
  ])
  expect(problemsOf({ ...VAPID, VAPID_PRIVATE_KEY: 'secret' })).toEqual([
    'VAPID_PRIVATE_KEY: is not a key such as from: npx web-push generate-vapid-keys',
  ])
})

const KEY = 'k'.repeat(32)
test.each([
  ['SESSION_KEYS', 'x'],
  ['SESSION_KEYS', ','],
  ['SESSION_KEYS', `${KEY},`],
  ['SESSION_KEYS', `${KEY},short`],
  ['PUBLIC_URL', 'http://market.example'],
  ['PUBLIC_URL', 'http://localhost:3000'],
  ['STRIPE_WEBHOOK_SECRET', 'w'],
  ['METRICS_TOKEN', 'short'],
])('production refuses %s=%s', (name, value) => {
  expect(problemsOf({ ...PRODUCTION, [name]: value })).toEqual([expect.stringContaining(`${name}: `) as string])
})

test('production takes several long keys, and with the sandbox its own machine without TLS', () => {
  expect(problemsOf({ ...PRODUCTION, SESSION_KEYS: `${KEY}, ${KEY}2` })).toEqual([])
  expect(problemsOf({ ...PRODUCTION, ALLOW_SANDBOX: 'true', PUBLIC_URL: 'http://127.0.0.1:3000' })).toEqual([])
  expect(problemsOf({ ...PRODUCTION, ALLOW_SANDBOX: 'true', PUBLIC_URL: 'http://market.example' })).toHaveLength(1)
})
