import { setTimeout as sleep } from 'node:timers/promises'
import { openTarget } from '../../platform/backup/backup-target.ts'
import { openVault, type Vault } from '../../platform/backup/vault.ts'
import type { Context } from '../../platform/context.ts'
import { messageOf } from '../../platform/errors.ts'
import { type BackupState, noteArchived, noteNoProblem, noteProblem, readBackup } from './backup-row.ts'
import { copiedPhotos, copyPhotos } from './copy-photos.ts'
import { shipLog, untilShipped } from './ship-log.ts'

/** Between two looks at what PostgreSQL has put aside. */
const LOOK_MS = 2000
/** Between two looks at the photos, and for a target where there is none. */
const RARELY_MS = 20_000
/** How long the end of this process waits for the last of it. */
const LAST_MS = 10_000

/**
 * Keeps the backup current while this process runs: what PostgreSQL puts aside goes to the target within seconds, new
 * photos within half a minute. Photos in a bucket are safe from this machine; they are copied with the whole backups.
 * @returns ends it, with what is not in the target yet
 */
export function keepBackup(ctx: Context): () => Promise<void> {
  const { db, config, clock, log } = ctx
  const stopping = new AbortController()
  let open: { vault: Vault; photos: Set<string>; photosAt: number } | undefined

  async function carry(state: BackupState): Promise<void> {
    if (open?.vault.target !== state.target) {
      const vault = await openVault(openTarget(state.target, config), config.BACKUP_PASSPHRASE)
      open = { vault, photos: await copiedPhotos(vault), photosAt: -Infinity }
    }
    const { vault, photos } = open
    if (config.embeddedDatabase && (await shipLog(vault, config.DATA_DIR)) > 0) await noteArchived(db, clock.now())
    if (!config.s3 && performance.now() - open.photosAt >= RARELY_MS) {
      await copyPhotos(vault, ctx.photos, photos)
      open.photosAt = performance.now()
    }
    if (state.problem !== null) await noteNoProblem(db)
  }
  async function look(): Promise<number> {
    const state = await readBackup(db)
    if (!state) return RARELY_MS
    try {
      await carry(state)
      return LOOK_MS
    } catch (error) {
      log.error({ err: error }, 'the backup is not going on')
      await noteProblem(db, messageOf(error), clock.now())
      return RARELY_MS
    }
  }
  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pause = await look().catch(() => RARELY_MS)
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  async function carryRest(): Promise<void> {
    if (!open || !config.embeddedDatabase || !(await readBackup(db))) return
    const { rows } = await db.raw<{ rows: [{ segment: string }] }>('select pg_walfile_name(pg_switch_wal()) as segment')
    await untilShipped(open.vault, config.DATA_DIR, rows[0].segment, LAST_MS)
  }
  const looking = keepLooking()
  return async () => {
    stopping.abort()
    await looking
    await carryRest().catch((error: unknown) => {
      log.warn({ err: error }, 'the end of the log is not in the backup')
    })
  }
}
