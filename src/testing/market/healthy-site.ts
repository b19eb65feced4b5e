import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { systemClock } from '../../platform/clock.ts'
import { cloneDatabase } from '../postgres/database.ts'
import { startBlurDouble } from '../doubles/blur-double.ts'
import { startDoorDashDouble } from '../doubles/doordash-double.ts'
import { listenLocally } from '../run/listen-locally.ts'
import { startPooler } from '../doubles/pooler.ts'
import { startReplica } from '../postgres/replica.ts'
import { startS3Double } from '../doubles/s3-double.ts'

/** The keys that the providers need to see before they answer. */
const KEYS = { stripe: 'sk_test_doctor', gemini: 'gemini-key' }
const BUCKET = { accessKeyId: 'doctor', secretAccessKey: 'the secret of the bucket', region: 'us-east-1' }

export type HealthySite = Awaited<ReturnType<typeof startHealthySite>>

/** All that a market can be configured with, each part of it answering, around a market that is new. */
export async function startHealthySite() {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'))
  const database = await cloneDatabase()
  const pooler = await startPooler(database.url)
  const replica = await startReplica(database.url)
  const bucket = await startS3Double(BUCKET)
  const courier = await startDoorDashDouble(() => systemClock.now())
  const blur = await startBlurDouble([])
  const site = { webhook: { url: '', status: 'enabled', enabled_events: ['*'] } }
  const providers = await listenLocally(startProviders(site))
  site.webhook.url = `${providers.url}/api/stripe/webhook`
  const mail = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: (_auth, _session, done) => done(new Error('535 no')),
  })
  mail.listen(0, '127.0.0.1')
  await once(mail.server, 'listening')
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.url,
    DATABASE_REPLICA_URL: replica.url,
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
    BLUR_URL: blur.url,
    BACKUP_PASSPHRASE: 'the passphrase of the backup',
    MARKET_TIME_ZONE: 'Europe/Vienna',
    LOG_LEVEL: 'error',
    ...courier.env,
  }
  return Object.assign(site, {
    env,
    folder,
    database,
    pooler,
    replica,
    bucket,
    providers,
    async stop() {
      await replica.stop()
      await pooler.stop()
      await bucket.stop()
      await courier.stop()
      await blur.stop()
      await providers.stop()
      await new Promise<void>((done) => mail.close(done))
      await database.drop()
      await rm(folder, { recursive: true })
    },
  })
}

/** @param site has the webhook that the card provider knows */
function startProviders(site: { webhook: { url: string } }): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const origin = `http://${request.headers.host}`
    const answers: [path: string, allowed: boolean, body: unknown][] = [
      ['/healthz', true, { status: 'ok' }],
      ['/v1/webhook_endpoints', request.headers.authorization === `Bearer ${KEYS.stripe}`, { data: [site.webhook] }],
      ['/oidc/.well-known/openid-configuration', true, { issuer: `${origin}/oidc` }],
      ['/v1beta/models/gemini-2.5-flash', request.headers['x-goog-api-key'] === KEYS.gemini, {}],
      ['/search', true, [{ lat: '45.5', lon: '-122.6' }]],
    ]
    const [, allowed, body] = answers.find(([path]) => path === pathname) ?? ['', true, undefined]
    response.writeHead(body === undefined ? 404 : allowed ? 200 : 401).end(JSON.stringify(body))
  })
}
