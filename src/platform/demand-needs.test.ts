import { rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openContext } from '../open-context.ts'
import { cloneDatabase } from '../testing/postgres/database.ts'
import { startPooler } from '../testing/doubles/pooler.ts'
import { query } from '../testing/postgres/postgres-process.ts'
import { startS3Double } from '../testing/doubles/s3-double.ts'
import { loadConfig } from './config.ts'
import { demandNeeds } from './demand-needs.ts'
import { explainFailure } from './process/explain-failure.ts'

const ACCOUNT = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a secret', region: 'eu-central-1' }
let right: Awaited<ReturnType<typeof cloneDatabase>>
let other: Awaited<ReturnType<typeof cloneDatabase>>
let s3: Awaited<ReturnType<typeof startS3Double>>
let DATA_DIR: string
beforeAll(async () => {
  right = await cloneDatabase()
  other = await cloneDatabase()
  s3 = await startS3Double(ACCOUNT)
  DATA_DIR = await mkdtemp(join(tmpdir(), 'market-'))
})
afterAll(async () => {
  await s3.stop()
  await right.drop()
  await other.drop()
  await rm(DATA_DIR, { recursive: true })
})

/** The refusal of a worker that could not start with these settings; undefined when it could. */
async function refusal(env: Record<string, string>, migrates = false): Promise<string | undefined> {
  const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: right.url, DATA_DIR, ...env })
  const open = openContext(config, { queue: 'sender', applicationName: 'market-worker', migrates })
  return open.then(
    async ({ ctx, close }) => {
      const answer = await demandNeeds(ctx).then(() => undefined, explainFailure)
      await close()
      return answer
    },
    (error: unknown) => explainFailure(error),
  )
}

const bucket = (secret: string) => ({
  S3_ENDPOINT: s3.url,
  S3_BUCKET: 'photos',
  S3_REGION: ACCOUNT.region,
  S3_ACCESS_KEY_ID: ACCOUNT.accessKeyId,
  S3_SECRET_ACCESS_KEY: secret,
})

test('with all that it needs a process starts', async () => {
  expect(await refusal({})).toBeUndefined()
  expect(await refusal({ DATABASE_DIRECT_URL: right.url.replace('127.0.0.1', 'localhost') })).toBeUndefined()
  expect(await refusal(bucket(ACCOUNT.secretAccessKey))).toBeUndefined()
})

test('in each mode it starts on the tables of a later version, as whoever goes back from that one is told', async () => {
  const later = await cloneDatabase()
  onTestFinished(later.drop)
  await query(later.url, "insert into migration (name, batch) values ('29990101000000_later.ts', 99)")
  for (const migrates of [true, false]) {
    const config = loadConfig({ NODE_ENV: 'development', LOG_LEVEL: 'silent', DATABASE_URL: later.url, DATA_DIR })
    const { ctx, close } = await openContext(config, { queue: 'sender', applicationName: 'market-web', migrates })
    await demandNeeds(ctx)
    await close()
  }
})

test.each<[string, () => Record<string, string>, RegExp]>([
  [
    'that nobody serves',
    () => ({ DATABASE_URL: 'postgres://me@127.0.0.1:1/none' }),
    /^The database does not answer \(/,
  ],
  ['that is another than its queue', () => ({ DATABASE_DIRECT_URL: other.url }), /lead to different databases\.$/],
])('a database %s is named in one line', async (_, env, words) => {
  expect(await refusal(env())).toMatch(words)
})

test('a pooler without a way past it is told plainly, in production before anything else', async () => {
  const pooler = await startPooler(right.url)
  const plainly = /^DATABASE_URL leads to a pooler in transaction mode\. Name PostgreSQL itself in DATABASE_DIRECT_URL/
  try {
    expect(await refusal({ DATABASE_URL: pooler.url }, true)).toMatch(plainly)
    const production = { NODE_ENV: 'production', ALLOW_SANDBOX: 'true', PUBLIC_URL: 'https://market.example' }
    const keys = { SESSION_KEYS: 'a key of thirty-two characters or more', SMTP_URL: 'smtp://127.0.0.1:9' }
    pooler.refused.splice(0)
    expect(await refusal({ ...production, ...keys, DATABASE_URL: pooler.url })).toMatch(plainly)
    expect(pooler.refused).toEqual([])
    expect(await refusal({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: right.url })).toBeUndefined()
  } finally {
    await pooler.stop()
  }
})

test('a database with other tables, or with too few, is left as it is', async () => {
  await query(other.url, 'delete from migration_sql; drop schema pgboss cascade')
  expect(await refusal({ DATABASE_URL: other.url })).toMatch(
    /^This database has no functions since a migration was taken/,
  )
  await query(other.url, "delete from migration where name like '2026112305_6%'")
  expect(await refusal({ DATABASE_URL: other.url })).toMatch(
    /^This database lacks migrations, the first one 20261123050600\S+\.ts\. /,
  )
  await query(other.url, 'drop table migration')
  expect(await refusal({ DATABASE_URL: other.url })).toMatch(/^This database has none of the market's tables\. /)
  expect(await query(other.url, "select from pg_namespace where nspname = 'pgboss'")).toEqual([])
})

test('a database that may only be read stops it', async () => {
  const name = new URL(right.url).pathname.slice(1)
  await query(right.url, `alter database ${name} set default_transaction_read_only = on`)
  try {
    expect(await refusal({})).toMatch(/^The database may only be read \(.*\)\. Is it a replica/)
  } finally {
    await query(other.url, `alter database ${name} reset default_transaction_read_only`)
  }
})

test.each<[string, () => Record<string, string>, RegExp]>([
  [
    'nobody serves',
    () => ({ ...bucket('any'), S3_ENDPOINT: 'http://127.0.0.1:9' }),
    /^The photo store can't be used \(/,
  ],
  ['refuses the keys', () => bucket('another'), /answered 403 to PUT probe\.txt: SignatureDoesNotMatch\)\.$/],
])('a photo store that %s stops it', async (_, env, words) => {
  expect(await refusal(env())).toMatch(words)
})

test('so does a folder for photos that is none', async () => {
  expect(await refusal({ DATA_DIR: '/dev/null' })).toMatch(/^The photo store can't be used \(ENOTDIR: .*\)\.$/)
})
