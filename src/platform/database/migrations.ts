import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Knex } from 'knex'
import { applySql, dropSql } from './apply-sql.ts'

const directory = fileURLToPath(new URL('../../../migrations', import.meta.url))

export const ownMigrations = async (): Promise<string[]> =>
  (await readdir(directory)).filter((name) => name.endsWith('.ts')).sort()

/**
 * Migrations make tables. Functions, triggers and views come after the last of them, and go before one is taken back: by
 * hooks, so that the plain `knex` command does the same.
 */
export const MIGRATIONS = {
  directory,
  loadExtensions: ['.ts'],
  tableName: 'migration',
  beforeEach: async (db: Knex, migrations: unknown[]): Promise<void> => {
    if (await areDone(db, migrations)) await dropSql(db)
  },
  afterEach: async (db: Knex, migrations: unknown[]): Promise<void> => {
    if (await areDone(db, migrations)) await applySql(db).catch(unlessOfOtherTables)
  },
  afterAll: async (db: Knex): Promise<void> => {
    const done = await namesDone(db)
    if ((await ownMigrations()).every((name) => done.includes(name))) await applySql(db)
  },
} satisfies Knex.MigratorConfigWithLifecycleHooks

/** A migration that is done already when its turn comes is taken back. */
async function areDone(db: Knex, migrations: unknown[]): Promise<boolean> {
  const done = await namesDone(db)
  return (migrations as { file: string }[]).every(({ file }) => done.includes(file))
}

const namesDone = (db: Knex) => db<{ name: string }>('migration').pluck('name')

/** PostgreSQL's class of errors about what a statement names and what there is. */
const UNFIT = '42'

/** A file that needs a table that was taken back has to wait for the version that goes with these tables. */
function unlessOfOtherTables(error: unknown): void {
  if (!(error as { code?: string }).code?.startsWith(UNFIT)) throw error
}
