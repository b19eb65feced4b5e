import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QUEUES } from '../../events.ts'
import { loadConfig } from '../../platform/config.ts'
import { connectDatabase, type Database } from '../../platform/database.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { startQueue } from '../../platform/jobs/queue.ts'
import '../time/fake-time.ts'

export interface TemplateServer {
  /** A database with all tables and queues; tests clone theirs from it. */
  url: string
  /** Stops PostgreSQL and removes its data. */
  stop: () => Promise<void>
}

/** One PostgreSQL server for a whole test run. Durability is off: a test's data need not outlive it. */
export async function startTemplateServer(): Promise<TemplateServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'market-test-'))
  // As root, PostgreSQL runs as another user, who must get through; else the cluster would be put elsewhere.
  await chmod(dataDir, 0o711)
  // A socket of the file system costs a fifth less than TCP on either side. Windows has none here.
  const sockets = process.platform === 'win32' ? '' : await mkdtemp(join(tmpdir(), 'pg-'))
  if (sockets) await chmod(sockets, 0o777)
  const server = await startEmbeddedPostgres({
    dataDir,
    database: 'template',
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      unix_socket_directories: sockets,
    },
  })
  const url = sockets ? `${server.url}?host=${encodeURIComponent(sockets)}` : server.url
  const db = connectDatabase(url)
  await db.migrate.latest()
  await cheapenLogin(db, server.url)
  await db.destroy()
  const log = createLogger(loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error' }))
  const queue = await startQueue(url, QUEUES, { mode: 'sender', log, timeZone: 'UTC' })
  await queue.stop()
  return {
    url,
    stop: async () => {
      await server.stop()
      for (const folder of [dataDir, server.folder, ...(sockets ? [sockets] : [])])
        await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A password is hashed 4,096 times for each of the thousand connections of a run; here once is safe enough. */
async function cheapenLogin(db: Database, url: string): Promise<void> {
  const { username, password } = new URL(url)
  await db.raw(`set scram_iterations = 1; alter role ${username} password '${decodeURIComponent(password)}'`)
}
