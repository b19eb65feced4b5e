import { resolve } from 'node:path'
import { openContext } from '../src/open-context.ts'
import { type Config, loadConfig, readEnvironment } from '../src/platform/config.ts'
import type { Context } from '../src/platform/context.ts'
import { type Database, withConnection } from '../src/platform/database.ts'
import { hasCluster, startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts'
import { createLogger } from '../src/platform/process/logger.ts'
import { say } from '../src/platform/language/words.ts'
import { Refused } from '../src/platform/errors.ts'

interface Making {
  /** Whether the command may make a market where there is none. */
  makes?: boolean
}

/**
 * Runs `work` with all that a use case needs, and closes it afterwards. The embedded database is joined when a server
 * runs, and else started for as long as this takes. Logs go to standard error.
 * @throws Error saying where it looked when there is no market
 */
export async function withContext<T>(work: (ctx: Context) => Promise<T>, { makes = false }: Making = {}): Promise<T> {
  const config = readConfig({ makes })
  const log = createLogger(config, 2)
  const market = await openContext(config, { queue: 'sender', applicationName: 'market-cli', migrates: makes, log })
  try {
    return await work(market.ctx)
  } finally {
    await market.close()
  }
}

/** As `withContext`, for work on the bare database, whatever tables it has. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>, making: Making = {}): Promise<T> {
  return withConfig(
    ({ directDatabaseUrl }) => withConnection(directDatabaseUrl, { poolMax: 2, applicationName: 'market-cli' }, work),
    making,
  )
}

/** As `withContext`, for work on the configuration. Where the database is embedded, both addresses are its own. */
export async function withConfig<T>(work: (config: Config) => Promise<T>, making: Making = {}): Promise<T> {
  const config = readConfig(making)
  if (!config.embeddedDatabase) return work(config)
  const server = await startEmbeddedPostgres({ dataDir: config.DATA_DIR })
  try {
    return await work({ ...config, DATABASE_URL: server.url, directDatabaseUrl: server.url })
  } finally {
    await server.stop()
  }
}

function readConfig({ makes }: Making): Config {
  const config = loadConfig(readEnvironment())
  if (config.embeddedDatabase && !makes && !hasCluster(config.DATA_DIR)) {
    throw new Refused(
      say(
        'There is no market in {dataDir} (DATA_DIR), and DATABASE_URL is not set. Give the command the environment of the service, such as with --env-file FILE.',
        { dataDir: resolve(config.DATA_DIR) },
      ),
    )
  }
  return config
}
