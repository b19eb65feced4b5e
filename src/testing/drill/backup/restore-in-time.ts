import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepBackup, readBackup, restoreMarket, takeBackup } from '../../../modules/backup/index.ts'
import type { Context } from '../../../platform/context.ts'
import { startEmbeddedPostgres } from '../../../platform/embedded-postgres/embedded-postgres.ts'
import { openMarket } from '../../market/open-market.ts'
import { startS3Double } from '../../doubles/s3-double.ts'
import { demand, type Drill, type Figures } from '../drill.ts'
import { fillLedger } from '../ledger/ledger-measures.ts'
import { buildListings, buildMembers, buy } from '../purchases/trade-steps.ts'

const PURCHASES = 50_000
/** Changes before and after the time that is asked for. */
const MORE = { before: 20, after: 10 }
const WITHIN_SECONDS = 60

/**
 * Promise 21: a market of 50,000 purchases whose machine is gone comes back as it was at a given time: within a minute, to
 * the very purchase, with clean books. It needs a PostgreSQL of its own, whose log goes to the backup, which is in a bucket.
 */
export const restoreInTime: Drill = async ({ random }) => {
  const root = await mkdtemp(join(tmpdir(), 'market-restore-'))
  // As root, PostgreSQL runs as another user, who must get in.
  await chmod(root, 0o711)
  const dataDir = join(root, 'data')
  await mkdir(dataDir)
  const account = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'us-east-1' }
  const s3 = await startS3Double(account)
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    const env = {
      DATA_DIR: dataDir,
      BACKUP_PASSPHRASE: 'a passphrase of the drill',
      BACKUP_S3_ENDPOINT: s3.url,
      BACKUP_S3_ACCESS_KEY_ID: account.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    }
    const market = await openMarket('', { env })
    try {
      await writeFile(join(dataDir, 'session-keys'), 'a key\n')
      return await drill({ ...market, random }, root)
    } finally {
      await market.stop()
    }
  } finally {
    await server.stop()
    await s3.stop()
    for (const folder of [root, server.folder]) await rm(folder, { recursive: true, force: true })
  }
}

async function drill(market: Parameters<Drill>[0], root: string): Promise<Figures> {
  const { ctx } = market
  await fillLedger(ctx.db, PURCHASES * 6)
  const target = 's3://backups/our/market'
  const [, backupSeconds] = await timed(() => takeBackup(ctx, target))
  const stop = keepBackup(ctx)

  const [seller, ...buyers] = await buildMembers(market, 1 + MORE.before + MORE.after)
  const listings = await buildListings(market, [seller!], buyers.length, '2')
  let to = await databaseTime(ctx)
  for (const [index, buyer] of buyers.entries()) {
    if (index === MORE.before) to = await databaseTime(ctx)
    await buy(ctx, buyer, listings[index]!)
  }
  // The machine burns as soon as the last of it has been carried away.
  const lost = await untilArchived(ctx)
  await stop()

  const config = { ...ctx.config, DATA_DIR: join(root, 'restored') }
  const [restored, seconds] = await timed(() => restoreMarket(config, { source: target, to, now: ctx.clock.now() }))
  demand('purchases at that time', restored.counts.purchases, PURCHASES + MORE.before)
  demand('findings of the audit', restored.findings.length, 0)
  demand('problems', restored.problems.join(' '), '')
  demand('the last commit is before that time', restored.standsAt !== null && restored.standsAt < to, true)
  demand(`restored within ${WITHIN_SECONDS} s`, seconds <= WITHIN_SECONDS, true)
  return {
    purchases: PURCHASES + MORE.before,
    'seconds of the backup': backupSeconds,
    'seconds to restore': seconds,
    'seconds until the last purchase is safe': lost,
    audit: 'clean',
  }
}

/** Seconds until, without a hand in it, the latest rows are in the backup. */
async function untilArchived({ db }: Context): Promise<number> {
  const { rows } = await db.raw<{ rows: [{ now: Date; segment: string }] }>(
    'select clock_timestamp() as now, pg_walfile_name(pg_current_wal_insert_lsn()) as segment',
  )
  const begun = performance.now()
  for (;;) {
    const found = await db.raw<{ rows: { segment: string | null }[] }>(
      'select last_archived_wal as segment from pg_stat_archiver',
    )
    const segment = found.rows[0]?.segment?.slice(0, 24) ?? ''
    const carried = (await readBackup(db))?.problem === null
    if (carried && segment >= rows[0].segment) break
    await sleep(100)
  }
  return secondsSince(begun)
}

async function databaseTime({ db }: Context): Promise<Date> {
  const { rows } = await db.raw<{ rows: [{ now: Date }] }>('select clock_timestamp() as now')
  return new Date(rows[0].now.getTime() + 1)
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const begun = performance.now()
  return [await work(), secondsSince(begun)]
}

const secondsSince = (begun: number) => Math.round((performance.now() - begun) / 100) / 10
