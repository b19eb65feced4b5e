import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The server process of a cluster, as its lock file tells. */
export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

/** The living server of the cluster, or undefined: a lock file that a killed server left behind does not count. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readLockFile(cluster).split('\n')
  const pid = Number(lines[0])
  // https://www.postgresql.org/docs/current/storage-file-layout.html: port is the 4th line, status the 8th.
  return isPostmaster(pid, cluster) ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined
}

/**
 * Makes a dead server's lock file harmless when another process has its pid by now: PostgreSQL would take that process
 * for a living server. Our own pid, the new server's parent, is one it knows not to be one. Deleting the file instead
 * would skip PostgreSQL's look at shared memory that orphaned backends may still use.
 */
export function disarmLockFile(cluster: string): void {
  const content = readLockFile(cluster)
  const file = lockFile(cluster)
  if (/^\d+\n/.test(content)) writeFileSync(file, content.replace(/^\d+/, String(process.pid)))
  else rmSync(file, { force: true })
}

/** Asks the cluster's server to end its sessions and shut down, and waits until it is gone; does nothing if none runs. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const server = findPostmaster(cluster)
  if (!server) return
  process.kill(server.pid, 'SIGINT')
  const patience = Date.now() + 60_000
  let hurried = false
  while (isPostmaster(server.pid, cluster)) {
    if (!hurried && Date.now() > patience) {
      // What an immediate shutdown loses in tidiness, recovery makes good at the next start.
      process.kill(server.pid, 'SIGQUIT')
      hurried = true
    }
    await sleep(20)
  }
}

const lockFile = (cluster: string) => join(cluster, 'postmaster.pid')

function readLockFile(cluster: string): string {
  try {
    return readFileSync(lockFile(cluster), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Whether this pid is the server of this very cluster; pids are used again, so that it lives is not enough. */
function isPostmaster(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    if (process.platform === 'linux') {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return command[1] === '-D' && command[2] === cluster
    }
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      `-D ${cluster} `,
    )
  } catch {
    return false
  }
}
