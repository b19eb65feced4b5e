import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openContext } from '../../open-context.ts'
import { loadConfig } from '../../platform/config.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres.ts'
import { startMarket } from '../start-market.ts'
import { TestClock } from '../test-clock.ts'
import type { DrillMarket } from './drill.ts'

const READY_WITHIN_MS = 60_000

/** A market of its own in two processes that may be killed: its server and its PostgreSQL. */
export interface CrashSite extends Omit<DrillMarket, 'random'> {
  url: string
  /** kill -9, then a new server on the same port. */
  killServer(): Promise<void>
  /** kill -9 of the postmaster; after `pause` milliseconds it is started again and recovers. The server lives on. */
  killDatabase(pause: number): Promise<void>
  /** Both at once, as when the power goes. */
  killBoth(): Promise<void>
  /** SIGTERM. @returns the exit code */
  stopServer(): Promise<number | null>
  startServer(): Promise<void>
  stop(): Promise<void>
}

export async function openCrashSite(env: Record<string, string>): Promise<CrashSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'market-crash-'))
  // As root, PostgreSQL runs as another user, who must get in.
  await chmod(dataDir, 0o711)
  const settings = { max_connections: '100', shared_preload_libraries: 'pg_stat_statements' }
  const clusters = [await startEmbeddedPostgres({ dataDir, settings })]
  const { url: databaseUrl, folder } = clusters[0]!
  const clock = new TestClock()
  const own = { NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env }
  const open = await openContext(loadConfig(own), { queue: 'sender', applicationName: 'market-drill', clock })
  let server = await startMarket(own)
  const { url } = server
  const again = { ...own, PORT: new URL(url).port }

  async function restartDatabase(): Promise<void> {
    const cluster = await startEmbeddedPostgres({ dataDir, settings })
    clusters.push(cluster)
    if (cluster.url !== databaseUrl) throw new Error(`PostgreSQL came back at ${cluster.url}, not at ${databaseUrl}`)
  }
  const killPostmaster = async () =>
    process.kill(Number.parseInt(await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
  return {
    ctx: open.ctx,
    clock,
    url,
    async killServer() {
      await server.kill()
      server = await startMarket(again)
    },
    async killDatabase(pause) {
      await killPostmaster()
      await sleep(pause)
      await restartDatabase()
      await untilReady(url)
    },
    async killBoth() {
      await Promise.all([killPostmaster(), server.kill()])
      await restartDatabase()
      server = await startMarket(again)
    },
    async stopServer() {
      await server.stop()
      return server.exitCode()
    },
    async startServer() {
      server = await startMarket(again)
    },
    async stop() {
      await server.stop()
      await open.close()
      for (const cluster of clusters) await cluster.stop()
      for (const place of new Set([dataDir, folder])) await rm(place, { recursive: true, force: true })
    },
  }
}

/** @returns after how many milliseconds `/readyz` answered 200 */
export async function untilReady(url: string): Promise<number> {
  const started = performance.now()
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    const waited = performance.now() - started
    if (ready) return waited
    if (waited > READY_WITHIN_MS) throw new Error(`not ready ${READY_WITHIN_MS / 1000} s later`)
    await sleep(25)
  }
}
