import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

/** The clock of `/proc` ticks so often. */
const TICKS_PER_SECOND = 100

/**
 * Seconds of CPU, user and system, that a process and all below it have used so far, those that have ended included.
 * NaN without `/proc`.
 */
export async function cpuOf(root: number): Promise<number> {
  const all = await processes()
  const tree = new Set([root])
  // A child may come before its parent in the list.
  for (let before = 0; before < tree.size;) {
    before = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  const used = all.filter(({ pid }) => tree.has(pid)).map(({ ticks }) => ticks)
  return used.length === 0 ? Number.NaN : used.reduce((sum, ticks) => sum + ticks) / TICKS_PER_SECOND
}

/** The process of a PostgreSQL server on this machine that all of its others are below; NaN without `/proc`. */
export async function postmasterOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return (await processes()).find(({ pid }) => pid === rows[0]?.pid)?.parent ?? Number.NaN
  } finally {
    await client.end()
  }
}

interface Process {
  pid: number
  parent: number
  ticks: number
}

async function processes(): Promise<Process[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter(Number)
  return (await Promise.all(pids.map(statOf))).filter((one) => one !== undefined)
}

async function statOf(pid: string): Promise<Process | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The name, in brackets, may hold spaces.
  const [, parent, , , , , , , , , , user, system, endedUser, endedSystem] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { pid: Number(pid), parent: parent!, ticks: user! + system! + endedUser! + endedSystem! }
}
