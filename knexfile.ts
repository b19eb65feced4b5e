import { resolve } from 'node:path'
import type { Knex } from 'knex'
import { loadConfig, readEnvironment } from './src/platform/config.ts'
import { withConnection } from './src/platform/database.ts'
import { applySql } from './src/platform/database/apply-sql.ts'
import { MIGRATIONS } from './src/platform/database/migrations.ts'
import { compareMigrations } from './src/platform/demand-needs.ts'
import { startEmbeddedPostgres } from './src/platform/embedded-postgres/embedded-postgres.ts'

/**
 * For the plain `knex` command, on the market's own database. The embedded one is started when it does not run, and left
 * again when the command ends. Before it reads this file, knex looks for packages that could teach Node TypeScript and
 * says in red that it found none ("Failed to load external module"); Node 24 needs none.
 */
export default async function configure(): Promise<Knex.Config> {
  const config = loadConfig(readEnvironment())
  const url = config.DATABASE_URL || (await startEmbeddedPostgres({ dataDir: resolve(config.DATA_DIR) })).url
  if (process.argv.includes('migrate:latest')) await renewFunctions(url)
  return { client: 'pg', connection: url, migrations: { ...MIGRATIONS, extension: 'ts' } }
}

/** Where nothing is to be migrated knex calls no hook, and functions may have changed all the same. */
const renewFunctions = (url: string) =>
  withConnection(url, { poolMax: 1 }, async (db) => {
    const { missing, unknown } = await compareMigrations(db)
    if (missing.length + unknown.length > 0) return
    for (const file of await applySql(db)) console.log(`run: ${file}`)
  })
