import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '../errors.ts'
import { say } from '../language/words.ts'

/** Any number of holders may have a file 'shared', or one alone has it 'exclusive'. */
export type LockMode = 'shared' | 'exclusive'

export interface ProcessLock {
  release(): void
}

const SQLITE_BUSY = 5
/** Keeps handles from being garbage-collected, which would release their locks unnoticed. */
const openHandles = new Set<DatabaseSync>()

/**
 * Takes the lock on `file` (made empty if absent), or answers undefined while another holder excludes it.
 * The lock is the operating system's own file lock, borrowed through SQLite because Node has no call for it:
 * it ends with the process however that ends, so a killed holder leaves nothing to clean up.
 * Nothing else may open the file: closing any descriptor of it would drop this process's locks (POSIX).
 * @throws {Unavailable} when this user can't open the file for writing
 */
export function tryLock(file: string, mode: LockMode): ProcessLock | undefined {
  const handle = new DatabaseSync(file, { open: false, timeout: 0 })
  try {
    handle.open()
    // Nothing is ever written, so the journal must not leave a file either.
    handle.exec('PRAGMA journal_mode = MEMORY')
    handle.exec(mode === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT 1 FROM sqlite_schema')
  } catch (error) {
    if (handle.isOpen) handle.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw new Unavailable(
      say(
        "{file} can't be opened for writing: it may belong to another user. Start as that user or as root, or set DATA_DIR to a folder of your own.",
        { file },
      ),
    )
  }
  openHandles.add(handle)
  return { release: () => openHandles.delete(handle) && handle.close() }
}

/**
 * As `tryLock`, waiting for other holders to let go.
 * @throws Error naming the file after `seconds`
 */
export async function waitForLock(file: string, mode: LockMode, seconds: number): Promise<ProcessLock> {
  const deadline = Date.now() + seconds * 1000
  while (Date.now() < deadline) {
    const lock = tryLock(file, mode)
    if (lock) return lock
    await sleep(25)
  }
  throw new Error(`Another process has held ${file} for more than ${seconds} seconds.`)
}
