import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { cpuOf, postmasterOf } from '../cpu-of.ts'
import { BUYERS, type Contender, type Server } from './contender.ts'
import { startCountingProxy, type Traffic } from './counting-proxy.ts'

/** The cost of one purchase: milliseconds of CPU, and what the database was asked for. */
export interface Cost {
  node: number
  postgres: number
  client: number
  commits: number
  walBytes: number
  /** The time from the moment at which each was due, in milliseconds. */
  p95: number
}

export interface Counts extends Traffic {
  /** {@link Contender.rows} */
  rows: number
}

interface Load {
  /** Purchases. */
  count: number
  /** Purchases that begin in a second. */
  rate: number
}

/** Measures purchases that begin at a fixed rate, whether those before them are done or not; jobs included. */
export async function measureCost(contender: Contender, server: Server, db: pg.Client, load: Load): Promise<Cost> {
  const postmaster = await postmasterOf(contender.databaseUrl)
  const used = async () => ({
    node: await cpuOf(server.pid),
    postgres: await cpuOf(postmaster),
    client: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    ...(await writtenIn(db)),
  })
  await db.query('checkpoint')
  const before = await used()
  const times = await buy(server, load)
  await untilIdle(contender, db)
  const after = await used()
  const each = (figure: keyof typeof before, unit = 1) => (unit * (after[figure] - before[figure])) / load.count
  return {
    node: each('node', 1000),
    postgres: each('postgres', 1000),
    client: each('client', 1000),
    commits: each('commits'),
    walBytes: each('walBytes'),
    p95: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!,
  }
}

/** Counted on the way, which costs time: so apart from the rest. */
export async function count(contender: Contender, db: pg.Client, load: Load): Promise<Counts> {
  const proxy = await startCountingProxy(contender.databaseUrl)
  const server = await contender.serve(proxy.url)
  try {
    // A new connection is asked more.
    await buy(server, load)
    await untilIdle(contender, db)
    const counted = async () => ({ ...proxy.traffic, rows: await countIn(db, contender.rows) })
    const before = await counted()
    await buy(server, load)
    await untilIdle(contender, db)
    const after = await counted()
    const each = (figure: keyof Counts) => (after[figure] - before[figure]) / load.count
    return { statements: each('statements'), roundTrips: each('roundTrips'), rows: each('rows') }
  } finally {
    await server.stop()
    proxy.stop()
  }
}

/** @returns milliseconds of each */
async function buy(server: Server, { count: total, rate }: Load): Promise<number[]> {
  const begun = performance.now()
  const times: number[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: BUYERS }, async (_, buyer) => {
      while (next < total) {
        const due = begun + (next++ * 1000) / rate
        await sleep(Math.max(due - performance.now(), 0))
        await server.purchase(buyer)
        times.push(performance.now() - due)
      }
    }),
  )
  return times
}

async function untilIdle({ openJobs }: Contender, db: pg.Client): Promise<void> {
  while ((await countIn(db, openJobs)) > 0) await sleep(250)
}

async function countIn(db: pg.Client, sql: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(sql)
  return rows[0]!.count
}

async function writtenIn(db: pg.Client): Promise<{ commits: number; walBytes: number }> {
  const { rows } = await db.query<{ commits: number; wal_bytes: number }>(
    `select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as commits,
       pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal_bytes`,
  )
  return { commits: rows[0]!.commits, walBytes: rows[0]!.wal_bytes }
}
