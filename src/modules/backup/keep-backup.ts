import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '../../platform/durations.ts'
import type { Vault } from '../../platform/backup/vault.ts'
import type { Context } from '../../platform/context.ts'
import { messageOf } from '../../platform/errors.ts'
import { tryLock } from '../../platform/process/process-lock.ts'
import { type BackupState, recordNoProblem, recordProblem, recordShipped, readBackup } from './backup-row.ts'
import { copiedPhotos, copyPhotos } from './copy-photos.ts'
import { archiveOften, holdLog } from './hold-log.ts'
import { changeNewest } from './newest.ts'
import { demandCarried, demandNoHole, demandNoSuccessor, LogBroken, openPlace } from './place.ts'
import { logLock, shipLog, type Shipping, tryLockFirst } from './ship-log.ts'
import { endAbandoned } from './stop-backup.ts'
import { untilShipped } from './until-shipped.ts'

/** Between two looks at what PostgreSQL has put aside. */
const LOOK_MS = 2000
/** Between two looks at the photos and the place, and for a target where there is none. */
const RARELY_MS = 20_000
/** Between two looks whether all of the log is there. */
const SELDOM_MS = HOUR_MS
/** The end of this process waits so long for the last of it. */
const LAST_MS = 10_000

interface Open {
  vault: Vault
  photos: Set<string>
  lookedAt: number
  countedAt: number
}

/**
 * Keeps the backup current while this process runs: what PostgreSQL puts aside goes to the target within seconds, new
 * photos within half a minute. Photos in a bucket are safe from this machine; they are copied with the whole backups.
 * @param heldBytes how much of the log may wait for a place that is away
 * @returns ends it, with what is not in the target yet
 */
export function keepBackup(ctx: Context, heldBytes?: number): () => Promise<void> {
  const { db, config, clock, log } = ctx
  const stopping = new AbortController()
  let open: Open | undefined
  let isMending = false

  async function openAnew(state: BackupState): Promise<Open> {
    const vault = await openPlace(config, state)
    return { vault, photos: await copiedPhotos(vault), lookedAt: -Infinity, countedAt: -Infinity }
  }
  async function carry(state: BackupState): Promise<void> {
    if (open?.vault.target !== state.target || state.place !== open.vault.description) open = await openAnew(state)
    const { vault } = open
    const rarely = performance.now() - open.lookedAt >= RARELY_MS || state.problem !== null
    if (rarely) await lookAtPlace(open, state)
    if (config.embeddedDatabase) await shipLog(shipping(vault, state.shipped))
    if (rarely) {
      if (!config.s3) await carryPhotos(open)
      if (config.embeddedDatabase) await archiveOften(db, true)
      open.lookedAt = performance.now()
    }
    if (state.problem !== null) await recordNoProblem(db)
    if (state.logLostAt !== null) await mend()
  }
  async function lookAtPlace(place: Open, state: BackupState): Promise<void> {
    await place.vault.demandPlace()
    if (!config.embeddedDatabase) return
    await demandNoSuccessor(db, place.vault)
    await demandCarried(place.vault, state)
    if (performance.now() - place.countedAt < SELDOM_MS && state.problem === null) return
    await demandNoHole(place.vault)
    place.countedAt = performance.now()
  }
  async function carryPhotos({ vault, photos }: Open): Promise<void> {
    const lock = tryLock(logLock(config.DATA_DIR), 'exclusive')
    if (!lock) return
    try {
      const { added } = await copyPhotos(vault, ctx.photos, photos)
      if (added.length > 0)
        await changeNewest(vault, (newest) => ({ ...newest, photos: [...new Set([...newest.photos, ...added])] }))
    } finally {
      lock.release()
    }
  }
  /** Only a whole backup makes a broken log of use again. */
  async function mend(): Promise<void> {
    if (isMending) return
    isMending = true
    await db.transaction((trx) => ctx.queue.send(trx, 'backup.take', {}))
  }
  async function look(): Promise<number> {
    const state = await readBackup(db)
    if (!state) {
      if (config.embeddedDatabase) await endAbandoned(ctx)
      return RARELY_MS
    }
    try {
      await carry(state)
      isMending &&= state.logLostAt !== null
      return LOOK_MS
    } catch (error) {
      log.error({ err: error }, 'the backup is not going on')
      await recordProblem(db, messageOf(error), clock.now())
      if (error instanceof LogBroken) await mend()
      if (config.embeddedDatabase) await holdLog(ctx, heldBytes)
      return RARELY_MS
    }
  }
  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pause = await look().catch(() => RARELY_MS)
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const shipping = (vault: Vault, after: string | null): Shipping => ({
    vault,
    after,
    dataDir: config.DATA_DIR,
    now: () => clock.now(),
    alone: false,
    async settle(shipped, remove) {
      const free = tryLockFirst(config.DATA_DIR)
      try {
        const isOurs = await recordShipped(db, { target: vault.target, shipped, now: clock.now() })
        if (free && isOurs) await remove()
      } finally {
        free?.release()
      }
    },
  })
  async function carryRest(): Promise<void> {
    const state = open && config.embeddedDatabase ? await readBackup(db) : undefined
    if (!open || !state || state.problem !== null) return
    const { rows } = await db.raw<{ rows: [{ segment: string }] }>('select pg_walfile_name(pg_switch_wal()) as segment')
    await untilShipped(shipping(open.vault, state.shipped), rows[0].segment, LAST_MS)
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
