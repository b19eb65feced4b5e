import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnProcess } from '../../market/start-market.ts'
import { demand, type DrillMarket, type Figures } from '../drill.ts'
import { demandEffects, QUEUES, tradeForJobs } from '../purchases/job-trades.ts'
import { audited } from '../purchases/trade-steps.ts'

/** Milliseconds; of an idle machine, with room for its workers to start. */
export const TAKEN_UP_WITHIN = 30_000
/** A handler waits for a lock for five seconds; by then its worker is to be dead. */
const IN_HAND_WITHIN_MS = 4000
/** Whatever a job does first, it touches one of these. */
const TABLES = 'member, listing, purchase, message, transfer, sandbox_object'

interface Job {
  name: string
  data: object
}

/** One run of a job, as the queue knows it. */
interface Run {
  id: string
  state: string
  begun: number
}

/**
 * Promise 16: processes that only run jobs are killed (SIGKILL) with jobs in their hands, one of each queue. Their jobs
 * are taken up in time by the next ones, and each has its effect once.
 * @param size kills are `rounds` × `workers`
 */
export async function killedWorkers(
  market: DrillMarket,
  size: { rounds: number; workers: number; purchases: number; takenUpWithin: number },
): Promise<Figures> {
  const effects = await tradeForJobs(market, size.purchases)
  let waiting = await holdBack(market)
  let [workers, held, longest] = [startWorkers(market, size.workers), 0, 0]
  try {
    for (let round = 0; round < size.rounds; round += 1) {
      const chosen = QUEUES.flatMap((queue) => waiting.filter(({ name }) => name === queue).slice(0, size.workers))
      waiting = waiting.filter((job) => !chosen.includes(job))
      const { sent, inHand, at } = await killWithJobs(market, workers, chosen)
      workers = startWorkers(market, size.workers)
      for (const { id, begun } of await untilDone(market, sent))
        if (inHand.has(id)) longest = Math.max(longest, begun - at)
      held += inHand.size
    }
    demand('there were as many jobs in hand as kills', held >= size.rounds * size.workers, true)
    if (longest > size.takenUpWithin)
      demand('ms until the last job was taken up', longest, `${size.takenUpWithin} at most`)
    await untilDone(market, await send(market, waiting))
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()))
  }
  await demandEffects(market, effects)
  return {
    kills: size.rounds * size.workers,
    'jobs in their hands': held,
    'ms until taken up, at most': Math.round(longest),
    ...effects,
    ...(await audited(market.ctx)),
  }
}

/** Takes the drill's jobs out of the queues, for later. */
async function holdBack({ ctx }: DrillMarket): Promise<Job[]> {
  const sql = `delete from pgboss.job where name = any(?) and state = 'created' returning name, data`
  return (await ctx.db.raw<{ rows: Job[] }>(sql, [[...QUEUES]])).rows
}

async function send({ ctx }: DrillMarket, jobs: Job[]): Promise<string[]> {
  const ids = await Promise.all(jobs.map(({ name, data }) => ctx.queue.boss.send(name, data)))
  return ids.filter((id) => id !== null)
}

interface Worker {
  /** Settles once it asks for jobs. */
  ready: Promise<unknown>
  kill(): Promise<void>
}

function startWorkers({ ctx }: DrillMarket, count: number): Worker[] {
  const { DATABASE_URL, DATA_DIR } = ctx.config
  return Array.from({ length: count }, () => {
    const child = spawnProcess('src/worker.ts', { DATABASE_URL, DATA_DIR, LOG_LEVEL: 'info' })
    const ended = once(child, 'exit')
    return {
      ready: Promise.race([saysReady(child.stdout), ended]),
      async kill() {
        child.kill('SIGKILL')
        await ended
      },
    }
  })
}

/** Reads on after that, or a full pipe would hold the worker up. */
function saysReady(output: Readable): Promise<void> {
  return new Promise((resolve) => {
    let text = ''
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('worker is running jobs')) resolve()
    })
  })
}

/** SQL: a time of the database, in milliseconds. */
const epochMs = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`

/** Gives each worker one job of each queue that has some, in which it can't get on, and kills them all. */
async function killWithJobs(market: DrillMarket, workers: Worker[], jobs: Job[]) {
  await Promise.all(workers.map((worker) => worker.ready))
  return market.ctx.db.transaction(async (trx) => {
    await trx.raw(`lock table ${TABLES} in access exclusive mode`)
    const sent = await send(market, jobs)
    const runs = await runsUntil(market, { ids: sent, state: 'active', ms: IN_HAND_WITHIN_MS })
    const { rows } = await trx.raw<{ rows: [{ at: number }] }>(`select ${epochMs('clock_timestamp()')} as at`)
    await Promise.all(workers.map((worker) => worker.kill()))
    return { sent, inHand: new Set(runs.filter(({ state }) => state === 'active').map(({ id }) => id)), at: rows[0].at }
  })
}

async function untilDone(market: DrillMarket, ids: string[]): Promise<Run[]> {
  const runs = await runsUntil(market, { ids, state: 'completed', ms: 4 * TAKEN_UP_WITHIN })
  const open = runs.filter(({ state }) => state !== 'completed')
  demand('jobs that nobody has done', open.length, 0)
  return runs
}

/** Waits until all are in that state, for so many milliseconds at most. */
async function runsUntil(
  { ctx }: DrillMarket,
  { ids, state, ms }: { ids: string[]; state: string; ms: number },
): Promise<Run[]> {
  for (const deadline = performance.now() + ms; ;) {
    const { rows } = await ctx.db.raw<{ rows: Run[] }>(
      `select id, state::text, ${epochMs('started_on')} as begun from pgboss.job where id = any(?)`,
      [ids],
    )
    if (rows.every((job) => job.state === state) || performance.now() > deadline) return rows
    await sleep(100)
  }
}
