import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureOutput } from '../../src/testing/run/capture-output.ts'
import { cloneDatabase } from '../../src/testing/postgres/database.ts'
import { type HealthySite, startHealthySite } from '../../src/testing/market/healthy-site.ts'
import { query } from '../../src/testing/postgres/postgres-process.ts'
import { startScript } from '../../src/testing/market/start-script.ts'
import { LIMIT } from './check.ts'
import { runMarket } from '../run-market.ts'

/** All that a site of one's own says. */
const OWN = ['name', 'place', 'contact', 'terms', 'privacy', 'imprint'].map((column) => `${column} = 'Ours'`).join()

let site: HealthySite
let backup: string

beforeAll(async () => {
  // No verdict may come of a busy machine.
  LIMIT.ms = 300_000
  site = await startHealthySite()
  backup = join(site.folder, 'backup')
  await query(site.database.url, `insert into member (email, referral_code) values ('ada@example.com', 'ada')`)
  await run(['seed-categories'])
  await run(['promote-admin', 'ada@example.com'])
  await run(['backup', backup])
  await query(site.database.url, 'update pgboss.version set cron_on = now()')
  await query(site.database.url, `update site set ${OWN}`)
  site.bucket.requests.length = 0
})
afterAll(() => {
  LIMIT.ms = 8000
  return site.stop()
})

const run = (args: string[], env: Record<string, string> = {}) =>
  captureOutput({ ...site.env, ...env }, () => runMarket(args))

interface Report {
  checks: { name: string; verdict: string; found: string; advice?: string }[]
}

async function examine(env: Record<string, string> = {}) {
  const { code, stdout } = await run(['doctor', '--json'], env)
  const { checks } = JSON.parse(stdout) as Report
  return { code, checks, wrong: checks.filter(({ verdict }) => verdict !== 'good') }
}

test('a healthy site: all is asked, nothing is left behind', async () => {
  expect(await examine()).toMatchObject({ code: 0, wrong: [], checks: { length: 24 } })
  expect([...site.bucket.objects.keys()]).toEqual([])
  expect(site.bucket.requests.map((line) => line.split(' ')[0])).toEqual(['PUT', 'GET', 'DELETE'])
})

test('what is not configured is skipped, and for a person there is a line each', async () => {
  const { DATA_DIR, PUBLIC_URL, GEOCODER_URL, BACKUP_PASSPHRASE } = site.env
  const { code, stdout } = await captureOutput(
    { DATA_DIR, PUBLIC_URL, GEOCODER_URL, BACKUP_PASSPHRASE, DATABASE_URL: site.database.url },
    () => runMarket(['doctor']),
  )
  expect(code, stdout).toBe(0)
  expect(stdout).toMatch(/^✓ database +PostgreSQL \d/m)
  expect(stdout).toMatch(/^- mail +no SMTP_URL$/m)
  expect(stdout).toMatch(/^- card payments +the built-in sandbox$/m)
  expect(stdout).toMatch(/^- courier +no DOORDASH_DEVELOPER_ID/m)
  expect(stdout).toMatch(/^! time zone +\S+, this machine's: MARKET_TIME_ZONE is not set$/m)
})

/** The database that every server has, without our tables. */
const emptyUrl = () => Object.assign(new URL(site.database.url), { pathname: '/postgres' }).href

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
  ['a way that leads to the pooler', () => ({ DATABASE_DIRECT_URL: site.pooler.url }), { pooler: /past the pooler/ }],
  [
    'wrong keys and addresses',
    () => ({
      S3_SECRET_ACCESS_KEY: 'another secret',
      PUBLIC_URL: site.bucket.url,
      SMTP_URL: site.env.SMTP_URL.replace('//', '//user:wrong@'),
      STRIPE_SECRET_KEY: 'sk_test_other',
      OIDC_ISSUER: `${site.providers.url}/other`,
      GEMINI_MODEL: 'none',
      GEOCODER_URL: `${site.providers.url}/none`,
      BLUR_URL: `${site.providers.url}/none`,
    }),
    {
      photos: /S3_/,
      'public address': /PUBLIC_URL/,
      mail: /SMTP_URL/,
      'card payments': /STRIPE_SECRET_KEY/,
      'sign-in provider': /OIDC_ISSUER/,
      'photo analysis': /GEMINI_MODEL/,
      geocoder: /GEOCODER_URL/,
      'photo blurring': /BLUR_URL/,
    },
  ],
  [
    'other keys of the courier, a passphrase that is missing',
    () => ({ DOORDASH_KEY_ID: 'another', BACKUP_PASSPHRASE: '' }),
    { courier: /DOORDASH_/, backup: /BACKUP_PASSPHRASE/ },
  ],
  [
    'a replica that does not answer',
    () => ({ DATABASE_REPLICA_URL: 'postgres://nobody@127.0.0.1:1/none' }),
    { replica: /DATABASE_REPLICA_URL/ },
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
  const known = site.webhook
  site.webhook = { ...known, enabled_events: ['payment_intent.succeeded', 'refund.updated', 'refund.failed'] }
  const { wrong } = await examine()
  expect(wrong).toMatchObject([{ name: 'card payments', found: 'no events of charge.dispute.created' }])
  site.webhook = { ...known, url: 'https://another.example/api/stripe/webhook' }
  expect((await examine()).wrong[0]?.advice).toMatch(/webhooks on its dashboard/)
  site.webhook = known
})

