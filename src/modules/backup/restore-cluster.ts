import { lchown, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Damaged } from '../../platform/backup/damaged.ts'
import type { Vault } from '../../platform/backup/vault.ts'
import { connectDatabase, type Database } from '../../platform/database.ts'
import { ownMigrations } from '../../platform/database/migrations.ts'
import type { EmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'
import { writePassword } from '../../platform/embedded-postgres/create-cluster.ts'
import { clusterFolder, type Home, openHome } from '../../platform/embedded-postgres/home.ts'
import { recoverCluster } from '../../platform/embedded-postgres/recover.ts'
import { postgresMajor } from '../../platform/embedded-postgres/binaries.ts'
import { compareMigrations } from '../../platform/demand-needs.ts'
import { migrateDatabase } from '../../platform/database/migrate-database.ts'
import { say } from '../../platform/language/words.ts'
import { Refused } from '../../platform/errors.ts'
import { type AuditReport, auditWhole, type Finding } from '../audit/index.ts'
import { forgetTarget } from './backup-row.ts'
import { type Base, chunkKey, type Cluster } from './base.ts'
import type { LogChain } from './log-chain.ts'
import { readLog } from './read-log.ts'

export interface Recovered {
  server: EmbeddedPostgres
  db: Database
  /** The time of the last commit; null where the log held none. */
  standsAt: Date | null
  /** Migrations that this version has run on top. */
  migrated: string[]
  counts: AuditReport['counts']
  findings: Finding[]
  /** Where the log broke off before its end, in a sentence. */
  lost: string[]
}

/** @throws Error in a sentence where this version can't read that backup */
export async function requireKnown(base: Base): Promise<void> {
  const known = new Set(await ownMigrations())
  const unknown = base.migrations.filter((name) => !known.has(name))
  if (unknown.length > 0) throw newerVersion(`${base.version}, with ${unknown.join(', ')}`)
}

const newerVersion = (what: string) =>
  new Refused(
    say('This backup was made by a newer version of the market ({what}). Restore it with that one or a later one.', {
      what,
    }),
  )

/**
 * Makes the cluster of a backup anew under `dataDir`, replays the log until `to` or its end, runs the migrations that are
 * new, and audits: with the digest of the backup, history is compared as well.
 * @throws {Damaged} where anything is missing without which there is no database; a hole in the log behind it is `lost`
 */
export async function restoreCluster(
  vault: Vault,
  base: Base & { cluster: Cluster },
  chain: LogChain,
  { dataDir, to, settings = {} }: { dataDir: string; to?: Date | undefined; settings?: Record<string, string> },
): Promise<Recovered> {
  await mkdir(dataDir, { recursive: true })
  const home = openHome(dataDir, () => undefined)
  const major = postgresMajor(home)
  if (base.cluster.postgres !== major)
    throw new Refused(
      say(
        'This backup is of PostgreSQL {postgres}, this version of the market brings {major}. Restore it with version {version}, and move it by market move-database.',
        { postgres: base.cluster.postgres, major, version: base.version },
      ),
    )
  const log = await readLog(vault, base.cluster, chain)
  await layOut(vault, base.cluster, home)
  const { server, reached } = await recoverCluster(dataDir, {
    log: log.get,
    timeline: chain.timeline,
    to,
    settings,
  })
  const db = connectDatabase(server.url, { applicationName: 'market-restore' })
  try {
    const found = await bringUp(db, base)
    const lost = reached ? [] : log.lost(found.standsAt ?? new Date(base.finishedAt))
    return { server, db, ...found, lost }
  } catch (error) {
    await db.destroy()
    await server.stop()
    throw error
  }
}

async function bringUp(db: Database, base: Base): Promise<Omit<Recovered, 'server' | 'db' | 'lost'>> {
  const { rows } = await db.raw<{ rows: [{ at: Date | null }] }>('select pg_last_xact_replay_timestamp() as at')
  const { unknown } = await compareMigrations(db)
  if (unknown.length > 0) throw newerVersion(`it was upgraded after that whole backup, with ${unknown.join(', ')}`)
  const migrated = await migrateDatabase(db)
  // It went to the backup of the market that was; where this one goes, somebody has to say.
  await forgetTarget(db)
  await db.raw('alter system reset archive_timeout')
  const { counts, findings } = await auditWhole(db, { since: base.digest })
  return { standsAt: rows[0].at, migrated, counts, findings }
}

async function layOut(vault: Vault, cluster: Cluster, home: Home): Promise<void> {
  const root = clusterFolder(home)
  const own = async (path: string) => {
    if (home.user) await lchown(path, home.user.uid, home.user.gid)
  }
  for (const folder of ['', ...cluster.folders.toSorted()]) {
    await mkdir(join(root, folder), { mode: 0o700 })
    await own(join(root, folder))
  }
  writePassword(home, cluster.password)
  const read = lastRead((name) => readChunk(vault, name))
  for (const { path, parts } of cluster.files) {
    const file = await open(join(root, path), 'wx', 0o600)
    try {
      for (const [name, from, length] of parts) {
        const bytes = (await read(name)).subarray(from, from + length)
        if (bytes.length !== length) throw new Damaged(chunkKey(name), 'damaged')
        await file.writeFile(bytes)
      }
    } finally {
      await file.close()
    }
    await own(join(root, path))
  }
}

/** @throws {Damaged} */
export async function readChunk(vault: Vault, name: string): Promise<Buffer> {
  const bytes = await vault.get(chunkKey(name))
  if (!bytes) throw new Damaged(chunkKey(name), 'missing')
  if (vault.nameOf(bytes) !== name) throw new Damaged(chunkKey(name), 'damaged')
  return bytes
}

/** Files that share a chunk come one after the other, though larger ones may stand between. */
function lastRead(read: (name: string) => Promise<Buffer>): (name: string) => Promise<Buffer> {
  const recent = new Map<string, Promise<Buffer>>()
  return (name) => {
    const bytes = recent.get(name) ?? read(name)
    recent.delete(name)
    recent.set(name, bytes)
    for (const oldest of recent.keys()) if (recent.size > RECENT) recent.delete(oldest)
    return bytes
  }
}

const RECENT = 4
