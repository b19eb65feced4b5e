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

test('every bad value is named at once', () => {
  const problems = problemsOf({
    PORT: 'abc',
    MARKET_TIME_ZONE: 'Mars/Crater',
    DATABASE_URL: 'mysql://x',
    LOG_LEVEL: 'loud',
  })
  expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
    'DATABASE_URL',
    'LOG_LEVEL',
    'MARKET_TIME_ZONE',
    'PORT',
  ])
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
  SESSION_KEYS: 'a-long-random-key',
  SMTP_URL: 'smtps://mail.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

test('production fails closed and names all that is missing', () => {
  const problems = problemsOf({ NODE_ENV: 'production' }).join('\n')
  for (const name of Object.keys(PRODUCTION)) {
    if (name !== 'NODE_ENV') expect(problems).toContain(name)
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
    simulated: [],
  })
})

test('ALLOW_SANDBOX lets production simulate, and says so', () => {
  const { STRIPE_SECRET_KEY: _1, STRIPE_PUBLISHABLE_KEY: _2, STRIPE_WEBHOOK_SECRET: _3, ...rest } = PRODUCTION
  expect(problemsOf(rest)).toHaveLength(3)
  expect(loadConfig({ ...rest, ALLOW_SANDBOX: 'true' }).simulated).toContain('card payments (test cards only)')
})
