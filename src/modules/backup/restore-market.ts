import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openTarget } from '../../platform/backup/backup-target.ts'
import { Damaged } from '../../platform/backup/damaged.ts'
import { openVault, type Vault } from '../../platform/backup/vault.ts'
import type { Config } from '../../platform/config.ts'
import { withConnection } from '../../platform/database.ts'
import { createPhotoStore } from '../../platform/photo-storage/photo-storage.ts'
import { say, words } from '../../platform/language/words.ts'
import { Refused } from '../../platform/errors.ts'
import { type AuditReport, auditWhole, type Finding, recordAudit } from '../audit/index.ts'
import { forgetTarget } from './backup-row.ts'
import { type Base, photoFile } from './base.ts'
import { type Choice, withBestBase } from './choose-base.ts'
import { copiedPhotos } from './copy-photos.ts'
import { readNewest } from './newest.ts'
import { requireKnown, restoreCluster } from './restore-cluster.ts'

export interface Restored {
  /** The whole backup that it began with. */
  base: string
  /** The time of the last commit; null where the database was not restored. */
  standsAt: Date | null
  migrated: string[]
  counts: AuditReport['counts']
  photos: number
  findings: Finding[]
  /** Faults, a sentence each: backups that were passed over, a hole in the log, lost photos. */
  problems: string[]
}

interface RestoreRequest {
  source: string
  to?: Date | undefined
  /** The name of the whole backup to begin with; left out: the newest one that can be restored. */
  base?: string | undefined
  now: Date
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
export async function restoreMarket(config: Config, request: RestoreRequest): Promise<Restored> {
  const { source, to, base: name } = request
  const place = resolve(config.DATA_DIR)
  await requireEmpty(place)
  const vault = await openVault(openTarget(source, config), config.BACKUP_PASSPHRASE)
  const unfinished = join(place, UNFINISHED)
  try {
    const { found, passedOver } = await withBestBase(vault, { to, name }, async (choice) => {
      await rm(unfinished, { recursive: true, force: true })
      await mkdir(unfinished, { recursive: true })
      return await restoreInto(vault, choice, { ...config, DATA_DIR: unfinished }, request)
    })
    const names = await readdir(unfinished)
    // The database last: what starts here in between finds no market yet.
    for (const name of names.toSorted((one, other) => rank(one) - rank(other)))
      await rename(join(unfinished, name), join(place, name))
    await rmdir(unfinished)
    return { ...found, problems: [...passedOver, ...found.problems] }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw new Error(`There is no room in ${place} for what the backup holds.`, { cause: error })
  }
}

const rank = (name: string) => (name === 'postgres' ? 1 : 0)

async function requireEmpty(place: string): Promise<void> {
  const [found] = await readdir(place).catch(() => [])
  if (found === undefined) return
  throw new Refused(
    found === UNFINISHED
      ? say('A restore into {place} was cut short. Remove {rest}, and run it again.', {
          place,
          rest: join(place, UNFINISHED),
        })
      : say('{place} is not empty. Set DATA_DIR to an empty folder, or one that does not exist yet.', { place }),
  )
}

async function restoreInto(
  vault: Vault,
  { base, chain }: Choice,
  config: Config,
  { to, now }: RestoreRequest,
): Promise<Restored> {
  await requireKnown(base)
  if (!base.cluster !== !config.embeddedDatabase)
    throw new Refused(
      base.cluster
        ? words(
            'This is a backup of the embedded database. Restore it without DATABASE_URL, then: market move-database URL',
          )
        : words('This backup holds keys and photos alone. Restore its PostgreSQL first, and set DATABASE_URL to it.'),
    )
  for (const [name, content] of Object.entries(base.secrets))
    await writeFile(join(config.DATA_DIR, name), Buffer.from(content, 'base64'), { mode: 0o600 })
  const { lost, ...database } =
    base.cluster && chain
      ? await restoreEmbedded(vault, { base: { ...base, cluster: base.cluster }, chain }, config, { to, now })
      : await auditOwn(base, config, now)
  const { photos, lostPhotos } = await restorePhotos(vault, base, config)
  return { base: base.name, photos, ...database, problems: [...lost, ...lostPhotos] }
}

type OfDatabase = Pick<Restored, 'standsAt' | 'migrated' | 'counts' | 'findings'> & { lost: string[] }

async function restoreEmbedded(
  vault: Vault,
  { base, chain }: { base: Parameters<typeof restoreCluster>[1]; chain: Parameters<typeof restoreCluster>[2] },
  { DATA_DIR: dataDir }: Config,
  { to, now }: { to?: Date | undefined; now: Date },
): Promise<OfDatabase> {
  const { server, db, ...found } = await restoreCluster(vault, base, chain, { dataDir, to })
  try {
    await recordAudit(db, { finishedAt: now, findings: found.findings.length })
  } finally {
    await db.destroy()
    await server.stop()
  }
  return found
}

async function auditOwn(base: Base, config: Config, now: Date): Promise<OfDatabase> {
  return await withConnection(config.directDatabaseUrl, { applicationName: 'market-restore' }, async (db) => {
    // It went to the backup of the market that was; where this one goes, somebody has to say.
    await forgetTarget(db)
    const { counts, findings } = await auditWhole(db, { since: base.digest })
    await recordAudit(db, { finishedAt: now, findings: findings.length })
    return { standsAt: null, migrated: [], counts, findings, lost: [] }
  })
}

/** A photo that can't be read must not keep a market from coming back: it is named. */
async function restorePhotos(
  vault: Vault,
  base: Base,
  config: Config,
): Promise<{ photos: number; lostPhotos: string[] }> {
  const store = createPhotoStore(config)
  const keys = await copiedPhotos(vault)
  const newest = await readNewest(vault).catch(() => null)
  const lost = [...base.photos, ...(newest?.photos ?? [])].filter((key) => !keys.has(key))
  for (const key of keys) {
    const bytes = await vault.get(photoFile(key)).catch(onlyDamaged)
    if (bytes) await store.put(key, bytes, TYPES.get(key.split('.').at(-1) ?? '') ?? 'application/octet-stream')
    else lost.push(key)
  }
  if (lost.length > 0) await vault.demandPlace()
  return { photos: keys.size, lostPhotos: lost.map((key) => `${photoFile(key)} in the backup is missing or damaged.`) }
}

function onlyDamaged(error: unknown): null {
  if (error instanceof Damaged) return null
  throw error
}
