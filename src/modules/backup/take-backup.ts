import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openTarget } from '../../platform/backup/backup-target.ts'
import { openOrMakeVault, type Vault } from '../../platform/backup/vault.ts'
import type { Config } from '../../platform/config.ts'
import type { Context } from '../../platform/context.ts'
import { makeSpool } from '../../platform/embedded-postgres/archive.ts'
import { readPassword } from '../../platform/embedded-postgres/create-cluster.ts'
import { clusterFolder, type Home, openHome } from '../../platform/embedded-postgres/home.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres.ts'
import { ledgerDigest } from '../audit/index.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { noteTaken, setTarget } from './backup-row.ts'
import { type Base, baseName, type Cluster, putBase } from './base.ts'
import { archivingProblems } from './check-archiving.ts'
import { copyCluster } from './copy-cluster.ts'
import { copiedPhotos, copyPhotos } from './copy-photos.ts'
import { prune } from './prune.ts'
import { untilShipped } from './ship-log.ts'

/** Any number that nobody else takes as an advisory lock. */
const BACKUP_LOCK = 7_211_467
/** At most so many seconds pass until PostgreSQL puts aside what was written, however little that is. */
const ARCHIVE_SECONDS = 30
const SECRET_BYTES = 2 ** 16

export interface Taken {
  name: string
  target: string
  encrypted: boolean
  photos: number
  /** What is wrong with the archiving of a PostgreSQL of one's own; nothing is for the embedded one. */
  problems: string[]
}

/**
 * Takes a whole backup to `name`, a folder or `s3://bucket/prefix`, from which on the log is carried there as well.
 * Of a PostgreSQL of one's own it takes keys and photos, and looks whether its log is archived.
 * @throws Error when another backup is under way, or the place is not to be used
 */
export async function takeBackup(ctx: Context, name: string): Promise<Taken> {
  const { config } = ctx
  const target = openTarget(name, config)
  if (!config.embeddedDatabase)
    return await connected(config.directDatabaseUrl, async (client) => {
      const vault = await openOrMakeVault(target, await systemOf(client), config.BACKUP_PASSPHRASE)
      await setTarget(ctx.db, target.name, ctx.clock.now())
      return { ...(await take(ctx, client, vault)), problems: await archivingProblems(client) }
    })
  if (process.platform === 'win32')
    throw new Error('The embedded database is backed up on Linux and macOS. Here, use a PostgreSQL of your own.')
  const server = await startEmbeddedPostgres({ dataDir: config.DATA_DIR })
  try {
    const home = openHome(config.DATA_DIR, () => undefined)
    return await connected(server.url, async (client) => {
      const vault = await openOrMakeVault(target, await systemOf(client), config.BACKUP_PASSPHRASE)
      await setTarget(ctx.db, target.name, ctx.clock.now())
      return { ...(await take(ctx, client, vault, home)), problems: [] }
    })
  } finally {
    await server.stop()
  }
}

/** With a session that has no limits of time and that no other backup has. */
async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  // A server that dies is noticed by the next statement.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [BACKUP_LOCK])
    if (!rows[0]?.alone) throw new Error('Another backup is under way.')
    return await work(client)
  } finally {
    await client.end()
  }
}

async function systemOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')
  return rows[0]?.id ?? ''
}

async function take(ctx: Context, client: pg.Client, vault: Vault, home?: Home): Promise<Omit<Taken, 'problems'>> {
  const { db, config } = ctx
  const startedAt = await now(client)
  const digest = await ledgerDigest(db)
  const migrations = await db('migration').orderBy('name').pluck('name')
  const cluster = home ? await takeCluster(client, vault, home, config) : null
  // After the database, so that whatever it knows of has its file.
  const copied = await copiedPhotos(vault)
  const photos = await copyPhotos(vault, ctx.photos, copied)
  const base: Base = {
    format: 1,
    name: baseName(startedAt),
    startedAt: startedAt.toISOString(),
    finishedAt: (await now(client)).toISOString(),
    version: manifest.version,
    migrations,
    digest,
    secrets: await readSecrets(config),
    photos,
    cluster,
  }
  await putBase(vault, base)
  await noteTaken(db, ctx.clock.now())
  await prune(vault, copied)
  return { name: base.name, target: vault.target, encrypted: vault.encrypted, photos: photos.length }
}

async function now(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now ?? new Date(0)
}

async function takeCluster(client: pg.Client, vault: Vault, home: Home, config: Config): Promise<Cluster> {
  const { rows } = await client.query<{ archiving: string; version: string }>(
    `select current_setting('archive_mode') as archiving, current_setting('server_version_num') as version`,
  )
  if (rows[0]?.archiving !== 'on')
    throw new Error('Please restart the market once: its PostgreSQL runs since before there were backups.')
  makeSpool(home)
  await client.query(`alter system set archive_timeout = '${ARCHIVE_SECONDS}s'`)
  await client.query('select pg_reload_conf()')
  const started = await client.query<{ segment: string }>(
    `select pg_walfile_name(pg_backup_start('market backup', fast => true)) as segment`,
  )
  const copy = await copyCluster(vault, clusterFolder(home))
  const stopped = await client.query<{ label: string; segment: string }>(
    `select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(wait_for_archive => false)`,
  )
  const lastSegment = stopped.rows[0]?.segment ?? ''
  const { files, folders } = await copy.finish(stopped.rows[0]?.label ?? '')
  await untilShipped(vault, config.DATA_DIR, lastSegment)
  return {
    postgres: Math.floor(Number(rows[0].version) / 10_000),
    password: readPassword(home),
    firstSegment: started.rows[0]?.segment ?? '',
    lastSegment,
    folders,
    files,
  }
}

/** The keys that were generated into DATA_DIR; those of the environment are the operator's. */
async function readSecrets({ DATA_DIR }: Config): Promise<Record<string, string>> {
  const secrets: [string, string][] = []
  const names: string[] = await readdir(DATA_DIR).catch(() => [])
  for (const name of names) {
    const path = join(DATA_DIR, name)
    if (!/^[\w-][\w.-]*$/.test(name) || name.endsWith('.lock')) continue
    const found = await stat(path)
    if (found.isFile() && found.size <= SECRET_BYTES) secrets.push([name, (await readFile(path)).toString('base64')])
  }
  return Object.fromEntries(secrets)
}
