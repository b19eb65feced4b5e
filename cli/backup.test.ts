import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { backupAlarms, keepBackup, readBackup } from '../src/modules/backup/index.ts'
import type { Draw } from '../src/modules/purchasing/draw/contract.ts'
import { replayDraw } from '../src/modules/purchasing/draw-order.ts'
import { ledgerDigest } from '../src/modules/audit/index.ts'
import { openTarget } from '../src/platform/backup/backup-target.ts'
import { openVault } from '../src/platform/backup/vault.ts'
import { connectDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts'
import { tryLock } from '../src/platform/process/process-lock.ts'
import { auditFindings } from '../src/testing/market/audit.ts'
import { captureOutput, type Outcome } from '../src/testing/run/capture-output.ts'
import { cloneDatabase } from '../src/testing/postgres/database.ts'
import { openMarket, type TestMarket } from '../src/testing/market/open-market.ts'
import { query } from '../src/testing/postgres/postgres-process.ts'
import { spawnProcess } from '../src/testing/market/start-market.ts'
import { buildListing } from '../src/testing/market/builders.ts'
import { buildPurchase } from '../src/testing/market/trades.ts'
import { handlers } from '../src/worker.ts'
import { runMarket } from './run-market.ts'

const PASSPHRASE = 'correct horse battery'
let root: string
let server: EmbeddedPostgres
let market: TestMarket
let target: string

const inRoot = (name: string) => join(root, name)
/** Runs the command that many times at once. */
const run = (args: string[], env: Record<string, string> = {}, times = 1): Promise<Outcome> =>
  captureOutput({ DATA_DIR: inRoot('data'), BACKUP_PASSPHRASE: PASSPHRASE, LOG_LEVEL: 'error', ...env }, () =>
    Promise.all(Array.from({ length: times }, () => runMarket(args))),
  )
const restore = (name: string, args: string[] = [], env: Record<string, string> = {}) =>
  run(['restore', target, '--json', ...args], { DATA_DIR: inRoot(name), ...env })
const vault = async () => openVault(openTarget(target, market.ctx.config), PASSPHRASE)

interface Summary {
  counts: { purchases: number }
  standsAt: string
  photos: number
  problems: string[]
}
const summaryOf = ({ stdout }: Outcome) => JSON.parse(stdout) as Summary

/** The time of the database, after which the next commit comes. */
async function databaseTime(): Promise<string> {
  const { rows } = await market.ctx.db.raw<{ rows: [{ now: Date }] }>('select clock_timestamp() as now')
  return new Date(rows[0].now.getTime() + 1).toISOString()
}

async function archiveTimeout(): Promise<string> {
  const { rows } = await market.ctx.db.raw<{ rows: [{ archive_timeout: string }] }>('show archive_timeout')
  return rows[0].archive_timeout
}

async function switchLog(): Promise<string> {
  const { rows } = await market.ctx.db.raw<{ rows: [{ segment: string }] }>(
    'select pg_walfile_name(pg_switch_wal()) as segment',
  )
  return rows[0].segment
}

/** As the server does that runs meanwhile: whatever was written until now goes to the target. */
async function carry(): Promise<void> {
  const stop = keepBackup(market.ctx)
  const before = await market.ctx.db.raw<{ rows: [{ segment: string }] }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment',
  )
  await market.ctx.db.raw('select pg_switch_wal()')
  const segment = `wal/${before.rows[0].segment}`
  const photos = await Array.fromAsync(market.ctx.photos.list())
  const held = await vault()
  await vi.waitUntil(
    async () => (await held.list(segment)).length > 0 && (await held.list('photos/')).length === photos.length,
    300_000,
  )
  await stop()
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'market-backup-'))
  await chmod(root, 0o711)
  await mkdir(inRoot('data'))
  target = inRoot('target')
  server = await startEmbeddedPostgres({ dataDir: inRoot('data'), settings: { fsync: 'off' } })
  const env = { DATA_DIR: inRoot('data'), BACKUP_PASSPHRASE: PASSPHRASE, LOG_LEVEL: 'silent' }
  market = await openMarket('', { env })
  await writeFile(inRoot('data/session-keys'), 'a key that signs cookies\n')
})
afterAll(async () => {
  await market.stop()
  await server.stop()
  for (const folder of [root, server.folder]) await rm(folder, { recursive: true, force: true })
})

