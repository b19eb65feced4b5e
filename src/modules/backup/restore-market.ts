import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openTarget } from '../../platform/backup/backup-target.ts'
import { openVault, type Vault } from '../../platform/backup/vault.ts'
import type { Config } from '../../platform/config.ts'
import { withConnection } from '../../platform/database.ts'
import { createPhotoStore } from '../../platform/photo-storage.ts'
import { type AuditReport, auditWhole, type Finding, recordAudit } from '../audit/index.ts'
import { type Base, chooseBase, photoFile } from './base.ts'
import { copiedPhotos } from './copy-photos.ts'
import { requireKnown, restoreCluster } from './restore-cluster.ts'

export interface Restored {
  /** The whole backup that it began with. */
  base: string
  /** The time of the last commit; null where the database was not restored. */
  standsAt: Date | null
  migrated: string[]
  counts: AuditReport['counts']
  photos: number
  /** Of the audit. */
  findings: Finding[]
  /** Photos that are missing or damaged. */
  lostPhotos: string[]
}

/** Until all is there, it is here: nothing can take it for a market. */
const UNFINISHED = 'restoring'
const TYPES = new Map([
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
])

/**
 * Makes a market anew in an empty `DATA_DIR`: database, photos and keys, as they were at `to`, or as late as the backup goes.
 * For a PostgreSQL of one's own, which has been restored by its own means, it brings keys and photos and audits.
 * @throws Error in a sentence; then there is nothing in the place, as before
 */
export async function restoreMarket(
  config: Config,
  { source, to, now }: { source: string; to?: Date | undefined; now: Date },
): Promise<Restored> {
  const place = resolve(config.DATA_DIR)
  await requireEmpty(place)
  const vault = await openVault(openTarget(source, config), config.BACKUP_PASSPHRASE)
  const base = await chooseBase(vault, to)
  requireKnown(base)
  if (!base.cluster !== !config.embeddedDatabase)
    throw new Error(
      base.cluster
        ? 'This is a backup of the embedded database. Restore it without DATABASE_URL, then: market move-database URL'
        : 'This backup holds keys and photos alone. Restore its PostgreSQL first, and set DATABASE_URL to it.',
    )
  const unfinished = join(place, UNFINISHED)
  await mkdir(unfinished, { recursive: true })
  try {
    const restored = await restoreInto(vault, base, { ...config, DATA_DIR: unfinished }, { to, now })
    const names = await readdir(unfinished)
    // The database last: what starts here in between finds no market yet.
    for (const name of names.toSorted((one, other) => rank(one) - rank(other)))
      await rename(join(unfinished, name), join(place, name))
    await rmdir(unfinished)
    return restored
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

const rank = (name: string) => (name === 'postgres' ? 1 : 0)

async function requireEmpty(place: string): Promise<void> {
  const [found] = await readdir(place).catch(() => [])
  if (found === undefined) return
  throw new Error(
    found === UNFINISHED
      ? `A restore into ${place} was cut short. Remove ${join(place, UNFINISHED)}, and run it again.`
      : `${place} is not empty. Set DATA_DIR to an empty folder, or one that does not exist yet.`,
  )
}

async function restoreInto(
  vault: Vault,
  base: Base,
  config: Config,
  { to, now }: { to: Date | undefined; now: Date },
): Promise<Restored> {
  for (const [name, content] of Object.entries(base.secrets))
    await writeFile(join(config.DATA_DIR, name), Buffer.from(content, 'base64'), { mode: 0o600 })
  const photos = await restorePhotos(vault, base, config)
  const database = base.cluster
    ? await restoreEmbedded(vault, { ...base, cluster: base.cluster }, config, { to, now })
    : await auditOwn(base, config, now)
  return { base: base.name, ...photos, ...database }
}

type OfDatabase = Pick<Restored, 'standsAt' | 'migrated' | 'counts' | 'findings'>

async function restoreEmbedded(
  vault: Vault,
  base: Parameters<typeof restoreCluster>[1],
  { DATA_DIR: dataDir }: Config,
  { to, now }: { to: Date | undefined; now: Date },
): Promise<OfDatabase> {
  const { server, db, standsAt, migrated, counts, findings } = await restoreCluster(vault, base, { dataDir, to })
  try {
    await recordAudit(db, { finishedAt: now, findings: findings.length })
  } finally {
    await db.destroy()
    await server.stop()
  }
  return { standsAt, migrated, counts, findings }
}

async function auditOwn(base: Base, config: Config, now: Date): Promise<OfDatabase> {
  return await withConnection(config.directDatabaseUrl, { applicationName: 'market-restore' }, async (db) => {
    const { counts, findings } = await auditWhole(db, { since: base.digest })
    await recordAudit(db, { finishedAt: now, findings: findings.length })
    return { standsAt: null, migrated: [], counts, findings }
  })
}

/** A photo that can't be read must not keep a market from coming back: it is named. */
async function restorePhotos(
  vault: Vault,
  base: Base,
  config: Config,
): Promise<Pick<Restored, 'photos' | 'lostPhotos'>> {
  const store = createPhotoStore(config)
  const keys = await copiedPhotos(vault)
  const lostPhotos = base.photos.filter((key) => !keys.has(key))
  for (const key of keys) {
    const bytes = await vault.get(photoFile(key)).catch(() => null)
    if (bytes) await store.put(key, bytes, TYPES.get(key.split('.').at(-1) ?? '') ?? 'application/octet-stream')
    else lostPhotos.push(key)
  }
  return { photos: keys.size, lostPhotos }
}
