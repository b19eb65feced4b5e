import { openContext } from '../src/open-context.ts'
import { loadConfig, readEnvironment } from '../src/platform/config.ts'
import type { Context } from '../src/platform/context.ts'
import { type Database, withConnection } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLogger } from '../src/platform/logger.ts'

/**
 * Runs `work` with all that a use case needs, and closes it afterwards. The embedded database is joined when a server
 * runs, and else started for as long as this takes. Logs go to standard error.
 */
export async function withContext<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  const config = loadConfig(readEnvironment())
  const log = createLogger(config, 2)
  const market = await openContext(config, { queue: 'sender', applicationName: 'market-cli', log })
  try {
    return await work(market.ctx)
  } finally {
    await market.close()
  }
}

/** As `withContext`, for work on the bare database, whatever tables it has. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const config = loadConfig(readEnvironment())
  const embedded = config.embeddedDatabase ? await startEmbeddedPostgres({ dataDir: config.DATA_DIR }) : undefined
  try {
    const url = embedded?.url ?? config.directDatabaseUrl
    return await withConnection(url, { poolMax: 2, applicationName: 'market-cli' }, work)
  } finally {
    await embedded?.stop()
  }
}
