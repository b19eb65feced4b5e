import type { Clock } from './platform/clock.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { connectDatabase, type Database, withConnection } from './platform/database.ts'
import { DEADLINES, type Deadlines } from './platform/database/half-open.ts'
import { demandMigrations, demandSameDatabase, demandSessions } from './platform/demand-needs.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts'
import { createGeocoder } from './platform/geocoder.ts'
import { createListener } from './platform/database/listener.ts'
import { createLogger, type Logger } from './platform/process/logger.ts'
import { createMailer } from './platform/sending/mail.ts'
import { migrateDatabase } from './platform/database/migrate-database.ts'
import { createPhotoStore } from './platform/photo-storage/photo-storage.ts'
import { createPush } from './platform/sending/push.ts'
import { attachQueue, startQueue } from './platform/jobs/queue.ts'
import { createReaders, primaryAlone, type ReplicaPatience } from './platform/database/replica.ts'
import { traceStatements } from './platform/process/tracing.ts'
import { readSite } from './platform/site/site.ts'
import { QUEUES } from './events.ts'

export interface OpenContext {
  ctx: Context
  /** Finishes running jobs, then closes the queue, the database, and an embedded server that nobody else uses. */
  close: () => Promise<void>
}

export interface OpenOptions {
  /** `worker` runs maintenance and scheduled jobs, `sender` only puts jobs in. */
  queue: 'worker' | 'sender'
  applicationName: string
  /** Whether it brings the tables up to date outside of production, as all but a worker may. */
  migrates?: boolean
  clock?: Clock
  log?: Logger
  /** The deadlines of the database's connections; tests have shorter ones. */
  deadlines?: Deadlines
  patience?: ReplicaPatience
}

/**
 * Connects a process to everything it needs: the database (started when embedded, and migrated), the job queue,
 * mail and photos. In production migrations are the release step's alone.
 * @throws Error, saying in a sentence what is missing, before a job queue is made in a database that is the wrong one
 */
export async function openContext(config: Config, options: OpenOptions): Promise<OpenContext> {
  const log = options.log ?? createLogger(config)
  const deadlines = options.deadlines ?? DEADLINES
  const closing: (() => void | Promise<void>)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    let url = config.DATABASE_URL
    let directUrl = config.directDatabaseUrl
    if (config.embeddedDatabase) {
      const server = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: (sentence) => log.warn(sentence) })
      closing.push(() => server.stop())
      url = server.url
      directUrl = url
    }
    const pooled = url !== directUrl
    const db = connectDatabase(url, { applicationName: options.applicationName, log, deadlines, pooled })
    closing.push(() => db.destroy())
    traceStatements(db)
    const prepare = async (direct: Database) => {
      if (!pooled && config.production) await demandSessions(url)
      if (!config.production && options.migrates !== false) await migrateDatabase(direct)
      if (direct !== db) await demandSameDatabase(db, direct)
      await demandMigrations(db)
    }
    await (pooled ? withConnection(directUrl, {}, prepare) : prepare(db))
    const { DATABASE_REPLICA_URL: replica } = config
    const readers = replica === '' ? primaryAlone(db) : createReaders(db, { url: replica, ...options, log, deadlines })
    closing.push(() => readers.close())
    const site = await readSite(db, config)
    const { timeZone } = site
    const listener = createListener(directUrl, log)
    closing.push(() => listener.close())
    const queue = await startQueue(directUrl, QUEUES, { mode: options.queue, log, timeZone, deadlines })
    closing.push(() => queue.stop())
    attachQueue(db, queue)
    const ctx: Context = {
      config,
      db,
      readers,
      listener,
      queue,
      clock: options.clock ?? systemClock,
      log,
      mail: createMailer({ config, log, site }),
      push: createPush(config),
      photos: createPhotoStore(config),
      geocoder: createGeocoder(config),
      site,
    }
    return { ctx, close }
  } catch (error) {
    await close()
    // An error over a pooler is a riddle.
    if (!config.embeddedDatabase && !config.DATABASE_DIRECT_URL) await demandSessions(config.DATABASE_URL)
    throw error
  }
}
