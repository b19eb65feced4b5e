import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { keepBackup, readBackup } from '../src/modules/backup/index.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts'
import { captureOutput, type Outcome } from '../src/testing/run/capture-output.ts'
import { openMarket, type TestMarket } from '../src/testing/market/open-market.ts'
import { startS3Double } from '../src/testing/doubles/s3-double.ts'
import { buildPurchase } from '../src/testing/market/trades.ts'
import { handlers } from '../src/worker.ts'
import { runMarket } from './run-market.ts'

const TARGET = 's3://backups/our'
const ROOT = '/backups/our/'
let root: string
let server: EmbeddedPostgres
let market: TestMarket
let s3: Awaited<ReturnType<typeof startS3Double>>
let env: Record<string, string>
/** The place as it is when all is well. */
let whole: typeof s3.objects

const run = (args: string[], more: Record<string, string> = {}): Promise<Outcome> =>
  captureOutput({ ...env, ...more }, () => runMarket(args))
let restores = 0
async function restore(args: string[] = []): Promise<Outcome> {
  const DATA_DIR = join(root, `restored-${(restores += 1)}`)
  const outcome = await run(['restore', TARGET, '--json', ...args], { DATA_DIR })
  await rm(DATA_DIR, { recursive: true, force: true })
  return outcome
}
interface Summary {
  base: string
  counts: { purchases: number }
  standsAt: string
  problems: string[]
}
const summaryOf = ({ stdout }: Outcome) => JSON.parse(stdout) as Summary
const keysOf = (prefix: string) => [...s3.objects.keys()].filter((key) => key.startsWith(ROOT + prefix)).toSorted()
const verify = () => run(['backup', '--verify'])
const problem = async () => (await readBackup(market.ctx.db))?.problem

/** As the server does that runs meanwhile, until all that has happened is there. @returns the segments that were carried */
async function carry(): Promise<string[]> {
  const before = new Set(keysOf('wal/'))
  const { rows } = await market.ctx.db.raw<{ rows: [{ segment: string }] }>(
    'select pg_walfile_name(pg_switch_wal()) as segment',
  )
  const stop = keepBackup(market.ctx)
  await vi.waitUntil(() => keysOf('wal/').some((key) => key.endsWith(rows[0].segment)), 300_000)
  await vi.waitUntil(async () => (await problem()) === null && (await readBackup(market.ctx.db))?.place, 300_000)
  await stop()
  return keysOf('wal/').filter((key) => !before.has(key) && /[0-9A-F]{24}$/.test(key))
}
function putBack(objects: typeof s3.objects): void {
  s3.refuses = undefined
  s3.objects.clear()
  for (const [key, object] of objects) s3.objects.set(key, object)
}

/** The place, but for one file of which a byte is another. */
function damaged(objects: typeof s3.objects, key: string): typeof s3.objects {
  const file = objects.get(key)!
  const bytes = Buffer.from(file.bytes)
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  return new Map(objects).set(key, { ...file, bytes })
}

/** Between the first purchase and the second. */
let afterFirst: string
/** The segments that came with the third. */
let third: string[]
/** The newest segment of all. */
let last: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'market-whole-'))
  await chmod(root, 0o711)
  await mkdir(join(root, 'data'))
  s3 = await startS3Double({ accessKeyId: 'id', secretAccessKey: 'secret', region: 'us-east-1' })
  server = await startEmbeddedPostgres({ dataDir: join(root, 'data'), settings: { fsync: 'off' } })
  env = {
    DATA_DIR: join(root, 'data'),
    LOG_LEVEL: 'silent',
    BACKUP_PASSPHRASE: 'correct horse battery',
    BACKUP_S3_ENDPOINT: s3.url,
    BACKUP_S3_ACCESS_KEY_ID: 'id',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
  }
  market = await openMarket('', { env })
  await buildPurchase(market)
  expect((await run(['backup', TARGET])).code).toBe(0)
  const { rows } = await market.ctx.db.raw<{ rows: [{ now: Date }] }>('select clock_timestamp() as now')
  afterFirst = new Date(rows[0].now.getTime() + 1).toISOString()
  await buildPurchase(market)
  await carry()
  expect((await run(['backup'])).code).toBe(0)
  await buildPurchase(market)
  third = await carry()
  await buildPurchase(market)
  last = (await carry()).at(-1)!
  whole = new Map(s3.objects)
})
afterEach(() => putBack(whole))
afterAll(async () => {
  await market.stop()
  await server.stop()
  await s3.stop()
  for (const folder of [root, server.folder]) await rm(folder, { recursive: true, force: true })
})

test('the last piece of the log is missed as well, and a damaged one is as good as missing', async () => {
  s3.objects.delete(last)
  const cut = await restore()
  expect(cut.code).toBe(1)
  expect(summaryOf(cut).problems[0]).toMatch(/^wal\/\S+ in the backup is missing, and the log goes on/)
  putBack(damaged(whole, third[0]!))
  const broken = await restore()
  expect(broken.code).toBe(1)
  expect(summaryOf(broken)).toMatchObject({ counts: { purchases: 2 }, problems: [expect.stringMatching(/is damaged/)] })
})

