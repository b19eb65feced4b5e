import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Database, Trx } from '../database.ts'
import { applySql } from './apply-sql.ts'
import { setSessionDefaults } from './session-defaults.ts'
import { compareMigrations } from '../demand-needs.ts'

/** Any number that nobody else takes as an advisory lock. */
const MIGRATION_LOCK = 7_211_466
const TAKING_TURNS_MS = 100

/**
 * Runs migrations, by default all that are missing, while no other process does, and answers the names of those that ran.
 * Functions go with the tables; where these are up to date, the .sql files that have changed run, and are named as well.
 * Knex's own lock is a row, which a killed process leaves locked for ever; an advisory lock ends with its connection,
 * so whoever holds that may free the row. Also sets what sessions begin with; those of `db` begin anew.
 * @throws Error when the database has migrations that this version doesn't know, unless all of them came later
 */
export async function migrateDatabase(
  db: Database,
  run: (migrate: Knex.Migrator) => Promise<unknown> = (migrate) => runMissing(db, migrate),
): Promise<string[]> {
  const { names, defaultsChanged } = await db.transaction(async (lock) => {
    await lock.raw(
      'SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
    )
    while (!(await takesLock(lock))) await sleep(TAKING_TURNS_MS)
    await db.migrate.forceFreeMigrationsLock()
    const [, names] = (await run(db.migrate).catch(explainUnknown)) as [number, string[]]
    return { names, defaultsChanged: await setSessionDefaults(lock) }
  })
  if (defaultsChanged) {
    await db.destroy()
    db.initialize()
  }
  return names
}

/**
 * A site that goes back to this version from a later one finds its tables: migrations expand, so that all of ours are
 * there.
 */
async function runMissing(db: Database, migrate: Knex.Migrator): Promise<unknown> {
  const { missing, unknown, newest } = await compareMigrations(db)
  const isLater = unknown.length > 0 && missing.length === 0 && unknown.every((name) => name > newest)
  if (isLater) return [0, []]
  const [batch, names] = (await migrate.latest()) as [number, string[]]
  return [batch, [...names, ...(await applySql(db))]]
}

/**
 * Asked again and again instead of waited for, and without a parameter: both would keep a snapshot, for which
 * `create index concurrently` of whoever migrates would wait in turn.
 */
async function takesLock(trx: Trx): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: [{ taken: boolean }] }>(
    `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS taken`,
  )
  return rows[0].taken
}

/** Knex calls it a corrupt directory when the database has run a migration that isn't there. */
function explainUnknown(error: unknown): never {
  const [, names] = /^The migration directory is corrupt.*missing: (.+)$/.exec((error as Error).message) ?? []
  if (names === undefined) throw error
  throw new Error(
    `This database belongs to another version of the market: it has run migrations that this one doesn't know (${names}). ` +
      'Start this version on an empty database, or keep the version that made this one.',
  )
}