test('what was carried away comes back: database, photos and keys, at the end or at any time before', async () => {
  await buildPurchase(market)
  const both = await run(['backup', target], {}, 2)
  expect(both).toMatchObject({ code: 2, stderr: 'Another backup is under way.\n' })
  expect(both.stdout).toMatch(/^Backed up to .*target \(\d{8}T\d{6}Z\): \d+ photo files, encrypted\.\n$/)

  await buildPurchase(market)
  const between = await databaseTime()
  await buildPurchase(market)
  await carry()
  const digest = await ledgerDigest(market.ctx.db)
  const photos = await Array.fromAsync(market.ctx.photos.list())
  // The machine burns before this one has left it.
  await buildPurchase(market)

  const last = await restore('last')
  expect(last).toMatchObject({ code: 0, stderr: '' })
  expect(summaryOf(last)).toMatchObject({ counts: { purchases: 3 }, photos: photos.length, problems: [] })
  expect(await readFile(inRoot('last/session-keys'), 'utf8')).toBe('a key that signs cookies\n')
  // So that each command need not start it.
  const cluster = await startEmbeddedPostgres({ dataDir: inRoot('last'), settings: { fsync: 'off' } })
  const audit = await run(['audit-ledger', '--since', digest, '--json'], { DATA_DIR: inRoot('last') })
  expect(audit.code).toBe(0)
  expect(JSON.parse(audit.stdout)).toMatchObject({ clean: true, digest })
  for (const key of photos)
    expect(await readFile(inRoot(`last/photos/${key}`))).toEqual(await market.ctx.photos.get(key))
  expect((await run(['backup'], { DATA_DIR: inRoot('last') })).stderr).toBe('Say where to: market backup TARGET\n')
  await cluster.stop()
  const full = await restore('last')
  expect(full).toMatchObject({ code: 2, stdout: '' })
  expect(full.stderr).toMatch(
    /last is not empty\. Set DATA_DIR to an empty folder, or one that does not exist yet\.\n$/,
  )

  const restored = await restore('earlier', ['--to', between])
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  const earlier = summaryOf(restored)
  expect(earlier).toMatchObject({ counts: { purchases: 2 }, problems: [] })
  expect(new Date(earlier.standsAt) < new Date(between)).toBe(true)
})

/** A draw is closed, and a minute later it is drawn. */
async function draw({ ctx, clock }: TestMarket): Promise<void> {
  for (const minutes of [6 * 60, 1]) {
    clock.advance({ minutes })
    await handlers(ctx)['purchasing.follow-draws']({})
  }
}
const readDraw = async (of: TestMarket, id: string) => (await of.visitor().get<Draw>(`/api/items/${id}/draw`)).body

test('a draw of which nothing is lost has the same winner after a restore; a lost entry is not in it, and it can be replayed', async () => {
  const build = async (entrants: number) => {
    const { listing } = await buildListing(market, { fields: { draw: { hours: 6 } } })
    for (let entrant = 0; entrant < entrants; entrant += 1) await enter(listing.id)
    return listing.id
  }
  const enter = async (id: string) =>
    expect((await (await market.signIn()).put(`/api/items/${id}/draw/entry`)).status).toBe(200)
  const [whole, short] = [await build(6), await build(3)]
  const before = await databaseTime()
  await enter(short)
  await draw(market)
  await carry()
  const first = await Promise.all([whole, short].map((id) => readDraw(market, id)))
  expect(first.map(({ order }) => order?.length)).toEqual([6, 4])

  expect(await restore('drawn', ['--to', before])).toMatchObject({ code: 0, stderr: '' })
  const cluster = await startEmbeddedPostgres({ dataDir: inRoot('drawn'), settings: { fsync: 'off' } })
  onTestFinished(() => cluster.stop())
  const restored = await openMarket('', { env: { DATA_DIR: inRoot('drawn'), BACKUP_PASSPHRASE: PASSPHRASE } })
  onTestFinished(() => restored.stop())
  restored.clock.set(market.clock.now())
  await draw(restored)
  const again = await Promise.all([whole, short].map((id) => readDraw(restored, id)))
  const { seed, tickets, ticketsDigest, order } = first[0]!
  expect(again[0]).toMatchObject({ state: 'drawn', seed, tickets, ticketsDigest, order, turn: { place: 1 } })
  const { commitment, tickets: left, ...other } = again[1]!
  expect(other).toMatchObject({ state: 'drawn', seed: first[1]!.seed, turn: { place: 1 } })
  expect(left).toHaveLength(3)
  expect(first[1]!.tickets).toEqual(expect.arrayContaining(left!))
  const replayed = {
    commitment,
    seed: other.seed!,
    tickets: left!,
    ticketsDigest: other.ticketsDigest!,
    order: other.order!,
  }
  expect(await replayDraw(replayed)).toEqual([])
})