test('a market that is new lacks an admin, categories and a worker, and is told once what waits', async () => {
  const { url, drop } = await cloneDatabase()
  const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: '', DATABASE_REPLICA_URL: '' }
  try {
    const { code, wrong } = await examine(env)
    expect(code).toBe(1)
    expect(wrong).toMatchObject([
      { name: 'replica', verdict: 'skipped' },
      { name: 'admin', verdict: 'bad', advice: expect.stringContaining('market promote-admin') as string },
      { name: 'categories', verdict: 'bad', advice: expect.stringContaining('market seed-categories') as string },
      { name: 'worker', verdict: 'bad', advice: expect.stringContaining('Start a worker') as string },
      { name: 'backup', verdict: 'warning', advice: 'Run market backup TARGET' },
      ...['name of its own', 'where it is', 'contact', 'terms', 'privacy page', 'imprint'].map((lacking) => ({
        name: 'site',
        verdict: 'warning',
        found: expect.stringContaining(lacking) as string,
        advice: 'Set it at /admin/settings.',
      })),
    ])
    await query(url, `insert into member (email, referral_code) values ('ada@example.com', 'ada')`)
    await query(url, `insert into outage (what, since, failures, error) values ('mail', '2026-11-01', 9, '454 no')`)
    const { stdout } = await run(['status', '--json'], env)
    const told = (await examine(env)).wrong.filter(({ name }) => name === 'waiting')
    expect(told.map(({ found, advice }) => `${found} → ${advice}`)).toEqual(
      (JSON.parse(stdout) as { waiting: string[] }).waiting.map((line) =>
        line.replace('→ market doctor', '→ See the lines above.'),
      ),
    )
    expect(told).toHaveLength(3)
  } finally {
    await drop()
  }
})

test('functions of another version than the tables', async () => {
  const file = 'src/modules/catalog/searches/tiles.sql'
  const [kept] = await query(site.database.url, `select hash from migration_sql where file = '${file}'`)
  await query(site.database.url, `update migration_sql set hash = '' where file = '${file}'`)
  try {
    const { wrong } = await examine()
    const found = expect.stringContaining(file) as string
    expect(wrong).toContainEqual({ name: 'tables', verdict: 'bad', found, advice: 'Run market migrate.' })
  } finally {
    await query(site.database.url, `update migration_sql set hash = '${String(kept?.['hash'])}' where file = '${file}'`)
  }
})

test('what has come to be wrong in the market itself, and what is of a later version', async () => {
  const { url } = site.database
  const database = new URL(url).pathname.slice(1)
  await site.replica.pause()
  await query(
    url,
    `set synchronous_commit = on;
     alter database ${database} connection limit 15; update pgboss.version set cron_on = now() - interval '6 minutes';
     insert into migration (name, batch, migration_time) values ('29990101000000_later.ts', 99, '2026-11-18')`,
  )
  await rename(backup, `${backup}-away`)
  try {
    const { wrong } = await examine()
    expect(wrong).toMatchObject([
      { name: 'tables', verdict: 'warning', found: expect.stringContaining('29990101000000_later.ts') as string },
      { name: 'connections', verdict: 'bad', found: expect.stringMatching(/^15 are allowed/) as string },
      { name: 'replica', verdict: 'bad', found: expect.stringContaining('have not arrived') as string },
      { name: 'worker', verdict: 'bad', found: expect.stringMatching(/^last heard from 36\d s ago$/) as string },
      { name: 'backup', verdict: 'bad', found: expect.stringContaining('no backup of a market') as string },
      { name: 'waiting', verdict: 'bad', advice: 'market jobs' },
    ])
  } finally {
    await query(
      url,
      `alter database ${database} connection limit -1; update pgboss.version set cron_on = now();
       delete from migration where batch = 99`,
    )
    await rename(`${backup}-away`, backup)
    await site.replica.resume()
  }
})

// Left to itself, what asks the bucket of the backup would go on for two minutes.
test('beside what takes a connection and never answers the process ends by itself, and says so', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const { url } = site.database
  await query(url, `update backup set target = 's3://backups/market'`)
  try {
    const { code, stdout } = await startScript('cli/index.ts', ['doctor', '--json'], site.folder, {
      ...site.env,
      S3_ENDPOINT: address,
      SMTP_URL: address.replace('http', 'smtp'),
      DATABASE_REPLICA_URL: `${address.replace('http', 'postgres')}/market`,
      PUBLIC_URL: address,
      DOORDASH_BASE_URL: address,
    })
    expect(code).toBe(1)
    const { checks } = JSON.parse(stdout) as Report
    const found = (name: string) => checks.find((check) => check.name === name)
    for (const name of ['replica', 'public address', 'mail', 'courier']) expect(found(name)?.verdict, name).toBe('bad')
    for (const name of ['photos', 'backup'])
      expect(found(name)).toMatchObject({
        verdict: 'bad',
        found: expect.stringMatching(/^no answer within/) as string,
      })
  } finally {
    await query(url, `update backup set target = '${backup}'`)
    silent.close()
  }
})
