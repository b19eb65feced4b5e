import { readdir, readFile, rm } from 'node:fs/promises'
import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Vault } from '../../platform/backup/vault.ts'
import { spoolFolder } from '../../platform/embedded-postgres/archive.ts'
import { tryLock } from '../../platform/process-lock.ts'
import { segmentKey } from './base.ts'

const SEGMENT_BYTES = 16 * 2 ** 20
const PATIENCE_MS = 120_000
const POLL_MS = 50

/**
 * Carries what the embedded PostgreSQL has put aside to the vault, one process at a time.
 * @returns how many files
 * @throws Error where the vault has another file of that name, which is never replaced
 */
export async function shipLog(vault: Vault, dataDir: string): Promise<number> {
  const lock = tryLock(join(resolve(dataDir), 'backup-log.lock'), 'exclusive')
  if (!lock) return 0
  try {
    const spool = spoolFolder(realpathSync(join(dataDir, 'postgres')))
    const names = (await readdir(spool).catch(() => [])).filter((name) => !name.startsWith('.')).toSorted()
    for (const name of names) {
      await shipFile(vault, name, await readFile(join(spool, name)))
      await rm(join(spool, name))
    }
    return names.length
  } finally {
    lock.release()
  }
}

async function shipFile(vault: Vault, name: string, bytes: Buffer): Promise<void> {
  if (/^[0-9A-F]{24}$/.test(name) && bytes.length !== SEGMENT_BYTES)
    throw new Error(`Segment ${name} of the log has ${bytes.length} bytes: the disk may be full.`)
  const present = await vault.get(segmentKey(name))
  if (!present) await vault.put(segmentKey(name), bytes)
  else if (!present.equals(bytes))
    throw new Error(`${vault.target} has another ${name}: two markets write there. Give this one a place of its own.`)
}

/** Until that segment is in the vault, whoever carries it. @throws Error after so many milliseconds, two minutes if left out */
export async function untilShipped(
  vault: Vault,
  dataDir: string,
  segment: string,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    await shipLog(vault, dataDir)
    if ((await vault.list(segmentKey(segment))).length > 0) return
    await sleep(POLL_MS)
  }
  throw new Error('PostgreSQL did not put its log aside in time. postgres.log under DATA_DIR says why.')
}
