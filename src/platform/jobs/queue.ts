import { isDeepStrictEqual } from 'node:util'
import { PgBoss, fromKnex, type Job, type JobResult } from 'pg-boss'
import type { Logger } from '../process/logger.ts'
import type { Database, Trx } from '../database.ts'
import { currentTrace, traceJob } from '../process/tracing.ts'
import { DEADLINES, type Deadlines } from '../database/half-open.ts'

/** A queue's treatment of its jobs; see pg-boss for the units. */
export interface QueueSettings {
  retryLimit?: number
  retryDelay?: number
  retryBackoff?: boolean
  /** The longest pause between two attempts, in seconds. */
  retryDelayMax?: number
  expireInSeconds?: number
  /** Seconds for which a finished job is kept; a week where nothing is said. */
  deleteAfterSeconds?: number
  /** Cron expression, for jobs that come by the clock instead of by an event. */
  schedule?: string
  /** Jobs of this queue that one process runs at a time. */
  concurrency?: number
  /**
   * Jobs that one process fetches together, with one statement, works off one after the other, each for itself, and
   * completes together. For short ones: the others wait for each.
   */
  batch?: number
  /**
   * Whether a job is begun at once, else at the next look for some, every two seconds. Transactions that tell of a job
   * commit one after the other, whatever they do.
   */
  notify?: boolean
  /** The schema of what its jobs carry; checked by whoever runs them. */
  payload: unknown
}

export type JobHandler = (payload: unknown, signal: AbortSignal) => Promise<void>

/**
 * The job queue of one process. Jobs live in PostgreSQL; `send` inside a transaction makes the job part of it.
 * Handlers run at least once.
 */
export interface Queue {
  boss: PgBoss
  send(trx: Trx, queue: string, payload: object, options?: { startAfter?: Date; singletonKey?: string }): Promise<void>
  work(handlers: Record<string, JobHandler>): Promise<void>
  stop(): Promise<void>
}

/** The queue's own statements are short. */
const QUERY_MS = 15_000

/**
 * In seconds: a running job belongs to its worker for as long as that says so. The jobs of a killed worker, including
 * the pause before their next attempt, run again within half a minute.
 */
const LEASE = { lasts: 10, refreshed: 3, checked: 3, polled: 5 }

/**
 * Connects to the queue.
 * @param mode `worker` also runs maintenance and the clock; `sender` only puts jobs in
 */
export async function startQueue(
  url: string,
  settings: Record<string, QueueSettings>,
  options: { mode: 'worker' | 'sender'; log: Logger; timeZone: string; deadlines?: Deadlines },
): Promise<Queue> {
  const working = options.mode === 'worker'
  const { connect, query } = options.deadlines ?? DEADLINES
  // Its pool throws away a connection on which a statement failed.
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: connect,
    query_timeout: Math.min(query, QUERY_MS),
    keepAlive: true,
  }
  const boss = new PgBoss({
    ...connection,
    max: working ? 5 : 2,
    supervise: working,
    schedule: working,
    useListenNotify: working,
    superviseIntervalSeconds: LEASE.checked,
    monitorIntervalSeconds: LEASE.checked,
  })
  boss.on('error', (error: unknown) => options.log.error({ err: error }, 'job queue'))
  await boss.start()
  await createQueues(boss, settings, working, options.timeZone)
  return {
    boss,
    async send(trx, queue, payload, sendOptions = {}) {
      const trace = currentTrace()
      await boss.send(queue, trace ? { ...payload, trace } : payload, { ...sendOptions, db: fromKnex(trx) })
    },
    async work(handlers) {
      for (const [name, handle] of Object.entries(handlers)) {
        const { concurrency = 1, batch = 1 } = settings[name] ?? {}
        const workOptions = {
          localConcurrency: concurrency,
          batchSize: batch,
          burstWhenBatchFull: true,
          perJobResults: true,
          pollingIntervalSeconds: 2,
          notifyPollingIntervalSeconds: LEASE.polled,
          heartbeatRefreshSeconds: LEASE.refreshed,
        }
        const worker = await boss.work<unknown>(name, workOptions, async (jobs) => {
          // A backlog, such as an outage leaves, is gone on with at once, not after another interval.
          if (batch === 1) boss.notifyWorker(worker)
          const results: JobResult[] = []
          for (const job of jobs) results.push(await runJob(name, job, handle))
          return results
        })
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 20_000 })
    },
  }
}

async function runJob(queue: string, { id, data, signal }: Job<unknown>, handle: JobHandler): Promise<JobResult> {
  try {
    await traceJob(queue, data, () => handle(data, signal))
    return { id, status: 'completed' }
  } catch (error) {
    return { id, status: 'failed', output: error as object }
  }
}

/** Makes the queues and schedules in the database what `settings` say; earlier versions may have left others there. */
async function createQueues(boss: PgBoss, settings: Record<string, QueueSettings>, working: boolean, timeZone: string) {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [
    name,
    { schedule: _schedule, concurrency: _concurrency, batch: _batch, payload: _payload, ...queue },
  ] of Object.entries(settings)) {
    const options = { ...DEFAULTS, ...queue }
    const present = known.get(name)
    if (!present) await boss.createQueue(name, options)
    else if (!isDeepStrictEqual({ ...present, ...options }, { ...present })) await boss.updateQueue(name, options)
  }
  if (!working) return
  for (const { name } of await boss.getSchedules()) {
    if (settings[name]?.schedule === undefined) await boss.unschedule(name)
  }
  for (const [name, { schedule }] of Object.entries(settings)) {
    if (schedule !== undefined) await boss.schedule(name, schedule, {}, { tz: timeZone, singletonKey: name })
  }
}

const DEFAULTS = {
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 900,
  heartbeatSeconds: LEASE.lasts,
  notify: true,
}

/** Lets everything that holds a transaction of `db` put jobs into `queue`. */
export function attachQueue(db: Database, queue: Queue): void {
  db.userParams = { ...db.userParams, queue }
}

/** The queue of the database that `trx` belongs to. */
export function queueOf(trx: Trx): Queue {
  const queue = (trx.userParams as { queue?: Queue } | undefined)?.queue
  if (!queue) throw new Error('this database has no job queue attached')
  return queue
}
