import type { Reader } from '../database.ts'
import type { Queue } from './queue.ts'

/** Jobs that will run, or run now, as a relation for the audit. */
export const PENDING_JOBS = `(select name, data from pgboss.job where state in ('created', 'retry', 'active'))`

/** Jobs of a queue by their states. Finished jobs are not counted. */
export interface QueueReport {
  queue: string
  /** Due, or waiting for another attempt. */
  waiting: number
  /** For later. */
  scheduled: number
  active: number
  /** Out of attempts. */
  failed: number
}

export interface FailedJob {
  id: string
  queue: string
  attempts: number
  failedAt: Date
  error: string
}

/** Every queue, by name. */
export async function reportQueues(reader: Reader): Promise<QueueReport[]> {
  const { rows } = await reader.raw<{ rows: QueueReport[] }>(
    `select queue.name as queue,
       count(*) filter (where job.state in ('created', 'retry') and job.start_after <= now())::int as waiting,
       count(*) filter (where job.state in ('created', 'retry') and job.start_after > now())::int as scheduled,
       count(*) filter (where job.state = 'active')::int as active,
       count(*) filter (where job.state = 'failed')::int as failed
     from pgboss.queue left join pgboss.job on job.name = queue.name
     where queue.name not like '\\_\\_pgboss%'
     group by queue.name order by queue.name`,
  )
  return rows
}

/** Jobs that all workers together ended in the last hour, by queue: done, or out of attempts. */
export async function endedJobs(reader: Reader): Promise<{ queue: string; outcome: string; count: number }[]> {
  const { rows } = await reader.raw<{ rows: { queue: string; outcome: string; count: number }[] }>(
    `select name as queue, case state when 'failed' then 'failed' else 'done' end as outcome, count(*)::int as count
     from pgboss.job where state in ('completed', 'failed') and completed_on > now() - interval '1 hour' group by 1, 2`,
  )
  return rows
}

/** Queues with due jobs, and for how many seconds the oldest of them has been waiting. */
export async function overdueJobs(reader: Reader): Promise<{ queue: string; seconds: number }[]> {
  const { rows } = await reader.raw<{ rows: { queue: string; seconds: number }[] }>(
    `select name as queue, greatest(extract(epoch from now() - min(start_after)), 0)::float8 as seconds
     from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name`,
  )
  return rows
}

/** Jobs that are due begin within seconds; more than this means that no worker takes them. */
export const LATE_SECONDS = 300

/**
 * The time from which on due jobs have waited in vain, or, where the clock makes none any more, since when it stands
 * still; else null.
 */
export async function jobsWaitSince(reader: Reader): Promise<Date | null> {
  const { rows } = await reader.raw<{ rows: { since: Date | null }[] }>(
    `select least(
       (select min(start_after) from pgboss.job where state in ('created', 'retry')), (select min(cron_on) from pgboss.version)
     ) as since`,
  )
  const since = rows[0]?.since ?? null
  const { rows: late } = await reader.raw<{ rows: { late: boolean }[] }>(
    `select ?::timestamptz < now() - ${LATE_SECONDS} * interval '1 second' as late`,
    [since],
  )
  return late[0]?.late ? since : null
}

/** For how many seconds no worker has looked at the clock, as each of them does twice a minute; undefined where none ever has. */
export async function workerSilence(reader: Reader): Promise<number | undefined> {
  const { rows } = await reader.raw<{ rows: { seconds: number | null }[] }>(
    'select extract(epoch from now() - cron_on)::float8 as seconds from pgboss.version',
  )
  return rows[0]?.seconds ?? undefined
}

/** Jobs that are out of attempts, and since when the first. */
export async function countFailedJobs(reader: Reader): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await reader.raw<{ rows: { count: number; oldest: Date | null }[] }>(
    `select count(*)::int, min(completed_on) as oldest from pgboss.job where state = 'failed'`,
  )
  return rows[0] ?? { count: 0, oldest: null }
}

/** The jobs that are out of attempts, latest first. Payloads are left out: they may contain addresses. */
export async function findFailedJobs(reader: Reader, queue?: string): Promise<FailedJob[]> {
  const { rows } = await reader.raw<{ rows: FailedJob[] }>(
    `select id, name as queue, retry_count + 1 as attempts, completed_on as "failedAt",
       coalesce(output ->> 'message', output ->> 'value', output #>> '{}', '') as error
     from pgboss.job where state = 'failed' and (:queue::text is null or name = :queue)
     order by completed_on desc, id`,
    { queue: queue ?? null },
  )
  return rows
}

/** Gives failed jobs one more attempt, and answers how many. */
export async function retryFailedJobs(reader: Reader, { boss }: Queue, queue?: string): Promise<number> {
  const failed = await findFailedJobs(reader, queue)
  for (const [name, jobs] of Map.groupBy(failed, (job) => job.queue)) {
    const ids = jobs.map(({ id }) => id)
    await boss.retry(name, ids)
  }
  return failed.length
}
