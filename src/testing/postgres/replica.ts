import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile, chmod, stat, chown } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'

export interface Replica {
  /** The address of the same database. */
  url: string
  /** Nothing more is replayed, though it goes on arriving. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

/** A streaming replica of the embedded server that `databaseUrl` belongs to, made from a copy of its files. */
export async function startReplica(databaseUrl: string): Promise<Replica> {
  const primary = new pg.Client(databaseUrl)
  await primary.connect()
  const ask = async (sql: string) => (await primary.query<Record<string, string>>(sql)).rows[0] ?? {}
  const { data_directory: cluster = '' } = await ask('show data_directory')
  const { max_connections: connections = '' } = await ask('show max_connections')
  const dataDir = await mkdtemp(join(tmpdir(), 'market-replica-'))
  const slot = `replica_${process.pid}`
  // As root, PostgreSQL runs as another user, who must get through.
  await chmod(dataDir, 0o711)
  await ask(`select pg_create_physical_replication_slot('${slot}', true)`)
  await ask(`select pg_backup_start('replica', fast => true)`)
  const home = join(dataDir, 'postgres')
  // While it is written to: what is torn is mended from the log of changes. Files that go meanwhile are not missed.
  await promisify(execFile)('cp', ['-a', dirname(cluster), home]).catch(() => undefined)
  const { labelfile = '' } = await ask('select labelfile from pg_backup_stop(wait_for_archive => false)')
  const copy = join(home, basename(cluster))
  await rm(join(copy, 'postmaster.pid'), { force: true })
  const { uid, gid } = await stat(copy)
  for (const [name, text] of Object.entries({ backup_label: labelfile, 'standby.signal': '' })) {
    await writeFile(join(copy, name), text)
    await chown(join(copy, name), uid, gid)
  }
  const { username, password, hostname, port, pathname } = new URL(databaseUrl)
  const server = await startEmbeddedPostgres({
    dataDir,
    database: pathname.slice(1),
    settings: {
      fsync: 'off',
      max_connections: connections,
      primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
      primary_slot_name: slot,
    },
  })
  const replica = new pg.Client(server.url)
  await replica.connect()
  return {
    url: server.url,
    pause: async () => void (await replica.query('select pg_wal_replay_pause()')),
    resume: async () => void (await replica.query('select pg_wal_replay_resume()')),
    async stop() {
      await replica.end()
      await server.stop()
      await primary.query(`select pg_drop_replication_slot('${slot}')`)
      await primary.end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