describe('is refused in a sentence, and leaves nothing behind,', () => {
  const refused = async (message: RegExp, args: string[] = [], env: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await restore('refused', args, env)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(existsSync(inRoot('refused/postgres'))).toBe(false)
    expect(existsSync(inRoot('refused/restoring'))).toBe(false)
  }

  test('without its passphrase, and for a time before it began or still to come', async () => {
    await refused(/is encrypted: set BACKUP_PASSPHRASE\.\n$/, [], { BACKUP_PASSPHRASE: '' })
    await refused(/^BACKUP_PASSPHRASE is not the one/, [], { BACKUP_PASSPHRASE: 'another passphrase' })
    await refused(/begins only at 20/, ['--to', '2020-01-01T00:00:00Z'])
    await refused(/still to come/, ['--to', '2999-01-01T00:00:00Z'])
    await refused(/A time looks like/, ['--to', 'yesterday'])
  })

  test('when a newer version has made it', async () => {
    const held = await vault()
    const [key = ''] = await held.list('bases/')
    const base = JSON.parse(String(await held.get(key))) as { version: string; migrations: string[] }
    const newer = { ...base, version: '9.9.9', migrations: [...base.migrations, '29990101000000_later.ts'] }
    await held.put(key, Buffer.from(JSON.stringify(newer)))
    await refused(/^This backup was made by a newer version of the market \(9\.9\.9, with 29990101000000_later\.ts\)/)
    await held.put(key, Buffer.from(JSON.stringify(base)))
  })

  test('when a file of the database is damaged, which the trial tells of, too', async () => {
    const chunks = (await readdir(join(target, 'chunks'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
    const path = join(chunks[0]!.parentPath, chunks[0]!.name)
    const bytes = await readFile(path)
    await writeFile(path, bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1))
    await refused(/^The backup \S+ can't be restored: chunks\/\S+ in the backup is damaged\.\n$/)
    await handlers(market.ctx)['backup.verify']({})
    expect((await run(['status'])).stdout).toMatch(
      /^ {2}1 unproven backup, since \d{4}-\S+: .* chunks\/\S+ in the backup is damaged\./m,
    )
    const trial = await run(['backup', '--verify'])
    expect(trial).toMatchObject({ code: 1, stdout: expect.stringContaining('is damaged.') as string })
    await writeFile(path, bytes)
  })
})

test('one that is killed in the middle leaves those before as they were', async () => {
  const before = await readdir(join(target, 'bases'))
  await buildPurchase(market)
  const chunks = (await readdir(join(target, 'chunks'), { recursive: true })).length
  // The process that has this lock carries the log; nobody does, so that the backup can't be whole.
  const log = tryLock(join(inRoot('data'), 'backup-log.lock'), 'exclusive')
  const child = spawnProcess('cli/index.ts', { DATA_DIR: inRoot('data'), BACKUP_PASSPHRASE: PASSPHRASE }, ['backup'])
  await vi.waitUntil(async () => (await readdir(join(target, 'chunks'), { recursive: true })).length > chunks, 300_000)
  child.kill('SIGKILL')
  await once(child, 'exit')
  log?.release()
  expect(await readdir(join(target, 'bases'))).toEqual(before)
  // The last one is whole, and the next one, by the clock, is not kept from anything.
  expect(await run(['backup', '--verify'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/can be restored, \d purchases, until 20/) as string,
  })
  expect((await run(['status'])).stdout).not.toContain('unproven backup')
  await handlers(market.ctx)['backup.take']({})
  expect(await readBackup(market.ctx.db)).toMatchObject({ verifyProblem: null, problem: null })
  expect(await readdir(join(target, 'bases'))).toHaveLength(before.length + 1)
})

test('what has not happened for too long is an alarm', async () => {
  const { db } = market.ctx
  const { archivedAt, takenAt, verifiedAt } = (await readBackup(db))!
  const counts = async (since: Date | null, minutes: number) => {
    const alarms = await backupAlarms(db, new Date(since!.getTime() + minutes * 60_000))
    return alarms.map(({ count }) => count)
  }
  expect(await counts(archivedAt, 5)).toEqual([0, 0, 0])
  expect(await counts(archivedAt, 6)).toEqual([1, 0, 0])
  await db('backup').update({ archived_at: null })
  expect(await counts(takenAt, 48 * 60)).toEqual([0, 0, 0])
  expect(await counts(takenAt, 48 * 60 + 1)).toEqual([1, 0, 0])
  expect(await counts(verifiedAt, 40 * 24 * 60 + 1)).toEqual([1, 0, 1])
})

test('an unplugged or exchanged disk is noticed in each phase, and nothing is written beneath', async () => {
  const disk = inRoot('unplugged')
  await rename(target, disk)
  await mkdir(target)
  await market.ctx.db.raw('select pg_switch_wal()')
  const unplugged = /^There is no backup of a market in \S+target\. Is its disk plugged in\?$/m
  let stop = keepBackup(market.ctx)
  await vi.waitUntil(async () => (await readBackup(market.ctx.db))?.problem, 300_000)
  expect((await run(['status'])).stdout).toMatch(/1 stalled backup, since \S+: .*There is no backup of a market in /)
  expect(await run(['backup'])).toMatchObject({ code: 2, stderr: expect.stringMatching(unplugged) as string })
  expect(await run(['backup', target])).toMatchObject({ code: 2, stderr: expect.stringMatching(unplugged) as string })
  expect(await run(['backup', '--verify'])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(unplugged) as string,
  })
  expect(await restore('beneath')).toMatchObject({ code: 2, stderr: expect.stringMatching(unplugged) as string })
  expect(await readdir(target)).toEqual([])
  await stop()

  await rm(target, { recursive: true })
  const described = await readFile(join(disk, 'market-backup.json'), 'utf8')
  await mkdir(target)
  await writeFile(join(target, 'market-backup.json'), described.replace(/"id":"[^"]+"/, `"id":"${randomUUID()}"`))
  stop = keepBackup(market.ctx)
  await vi.waitUntil(async () => /holds another backup/.test((await readBackup(market.ctx.db))?.problem ?? ''), 300_000)
  expect(await run(['backup'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('holds another backup') as string,
  })
  expect(await readdir(target)).toEqual(['market-backup.json'])
  await stop()

  await rm(target, { recursive: true })
  await rename(disk, target)
  await carry()
  expect((await readBackup(market.ctx.db))?.problem).toBeNull()
  expect((await run(['backup', '--verify'])).code).toBe(0)
})

test('while the place is away the log waits compressed, up to a bound, and the next whole backup mends what that takes', async () => {
  const { db } = market.ctx
  const disk = inRoot('away')
  const spool = join(server.folder, 'archive')
  await rename(target, disk)
  let stop = keepBackup(market.ctx)
  await vi.waitUntil(async () => (await readBackup(db))?.problem, 300_000)
  await stop()
  await buildPurchase(market)
  const waiting = await switchLog()
  await vi.waitUntil(() => existsSync(join(spool, waiting)), 300_000)
  stop = keepBackup(market.ctx)
  await vi.waitUntil(() => existsSync(join(spool, `${waiting}.zst`)), 300_000)
  await stop()
  expect((await stat(join(spool, `${waiting}.zst`))).size).toBeLessThan(2 ** 22)
  expect(existsSync(join(spool, waiting))).toBe(false)
  await expect.poll(archiveTimeout).toBe('0')

  stop = keepBackup(market.ctx, 1000)
  await vi.waitUntil(async () => (await readBackup(db))?.logLostAt, 300_000)
  await stop()
  expect(await readdir(spool)).toEqual([])
  expect((await run(['status'])).stdout).toMatch(
    /^ {2}1 hole in the backup, since \S+: .*target was away for so long /m,
  )
  await rename(disk, target)
  market.clock.advance({ minutes: 1 })
  await carry()
  await expect.poll(archiveTimeout).toBe('30s')
  await market.runJobs({ only: ['backup.take'] })
  expect((await run(['status'])).stdout).not.toContain('hole in the backup')
  expect(summaryOf(await restore('mended'))).toMatchObject({ problems: [] })
})

test('the market goes to a new place once its first backup there is whole, and to the old one until then', async () => {
  const { db } = market.ctx
  const next = inRoot('next')
  await mkdir(next)
  await writeFile(join(next, 'market-backup.json'), await readFile(join(target, 'market-backup.json')))
  // Nothing can be written under it.
  await writeFile(join(next, 'wal'), '')
  expect((await run(['backup', next])).code).toBe(2)
  expect(await readBackup(db)).toMatchObject({ target, takeProblem: null })
  await buildPurchase(market)
  await carry()
  await rm(join(next, 'wal'))
  expect(await run(['backup', next])).toMatchObject({ code: 0, stderr: '' })
  expect(await readBackup(db)).toMatchObject({ target: next, problem: null })
  const purchases = summaryOf(await restore('from-old')).counts.purchases
  target = next
  await buildPurchase(market)
  await carry()
  expect(summaryOf(await restore('from-new'))).toMatchObject({ counts: { purchases: purchases + 1 }, problems: [] })
})

test('a market and the one that was restored from it do not write into one place untold', async () => {
  expect((await restore('twin')).code).toBe(0)
  const twin = { DATA_DIR: inRoot('twin') }
  expect(await run(['backup', target], twin)).toMatchObject({ code: 0, stderr: '' })
  const told = /^A market that was restored from \S+next is backed up there now\. /
  const stop = keepBackup(market.ctx)
  await vi.waitUntil(async () => told.test((await readBackup(market.ctx.db))?.problem ?? ''), 300_000)
  await stop()
  expect(await run(['backup'])).toMatchObject({ code: 2, stderr: expect.stringMatching(told) as string })
  expect(await run(['backup', '--verify'], twin)).toMatchObject({ code: 0 })
  target = inRoot('own')
  expect((await run(['backup', target])).code).toBe(0)
})

test('a segment of the log is never replaced, what goes wrong is an alarm, and one may end it', async () => {
  const held = await vault()
  const { rows } = await market.ctx.db.raw<{ rows: [{ segment: string }] }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment',
  )
  await held.put(`wal/${rows[0].segment}`, Buffer.from('of another market'))
  await market.ctx.db.raw('select pg_switch_wal()')
  const stop = keepBackup(market.ctx)
  await vi.waitUntil(async () => (await readBackup(market.ctx.db))?.problem, 300_000)
  expect((await run(['status'])).stdout).toMatch(/^ {2}1 stalled backup, since \S+: .* two markets write there\. /m)
  expect(String(await held.get(`wal/${rows[0].segment}`))).toBe('of another market')
  expect(await run(['backup', '--stop'])).toMatchObject({ code: 0, stdout: `No longer backed up to ${target}.\n` })
  await stop()
  expect((await run(['status'])).stdout).not.toContain('stalled backup')
})

test('the market moves to another PostgreSQL with every row, sequence and waiting job, or not at all', async () => {
  const other = await cloneDatabase()
  onTestFinished(() => other.drop())
  const { db } = market.ctx
  const refused = async (message: RegExp) => {
    const { code, stdout, stderr } = await run(['move-database', other.url])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
  }
  await query(other.url, `insert into member (email, referral_code) values ('one@example.com', 'one')`)
  await refused(/^That database holds a market already/)
  await query(other.url, 'delete from member')
  await query(other.url, 'vacuum member')

  const site = new pg.Client({ connectionString: server.url, application_name: 'market-web' })
  await site.connect()
  await refused(/^The market is running\. Stop its servers and workers, then move it\.\n$/)
  await site.end()

  // The scheduler has a queue of its own, which a database without a worker lacks.
  await db.raw(`select pgboss.create_queue('__pgboss__send-it', '{"policy": "standard"}'::jsonb)`)
  await db.raw(`insert into pgboss.job (name, data) values ('__pgboss__send-it', '{}')`)
  const moved = await run(['move-database', other.url])
  expect(moved).toMatchObject({ code: 0, stderr: '' })
  expect(moved.stdout).toMatch(
    /^Copied \d+ rows of \d+ tables, and [1-9]\d* jobs\. History is the same\.\nThe audit is clean/,
  )
  const copy = connectDatabase(other.url)
  onTestFinished(() => copy.destroy())
  for (const [table, order] of [
    ['listing', 'id'],
    ['entry', 'transfer_id, account_id'],
    ['listing_card', 'listing_id'],
    ['purchase_history', 'number'],
    ['notice', 'id'],
  ] as const) {
    const lines = `select md5(string_agg(one::text, ',' order by ${order})) as hash, count(*)::int from ${table} one`
    const [here, there] = await Promise.all([db, copy].map((one) => one.raw<{ rows: unknown[] }>(lines)))
    expect(there!.rows).toEqual(here!.rows)
  }
  // The copy is a market that goes on: keys, triggers and numbers are as they were.
  await expect(query(other.url, 'delete from entry')).rejects.toThrow()
  await expect(query(other.url, `update purchase set buyer_id = gen_random_uuid()`)).rejects.toThrow('foreign key')
  const there = await openMarket(other.url)
  await buildPurchase(there)
  expect(await auditFindings(there)).toEqual([])
  await there.stop()
})
