import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The server process of a cluster, as its lock file describes it. */
export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

const STOP_TIMEOUT_MS = 60_000

/** The running server of the cluster; a lock file left by a killed server does not count. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const { pid, port, status } = readLockFile(cluster)
  return isPostmaster(pid, cluster) ? { pid, port, ready: status === 'ready' } : undefined
}

/**
 * Makes a dead server's lock file harmless in case another process has its pid by now, which PostgreSQL would take for a
 * running server. It never takes our own pid, the new server's parent, for one. Deleting the file instead would skip
 * PostgreSQL's check for shared memory that orphaned backends still use.
 * @returns the dead server's port, or 0
 */
export function disarmLockFile(cluster: string): number {
  const { content, port } = readLockFile(cluster)
  if (/^\d+\n/.test(content)) writeFileSync(lockFile(cluster), content.replace(/^\d+/, String(process.pid)))
  else rmSync(lockFile(cluster), { force: true })
  return port
}

/** Ends the sessions of the cluster's server, if one runs, shuts it down, and waits until it is gone, at most a minute. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const server = findPostmaster(cluster)
  if (!server) return
  process.kill(server.pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isPostmaster(server.pid, cluster) && Date.now() < deadline) await sleep(20)
}

const lockFile = (cluster: string) => join(cluster, 'postmaster.pid')

/** https://www.postgresql.org/docs/current/storage-file-layout.html: pid, port and status are lines 1, 4 and 8. */
function readLockFile(cluster: string): { content: string; pid: number; port: number; status: string } {
  let content = ''
  try {
    content = readFileSync(lockFile(cluster), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const lines = content.split('\n')
  return { content, pid: Number(lines[0]), port: Number(lines[3]) || 0, status: lines[7]?.trim() ?? '' }
}

/** Whether this pid is the server of this very cluster: pids are reused, so it is not enough that it runs. */
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
