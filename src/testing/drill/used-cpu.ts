import { readdir, readFile } from 'node:fs/promises'
import type { Context } from '../../platform/context.ts'

/** Of the clock of `/proc`. */
const TICKS_PER_SECOND = 100

/** Seconds of CPU that the server and its PostgreSQL have used so far. */
export interface UsedCpu {
  node: number
  /** NaN without `/proc`. */
  postgres: number
}

export async function usedCpu(ctx: Context, url: string): Promise<UsedCpu> {
  return { node: await nodeSeconds(url), postgres: await postgresSeconds(ctx) }
}

async function nodeSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1])
}

/** User and system time of the postmaster and its children, also of those that have ended; NaN without `/proc`. */
async function postgresSeconds({ db }: Context): Promise<number> {
  const { rows } = await db.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid')
  const all = await Promise.all((await readdir('/proc').catch(() => [])).filter(Number).map(statOf))
  const postmaster = all.find((one) => one?.pid === rows[0]?.pid)?.parent
  if (postmaster === undefined) return Number.NaN
  const ticks = all.map((one) =>
    one?.pid === postmaster ? one.own + one.ended : one?.parent === postmaster ? one.own : 0,
  )
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND
}

async function statOf(pid: string): Promise<{ pid: number; parent: number; own: number; ended: number } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The name, in brackets, may hold spaces.
  const [, parent, , , , , , , , , , user, system, endedUser, endedSystem] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { pid: Number(pid), parent: parent!, own: user! + system!, ended: endedUser! + endedSystem! }
}
