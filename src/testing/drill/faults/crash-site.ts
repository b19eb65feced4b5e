import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openContext } from '../../../open-context.ts'
import { loadConfig } from '../../../platform/config.ts'
import { startEmbeddedPostgres } from '../../../platform/embedded-postgres/embedded-postgres.ts'
import { TestClock } from '../../time/test-clock.ts'
import { openSite, untilReady, type Site } from '../site.ts'

/** A site with a PostgreSQL server of its own; either may be killed. */
export interface CrashSite extends Site {
  /** kill -9, then a new server on the same port. */
  killServer(): Promise<void>
  /** kill -9 of the postmaster; after `pause` milliseconds it is started again and recovers. The server lives on. */
  killDatabase(pause: number): Promise<void>
  /** Both at once, as when the power goes. */
  killBoth(): Promise<void>
}

export async function openCrashSite(env: Record<string, string>): Promise<CrashSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'market-crash-'))
  // As root, PostgreSQL runs as another user, who must get in.
  await chmod(dataDir, 0o711)
  const settings = { max_connections: '100', shared_preload_libraries: 'pg_stat_statements' }
  const clusters = [await startEmbeddedPostgres({ dataDir, settings })]
  const { url: databaseUrl, folder } = clusters[0]!
  const clock = new TestClock()
  const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
  const open = await openContext(config, { queue: 'sender', applicationName: 'market-drill', clock })
  const site = await openSite({ ctx: open.ctx, clock }, env)

  async function restartDatabase(): Promise<void> {
    const cluster = await startEmbeddedPostgres({ dataDir, settings })
    clusters.push(cluster)
    if (cluster.url !== databaseUrl) throw new Error(`PostgreSQL came back at ${cluster.url}, not at ${databaseUrl}`)
  }
  const killPostmaster = async () =>
    process.kill(Number.parseInt(await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
  return {
    ...site,
    async killServer() {
      await site.kill()
      await site.startServer()
    },
    async killDatabase(pause) {
      await killPostmaster()
      await sleep(pause)
      await restartDatabase()
      await untilReady(site.url)
    },
    async killBoth() {
      await Promise.all([killPostmaster(), site.kill()])
      await restartDatabase()
      await site.startServer()
    },
    async stop() {
      await site.stop()
      await open.close()
      for (const cluster of clusters) await cluster.stop()
      for (const place of new Set([dataDir, folder])) await rm(place, { recursive: true, force: true })
    },
  }
}
