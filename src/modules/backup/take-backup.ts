import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type BackupTarget, openTarget } from '../../platform/backup/backup-target.ts'
import { Damaged } from '../../platform/backup/damaged.ts'
import { openOwnVault, otherBackup, type Vault } from '../../platform/backup/vault.ts'
import type { Config } from '../../platform/config.ts'
import type { Context } from '../../platform/context.ts'
import { makeSpool } from '../../platform/embedded-postgres/archive.ts'
import { readPassword } from '../../platform/embedded-postgres/create-cluster.ts'
import { clusterFolder, type Home, openHome } from '../../platform/embedded-postgres/home.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'
import { waitForLock } from '../../platform/process/process-lock.ts'
import { words } from '../../platform/language/words.ts'
import { Refused } from '../../platform/errors.ts'
import { ledgerDigest } from '../audit/index.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { type BackupState, recordShipped, recordTaken, readBackup } from './backup-row.ts'
import { type Base, baseName, type Cluster, photoFile, putBase, segmentKey } from './base.ts'
import { archivingProblems } from './check-archiving.ts'
import { copyCluster } from './copy-cluster.ts'
import { copiedPhotos, copyPhotos } from './copy-photos.ts'
import { historyOf, timelineOf } from './log-chain.ts'
import { changeNewest } from './newest.ts'
import { demandNoSuccessor } from './place.ts'
import { prune } from './prune.ts'
import { logLock, type Shipping, tryLockFirst } from './ship-log.ts'
import { endAbandoned } from './stop-backup.ts'
import { untilShipped, whileShipping } from './until-shipped.ts'

/** Any number that nobody else takes as an advisory lock. */
const BACKUP_LOCK = 7_211_467
const LOCK_SECONDS = 600
const SECRET_BYTES = 2 ** 16

export interface Taken {
  name: string
  target: string
  encrypted: boolean
  photos: number
  /** Faults of the archiving of a PostgreSQL of one's own; nothing is for the embedded one. */
  problems: string[]
}

/**
 * Takes a whole backup to `name`, a folder or `s3://bucket/prefix`. From the first one in a place on, the log is carried
 * there as well, and no longer to the place before.
 * With a PostgreSQL of one's own it takes keys and photos, and looks whether that server's log is archived.
 * @throws Error when another backup is under way, or the place is not to be used
 */
export async function takeBackup(ctx: Context, name: string): Promise<Taken> {
  const { config } = ctx
  const target = openTarget(name, config)
  const state = await readBackup(ctx.db)
  const goesOn = state?.target === target.name ? state : undefined
  if (!config.embeddedDatabase)
    return await connected(config.directDatabaseUrl, async (client) => {
      const vault = await openFor(client, target, config, goesOn)
      return { ...(await take(ctx, client, { vault, goesOn })), problems: await archivingProblems(client) }
    })
  if (process.platform === 'win32')
    throw new Refused(
      words('The embedded database is backed up on Linux and macOS. Here, use a PostgreSQL of your own.'),
    )
  const server = await startEmbeddedPostgres({ dataDir: config.DATA_DIR })
  const first = goesOn ? undefined : tryLockFirst(config.DATA_DIR)
  try {
    if (!goesOn && !first) throw new Refused(words('Another backup is under way.'))
    const home = openHome(config.DATA_DIR, () => undefined)
    return await connected(server.url, async (client) => {
      const vault = await openFor(client, target, config, goesOn)
      await demandNoSuccessor(ctx.db, vault)
      const shipping = shippingFor(ctx, vault, { state, goesOn })
      return { ...(await take(ctx, client, { vault, goesOn, embedded: { home, shipping } })), problems: [] }
    })
  } finally {
    first?.release()
    if (!state) await endAbandoned(ctx)
    await server.stop()
  }
}

/** @throws Error where it is the place of another market, or the disk of this one's is unplugged or exchanged */
async function openFor(
  client: pg.Client,
  target: BackupTarget,
  config: Config,
  goesOn: BackupState | undefined,
): Promise<Vault> {
  const market = await systemOf(client)
  const vault = await openOwnVault(target, { market, passphrase: config.BACKUP_PASSPHRASE, makes: !goesOn })
  if (goesOn && goesOn.place !== vault.description) throw new Refused(otherBackup(target.name))
  return vault
}

