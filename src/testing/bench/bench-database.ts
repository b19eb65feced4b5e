import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openContext } from '../../open-context.ts'
import { loadConfig } from '../../platform/config.ts'
import type { Context } from '../../platform/context.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'

export interface BenchDatabase {
  ctx: Context
  url: string
  dataDir: string
}

interface BenchOptions {
  /** The folder in which it stays for the next time; without one it is removed. */
  keptIn?: string | undefined
  /** Its name, where a folder holds several. */
  database?: string
}

/** Runs `work` on a migrated PostgreSQL that nothing else uses, and that doesn't wait for the disk. */
export async function withBenchDatabase<T>(
  { keptIn, database }: BenchOptions,
  work: (bench: BenchDatabase) => Promise<T>,
): Promise<T> {
  const dataDir = keptIn ?? (await mkdtemp(join(tmpdir(), 'market-bench-')))
  await mkdir(dataDir, { recursive: true })
  // As root, PostgreSQL runs as another user, who must get through.
  await chmod(dataDir, 0o711)
  const settings = { fsync: 'off', max_wal_size: '4GB' }
  const server = await startEmbeddedPostgres({ dataDir, settings, ...(database !== undefined && { database }) })
  try {
    const config = loadConfig({ DATABASE_URL: server.url, DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO: 'off' })
    const { ctx, close } = await openContext(config, { queue: 'sender', applicationName: 'market-bench' })
    try {
      return await work({ ctx, url: server.url, dataDir })
    } finally {
      await close()
    }
  } finally {
    await server.stop()
    if (keptIn === undefined)
      for (const folder of [dataDir, server.folder]) await rm(folder, { recursive: true, force: true })
  }
}
