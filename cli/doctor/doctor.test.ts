import { createServer, type Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureOutput } from '../../src/testing/capture-output.ts'
import { cloneDatabase } from '../../src/testing/database.ts'
import { listenLocally } from '../../src/testing/listen-locally.ts'
import { type Pooler, startPooler } from '../../src/testing/pooler.ts'
import { startS3Double } from '../../src/testing/s3-double.ts'
import { runMarket } from '../run-market.ts'

/** What the providers need to see before they answer. */
const KEYS = { stripe: 'sk_test_doctor', gemini: 'gemini-key' }
const BUCKET = { accessKeyId: 'doctor', secretAccessKey: 'the secret of the bucket', region: 'us-east-1' }

let folder: string
let database: Awaited<ReturnType<typeof cloneDatabase>>
let pooler: Pooler
let bucket: Awaited<ReturnType<typeof startS3Double>>
let providers: Awaited<ReturnType<typeof listenLocally>>
let mail: SMTPServer
let healthy: Record<string, string>
/** Of the webhook that the provider knows. */
let webhook: { url: string; status: string; enabled_events: string[] }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'))
  database = await cloneDatabase()
  pooler = await startPooler(database.url)
  bucket = await startS3Double(BUCKET)
  providers = await listenLocally(startProviders())
  mail = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: (_auth, _session, done) => done(new Error('535 no')),
  })
  mail.listen(0, '127.0.0.1')
  await once(mail.server, 'listening')
  webhook = { url: `${providers.url}/api/stripe/webhook`, status: 'enabled', enabled_events: ['*'] }
  healthy = {
    DATA_DIR: folder,
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.url,
    PUBLIC_URL: providers.url,
    S3_ENDPOINT: bucket.url,
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: BUCKET.accessKeyId,
    S3_SECRET_ACCESS_KEY: BUCKET.secretAccessKey,
    SMTP_URL: `smtp://127.0.0.1:${(mail.server.address() as AddressInfo).port}`,
    STRIPE_SECRET_KEY: KEYS.stripe,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_doctor',
    STRIPE_WEBHOOK_SECRET: 'whsec_doctor',
    STRIPE_API_BASE: providers.url,
    OIDC_ISSUER: `${providers.url}/oidc`,
    OIDC_CLIENT_ID: 'market',
    OIDC_CLIENT_SECRET: 'secret',
    GEMINI_API_KEY: KEYS.gemini,
    GEMINI_BASE_URL: providers.url,
    GEOCODER_URL: `${providers.url}/search`,
  }
})
afterAll(async () => {
  await pooler.stop()
  await bucket.stop()
  await providers.stop()
  await new Promise<void>((done) => mail.close(done))
  await database.drop()
  await rm(folder, { recursive: true })
})

function startProviders(): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const answers: [path: string, allowed: boolean, body: unknown][] = [
      ['/healthz', true, { status: 'ok' }],
      ['/v1/webhook_endpoints', request.headers.authorization === `Bearer ${KEYS.stripe}`, { data: [webhook] }],
      ['/oidc/.well-known/openid-configuration', true, { issuer: `${providers.url}/oidc` }],
      ['/v1beta/models/gemini-2.5-flash', request.headers['x-goog-api-key'] === KEYS.gemini, {}],
      ['/search', true, [{ lat: '45.5', lon: '-122.6' }]],
    ]
    const [, allowed, body] = answers.find(([path]) => path === pathname) ?? ['', true, undefined]
    response.writeHead(body === undefined ? 404 : allowed ? 200 : 401).end(JSON.stringify(body))
  })
}

interface Report {
  checks: { name: string; verdict: string; found: string; advice?: string }[]
}

async function examine(env: Record<string, string> = {}) {
  const { code, stdout } = await captureOutput({ ...healthy, ...env }, () => runMarket(['doctor', '--json']))
  const { checks } = JSON.parse(stdout) as Report
  return { code, checks, wrong: checks.filter(({ verdict }) => verdict !== 'good') }
}

test('a healthy site: all is asked, nothing is left behind', async () => {
  expect(await examine()).toMatchObject({ code: 0, wrong: [], checks: { length: 14 } })
  expect([...bucket.objects.keys()]).toEqual([])
  expect(bucket.requests.map((line) => line.split(' ')[0])).toEqual(['PUT', 'GET', 'DELETE'])
})

test('what is not configured is skipped, and for a person there is a line each', async () => {
  const { code, stdout } = await captureOutput(
    {
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      PUBLIC_URL: providers.url,
      GEOCODER_URL: `${providers.url}/search`,
    },
    () => runMarket(['doctor']),
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(/^✓ database +PostgreSQL \d/m)
  expect(stdout).toMatch(/^- mail +no SMTP_URL$/m)
  expect(stdout).toMatch(/^- card payments +the built-in sandbox$/m)
  expect(stdout).toMatch(/^✓ time zone +\S+, this machine's: MARKET_TIME_ZONE is not set$/m)
})

/** The database that every server has, without our tables. */
const emptyUrl = () => Object.assign(new URL(database.url), { pathname: '/postgres' }).href

test.each<[string, () => Record<string, string>, Record<string, RegExp>]>([
  [
    'a database that does not answer',
    () => ({ DATABASE_DIRECT_URL: 'postgres://nobody@127.0.0.1:1/none' }),
    { database: /DATABASE_URL/ },
  ],
  ['an empty database', () => ({ DATABASE_URL: emptyUrl(), DATABASE_DIRECT_URL: '' }), { tables: /market migrate/ }],
  [
    'a pooler without a way past it',
    () => ({ DATABASE_DIRECT_URL: '' }),
    { pooler: /Name PostgreSQL itself in DATABASE_DIRECT_URL/, notifications: /without a pooler/ },
  ],
  ['a way that leads to the pooler', () => ({ DATABASE_DIRECT_URL: pooler.url }), { pooler: /past the pooler/ }],
  [
    'wrong keys and addresses',
    () => ({
      S3_SECRET_ACCESS_KEY: 'another secret',
      PUBLIC_URL: bucket.url,
      SMTP_URL: healthy.SMTP_URL!.replace('//', '//user:wrong@'),
      STRIPE_SECRET_KEY: 'sk_test_other',
      OIDC_ISSUER: `${providers.url}/other`,
      GEMINI_MODEL: 'none',
      GEOCODER_URL: `${providers.url}/none`,
    }),
    {
      photos: /S3_/,
      'public address': /PUBLIC_URL/,
      mail: /SMTP_URL/,
      'card payments': /STRIPE_SECRET_KEY/,
      'sign-in provider': /OIDC_ISSUER/,
      'photo analysis': /GEMINI_MODEL/,
      geocoder: /GEOCODER_URL/,
    },
  ],
])('what is wrong is named, with what to do: %s', async (_what, env, advice) => {
  const { code, wrong } = await examine(env())
  expect(code).toBe(1)
  for (const [name, words] of Object.entries(advice)) {
    const found = wrong.find((check) => check.name === name)
    expect(found, name).toMatchObject({ verdict: 'bad', advice: expect.stringMatching(words) as string })
  }
})

test('a webhook that does not send all that is needed, or to somebody else', async () => {
  webhook.enabled_events = ['payment_intent.succeeded', 'refund.updated', 'refund.failed']
  const { wrong } = await examine()
  expect(wrong).toMatchObject([{ name: 'card payments', found: 'no events of charge.dispute.created' }])
  webhook = { ...webhook, url: 'https://another.example/api/stripe/webhook', enabled_events: ['*'] }
  expect((await examine()).wrong[0]?.advice).toMatch(/webhooks on its dashboard/)
})