/** While it is the first whole backup in a place, the log goes to the one before as well, if there is one. */
function shippingFor(
  { db, config, clock }: Context,
  vault: Vault,
  { state, goesOn }: { state: BackupState | undefined; goesOn: BackupState | undefined },
): Shipping {
  const shipping: Shipping = {
    vault,
    dataDir: config.DATA_DIR,
    after: goesOn?.shipped ?? null,
    now: () => clock.now(),
    alone: !goesOn,
    async settle(newest, remove) {
      shipping.after = newest ?? shipping.after
      const isOurs = goesOn && (await recordShipped(db, { target: vault.target, shipped: newest, now: clock.now() }))
      if (isOurs || !state) await remove()
    },
  }
  return shipping
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
    if (!rows[0]?.alone) throw new Refused(words('Another backup is under way.'))
    return await work(client)
  } finally {
    await client.end()
  }
}

async function systemOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')
  return rows[0]?.id ?? ''
}

interface Taking {
  vault: Vault
  /** Undefined for the first one in that place. */
  goesOn: BackupState | undefined
  embedded?: { home: Home; shipping: Shipping }
}

async function take(
  ctx: Context,
  client: pg.Client,
  { vault, goesOn, embedded }: Taking,
): Promise<Omit<Taken, 'problems'>> {
  const { db, config } = ctx
  const rotten = goesOn?.rotten ?? []
  const begun = ctx.clock.now()
  const startedAt = await now(client)
  const digest = await ledgerDigest(db)
  const migrations = await db('migration').orderBy('name').pluck('name')
  const cluster = embedded ? await takeCluster(client, vault, { ...embedded, rotten }) : null
  // After the database, so that whatever it knows of has its file.
  const copied = await copiedPhotos(vault)
  for (const key of copied) if (rotten.includes(photoFile(key))) copied.delete(key)
  const { keys: photos } = await copyPhotos(vault, ctx.photos, copied)
  const base: Base = {
    format: 1,
    name: baseName(startedAt),
    startedAt: startedAt.toISOString(),
    finishedAt: (await now(client)).toISOString(),
    version: manifest.version,
    migrations,
    digest,
    secrets: vault.encrypted || !vault.remote ? await readSecrets(config) : {},
    photos,
    cluster,
  }
  await putBase(vault, base)
  const lock = goesOn ? await waitForLock(logLock(config.DATA_DIR), 'exclusive', LOCK_SECONDS) : undefined
  try {
    await changeNewest(vault, (newest) => ({ ...newest, photos: newest.photos.filter((key) => !copied.has(key)) }))
  } finally {
    lock?.release()
  }
  const { target, description: place } = vault
  const shipped = embedded?.shipping.after ?? null
  await recordTaken(db, { target, place, shipped, startedAt: begun, now: ctx.clock.now() })
  await prune(vault, copied)
  await removeRotten(vault, rotten)
  return { name: base.name, target, encrypted: vault.encrypted, photos: photos.length }
}

/**
 * An object that could not be written anew, because nothing of the market needs it any more, must not be taken for
 * sound.
 */
async function removeRotten(vault: Vault, rotten: string[]): Promise<void> {
  for (const key of rotten) {
    await vault.get(key).catch(async (error: unknown) => {
      if (!(error instanceof Damaged)) throw error
      await vault.delete(key)
    })
  }
}

async function now(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now ?? new Date(0)
}

async function takeCluster(
  client: pg.Client,
  vault: Vault,
  { home, shipping, rotten }: { home: Home; shipping: Shipping; rotten: string[] },
): Promise<Cluster> {
  const { rows } = await client.query<{ archiving: string; version: string }>(
    `select current_setting('archive_mode') as archiving, current_setting('server_version_num') as version`,
  )
  if (rows[0]?.archiving !== 'on')
    throw new Refused(
      words('Please restart the market once: its PostgreSQL has been running since before there were backups.'),
    )
  makeSpool(home)
  const started = await client.query<{ segment: string }>(
    `select pg_walfile_name(pg_backup_start('market backup', fast => true)) as segment`,
  )
  const copied = await whileShipping(shipping, async () => {
    const copy = await copyCluster(vault, clusterFolder(home), rotten)
    const stopped = await client.query<{ label: string; segment: string }>(
      `select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(wait_for_archive => false)`,
    )
    return { ...(await copy.finish(stopped.rows[0]?.label ?? '')), lastSegment: stopped.rows[0]?.segment ?? '' }
  })
  await putHistory(vault, home, copied.lastSegment)
  await untilShipped(shipping, copied.lastSegment)
  return {
    postgres: Math.floor(Number(rows[0].version) / 10_000),
    password: readPassword(home),
    firstSegment: started.rows[0]?.segment ?? '',
    ...copied,
  }
}

/**
 * The history by which a restored market's log follows that of the one before; PostgreSQL does not put it aside while
 * it restores.
 */
async function putHistory(vault: Vault, home: Home, segment: string): Promise<void> {
  const name = historyOf(timelineOf(segment))
  const path = join(clusterFolder(home), 'pg_wal', name)
  if (existsSync(path)) await vault.put(segmentKey(name), await readFile(path))
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
