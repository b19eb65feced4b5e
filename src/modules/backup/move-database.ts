import { QUEUES } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { type Database, type Trx, withConnection } from '../../platform/database.ts'
import { copyJobs, copyTables } from '../../platform/database/copy-tables.ts'
import { migrateDatabase } from '../../platform/database/migrate-database.ts'
import { startQueue } from '../../platform/jobs/queue.ts'
import { words } from '../../platform/language/words.ts'
import { Refused } from '../../platform/errors.ts'
import { auditWhole, type Finding, ledgerDigest } from '../audit/index.ts'
import { forgetTarget } from './backup-row.ts'

export interface Moved {
  tables: number
  rows: number
  jobs: number
  findings: Finding[]
}

/**
 * Copies the whole market to the empty database at `url`, and proves that it is the same; this one stays as it is.
 * @throws Error while servers use this one, where the other is not empty, or anything differs; it is empty then, as before
 */
export async function moveDatabase(ctx: Context, url: string): Promise<Moved> {
  const { db, site, log } = ctx
  await requireAlone(db)
  return await withConnection(url, { poolMax: 2, applicationName: 'market-move' }, async (target) => {
    await requireEmpty(target)
    await migrateDatabase(target)
    // The queue makes its own tables.
    const queue = await startQueue(url, QUEUES, { mode: 'sender', log, timeZone: site.timeZone })
    await queue.stop()
    const { counts, jobs } = await copy(db, target)
    const { digest, findings } = await auditWhole(target)
    if (digest !== (await ledgerDigest(db)))
      throw new Refused(words('History in the new database is not that of this one.'))
    const rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
    return { tables: counts.size, rows, jobs, findings }
  })
}

function copy(db: Database, target: Database): Promise<{ counts: Map<string, number>; jobs: number }> {
  return db.transaction(
    async (from) => {
      await unlimited(from)
      return await target.transaction(async (to) => {
        await unlimited(to)
        const counts = await copyTables(from, to)
        const jobs = await copyJobs(from, to)
        await forgetTarget(to)
        return { counts, jobs }
      })
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )
}

async function unlimited(trx: Trx): Promise<void> {
  await trx.raw(
    'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  )
}

/** A server's writes would stay behind. */
async function requireAlone(db: Database): Promise<void> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name in ('market-web', 'market-worker')`,
  )
  if (rows.length > 0) throw new Refused(words('The market is running. Stop its servers and workers, then move it.'))
}

async function requireEmpty(target: Database): Promise<void> {
  const { rows } = await target.raw<{ rows: { tables: number; ours: boolean }[] }>(
    `select count(*)::int as tables, bool_or(relname = 'migration') as ours from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const [found = { tables: 0, ours: false }] = rows
  if (found.tables === 0) return
  // A move that was cut short has left tables without a row.
  const members = found.ours
    ? await target.raw<{ rows: { some: boolean }[] }>(
        `select coalesce(pg_relation_size(to_regclass('public.member')) > 0, false) as some`,
      )
    : undefined
  if (!members) throw new Refused(words('That database holds something else. Give an empty one.'))
  if (members.rows[0]?.some) throw new Refused(words('That database holds a market already. Give an empty one.'))
}
