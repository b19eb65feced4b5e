import { resolve } from 'node:path'
import type { Knex } from 'knex'
import { loadConfig, readEnvironment } from './src/platform/config.ts'
import { MIGRATIONS } from './src/platform/database.ts'
import { startEmbeddedPostgres } from './src/platform/embedded-postgres.ts'

/**
 * For the plain `knex` command, on the market's own database. The embedded one is started when it does not run, and left
 * again when the command ends. Before it reads this file, knex looks for packages that could teach Node TypeScript and
 * says in red that it found none ("Failed to load external module"); Node 24 needs none.
 */
export default async function configure(): Promise<Knex.Config> {
  const config = loadConfig(readEnvironment())
  const url = config.DATABASE_URL || (await startEmbeddedPostgres({ dataDir: resolve(config.DATA_DIR) })).url
  return { client: 'pg', connection: url, migrations: { ...MIGRATIONS, extension: 'ts' } }
}
