import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Damaged } from '../../platform/backup/damaged.ts'
import type { Vault } from '../../platform/backup/vault.ts'
import { listSpool, readSpooled, removeSpooled } from '../../platform/embedded-postgres/archive.ts'
import { tryLock } from '../../platform/process/process-lock.ts'
import { say } from '../../platform/language/words.ts'
import { Refused } from '../../platform/errors.ts'
import { segmentKey } from './base.ts'
import { isSegment } from './log-chain.ts'
import { changeNewest } from './newest.ts'

const SEGMENT_BYTES = 16 * 2 ** 20
/** Between two looks whether the place is still the one it was. */
const AT_ONCE = 16

export const clusterHome = (dataDir: string) => realpathSync(join(dataDir, 'postgres'))

/** The process that has it carries the log, and whatever else changes what the newest of the place is. */
export const logLock = (dataDir: string) => join(resolve(dataDir), 'backup-log.lock')
/** Held while the first whole backup in a new place is taken: what goes to the old one is needed there as well. */
const firstLock = (dataDir: string) => join(resolve(dataDir), 'backup-first.lock')

export const tryLockFirst = (dataDir: string) => tryLock(firstLock(dataDir), 'exclusive')

export interface Shipping {
  vault: Vault
  dataDir: string
  /** The newest segment that is there already. */
  after: string | null
  now: () => Date
  /** Nobody else carries the log there. */
  alone: boolean
  /** Segments that waited are in the vault, and may be removed here. */
  settle: (newest: string | null, remove: () => Promise<void>) => Promise<void>
}

/**
 * Carries what the embedded PostgreSQL has put aside to the vault.
 * @returns how many files
 * @throws Error where the vault has another file of that name, which is never replaced
 */
export async function shipLog(shipping: Shipping): Promise<number> {
  const lock = shipping.alone ? undefined : tryLock(logLock(shipping.dataDir), 'exclusive')
  if (!lock && !shipping.alone) return 0
  try {
    const home = clusterHome(shipping.dataDir)
    const names = await listSpool(home)
    for (let from = 0; from < names.length; from += AT_ONCE)
      await shipSome(home, names.slice(from, from + AT_ONCE), shipping)
    return names.length
  } finally {
    lock?.release()
  }
}

async function shipSome(home: string, names: string[], { vault, after, now, settle }: Shipping): Promise<void> {
  const fresh = names.filter((name) => !isSegment(name) || after === null || name > after)
  const newest = fresh.findLast(isSegment) ?? null
  if (fresh.length > 0) {
    await vault.demandPlace()
    for (const name of fresh) await shipFile(vault, name, await readSpooled(home, name))
    // It may have been unplugged meanwhile, so that what was written lies in the folder beneath.
    await vault.demandPlace()
    const at = now().toISOString()
    if (newest !== null) await changeNewest(vault, (found) => ({ ...found, segment: newest, at }))
  }
  await settle(newest, async () => {
    for (const name of names) await removeSpooled(home, name)
  })
}

async function shipFile(vault: Vault, name: string, bytes: Buffer): Promise<void> {
  if (isSegment(name) && bytes.length !== SEGMENT_BYTES)
    throw new Refused(
      say('Segment {name} of the log has {bytes} bytes: the disk may be full.', { name, bytes: bytes.length }),
    )
  const present = await vault.get(segmentKey(name)).catch((error: unknown) => {
    if (error instanceof Damaged) return null
    throw error
  })
  if (!present) await vault.put(segmentKey(name), bytes)
  else if (!present.equals(bytes))
    throw new Refused(
      say('{target} has another {name}: two markets write there. Give this one a place of its own.', {
        target: vault.target,
        name,
      }),
    )
}
