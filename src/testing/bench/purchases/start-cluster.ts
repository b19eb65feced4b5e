import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../platform/embedded-postgres/embedded-postgres.ts'

/** Commits wait for the disk, as on a site; no checkpoint comes in between. */
const SETTINGS = { synchronous_commit: 'on', max_wal_size: '8GB', checkpoint_timeout: '1h' }

export interface Cluster {
  url: string
  stop(): Promise<void>
}

export async function startCluster(): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'market-bench-'))
  // As root, PostgreSQL runs as another user, who must get through.
  await chmod(dataDir, 0o711)
  const server = await startEmbeddedPostgres({ dataDir, settings: SETTINGS })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      for (const folder of [dataDir, server.folder]) await rm(folder, { recursive: true, force: true })
    },
  }
}
