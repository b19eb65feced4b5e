import { join } from 'node:path'
import { tryLock, waitForLock, type LockMode } from '../process-lock.ts'
import { guardExit } from './exit-guard.ts'
import { clusterFolder, giveToOwner, type Home } from './home.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'

export interface Membership {
  /** Whether this process is still, and will for now stay, a user of the cluster. */
  readonly stands: boolean
  /** Ends the membership, once; the last member's end shuts the server down. */
  leave(): Promise<void>
}

/** Longer than a start with crash recovery or a shutdown takes. */
const PATIENCE_SECONDS = 180

const lockFile = (home: Home, name: 'control' | 'members') => join(home.folder, `${name}.lock`)

/**
 * Makes this process a user of the home's cluster. Each user holds the members' lock, shared, for as long as it lives,
 * so whoever can have that lock alone is the last, even after others were killed. Lock order: control, then members.
 */
export async function becomeMember(home: Home): Promise<Membership> {
  const membership = await waitFor(home, 'members', 'shared')
  let left: Promise<void> | undefined
  const leave = () => (left ??= inControl(home, stopIfLast).finally(callOff))
  const stopIfLast = async () => {
    membership.release()
    const last = tryLock(lockFile(home, 'members'), 'exclusive')
    if (!last) return
    try {
      await stopPostmaster(clusterFolder(home))
    } finally {
      last.release()
    }
  }
  const leaveNow = () => {
    membership.release()
    const server = tryLock(lockFile(home, 'members'), 'exclusive') && findPostmaster(clusterFolder(home))
    if (server) process.kill(server.pid, 'SIGINT')
  }
  const callOff = guardExit({ leave, leaveNow })
  return {
    get stands() {
      return left === undefined
    },
    leave,
  }
}

/** Runs `work` while no other process starts or stops this cluster. */
export async function inControl<T>(home: Home, work: () => Promise<T>): Promise<T> {
  const control = await waitFor(home, 'control', 'exclusive')
  try {
    return await work()
  } finally {
    control.release()
  }
}

async function waitFor(home: Home, name: 'control' | 'members', mode: LockMode) {
  const lock = await waitForLock(lockFile(home, name), mode, PATIENCE_SECONDS)
  giveToOwner(home.folder, lockFile(home, name))
  return lock
}