test('a damaged whole backup is passed over for the one before, with the whole log behind it', async () => {
  const [older, newest] = keysOf('bases/')
  putBack(damaged(whole, newest!))
  const restored = await restore()
  expect(restored.code).toBe(1)
  const name = /([^/]+)\.json$/.exec(older!)![1]!
  expect(summaryOf(restored)).toMatchObject({
    base: name,
    counts: { purchases: 4 },
    problems: [expect.stringMatching(/^The backup \S+ can't be restored: bases\/\S+ in the backup is damaged\.$/)],
  })
  putBack(whole)
  const chosen = await restore(['--base', name])
  expect(chosen.code).toBe(0)
  expect(summaryOf(chosen)).toMatchObject({ base: name, counts: { purchases: 4 } })
  expect(await restore(['--base', 'none'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^There is no backup none in s3:\S+ There are: /) as string,
  })
})

test('where a piece of the log is missing, a restore says until when it goes, and so does the trial', async () => {
  expect(third.length).toBeGreaterThan(0)
  s3.objects.delete(third[0]!)
  const restored = await restore()
  expect(restored.code).toBe(1)
  const { counts, problems } = summaryOf(restored)
  expect(counts.purchases).toBe(2)
  const name = third[0]!.slice(ROOT.length)
  expect(problems).toEqual([
    expect.stringMatching(
      new RegExp(
        `^${name} in the backup is missing, and the log goes on behind it until 20\\S+Z\\. The market stands at (20\\S+Z): what was done after that is lost\\.$`,
      ),
    ),
  ])
  const before = await restore(['--to', afterFirst])
  expect({ code: before.code, purchases: summaryOf(before).counts.purchases }).toEqual({ code: 0, purchases: 1 })
  const trial = await verify()
  expect(trial.code).toBe(1)
  expect(trial.stdout).toContain(problems[0]!)
  // The process that carries the log looks as well, and takes a whole backup, behind which there is no hole.
  const stop = keepBackup(market.ctx)
  await vi.waitUntil(problem, 300_000)
  await stop()
  expect(await problem()).toBe(`${name} in the backup is missing. The next whole backup mends that.`)
  await market.runJobs({ only: ['backup.take'] })
  await carry()
  expect((await restore()).code).toBe(0)
  whole = new Map(s3.objects)
})

test('what has rotted is named by the trial, and written anew by the next backup', async () => {
  for (const key of [...keysOf('chunks/'), keysOf('photos/')[0]!, keysOf('bases/')[0]!])
    putBack(damaged(s3.objects, key))
  const trial = await verify()
  expect(trial.code).toBe(1)
  expect(trial.stdout.match(/chunks\/\S+ in the backup is damaged/g)!.length).toBeGreaterThan(1)
  expect(trial.stdout).toMatch(/photos\/\S+ in the backup is damaged/)
  expect((await run(['status'])).stdout).toContain('1 unproven backup')
  await handlers(market.ctx)['backup.take']({})
  expect((await verify()).code).toBe(0)
  expect(keysOf('bases/')).not.toContain([...whole.keys()].filter((key) => key.includes('/bases/')).toSorted()[0])
  expect(await readBackup(market.ctx.db)).toMatchObject({ verifyProblem: null, rotten: [] })
  whole = new Map(s3.objects)
})

test.each([
  ['away', () => 503, true],
  ['full', (method: string) => (method === 'PUT' ? 403 : undefined), false],
])('a place that is %s is told in each phase', async (_, refuses, alsoReading) => {
  s3.refuses = refuses
  const words = /s3:\/\/backups\/our can't be used: the bucket answered \d+/
  expect(await run(['backup'])).toMatchObject({ code: 2, stderr: expect.stringMatching(words) as string })
  await expect(handlers(market.ctx)['backup.take']({})).rejects.toThrow(words)
  await buildPurchase(market)
  await market.ctx.db.raw('select pg_switch_wal()')
  const stop = keepBackup(market.ctx)
  await vi.waitUntil(problem, 300_000)
  expect((await run(['status'])).stdout).toMatch(/1 stalled backup, since \S+: .*s3:\/\/backups\/our can't be used/)
  if (alsoReading) {
    expect(await restore()).toMatchObject({ code: 2, stderr: expect.stringMatching(words) as string })
    expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringMatching(words) as string })
  }
  await stop()
  s3.refuses = undefined
  await carry()
  // The log goes on, and yet last night's backup was not taken.
  expect((await run(['status'])).stdout).toMatch(/1 stalled backup, since \S+: .*s3:\/\/backups\/our can't be used/)
  await handlers(market.ctx)['backup.take']({})
  expect((await run(['status'])).stdout).not.toContain('stalled backup')
  whole = new Map(s3.objects)
})
