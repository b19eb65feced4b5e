import { setTimeout as sleep } from 'node:timers/promises'
import { handlers } from '../../../worker.ts'
import { demand, type DrillMarket, type Figures } from '../drill.ts'
import { demandEffects, QUEUES, tradeForJobs } from '../purchases/job-trades.ts'
import { audited } from '../purchases/trade-steps.ts'

const WORK_MS = 1600
const DONE_WITHIN_MS = 180_000
/** Twice the queue gives a job up and hands it out again while the first run still works. */
const SLOW_RUNS = 2

/** Promise 9: jobs that expire while they are worked on run again, beside themselves; each has its effect once. */
export async function slowJobs(market: DrillMarket, purchases: number): Promise<Figures> {
  const effects = await tradeForJobs(market, purchases)
  const jobs = await shorten(market)
  const runs = await workSlowly(market, { jobs, concurrency: Math.min(purchases, 10) })
  await demandEffects(market, effects)
  return { jobs, runs, ...effects, ...(await audited(market.ctx)) }
}

/** Gives each waiting job a second, and another chance at once. */
async function shorten({ ctx }: DrillMarket): Promise<number> {
  return ctx
    .db('pgboss.job')
    .whereIn('name', [...QUEUES])
    .where({ state: 'created' })
    .update({ expire_seconds: 1, retry_limit: 10, retry_delay: 0, retry_backoff: false })
}

/** @returns how often a handler ran to its end */
async function workSlowly(
  { ctx }: DrillMarket,
  { jobs, concurrency }: { jobs: number; concurrency: number },
): Promise<number> {
  const { boss } = ctx.queue
  const table = handlers(ctx)
  const [begun, done] = [new Map<string, number>(), new Map<string, number>()]
  const count = (counts: Map<string, number>, id: string) => {
    counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts.get(id)!
  }
  for (const name of QUEUES) {
    const handle = table[name] as (payload: unknown) => Promise<void>
    await boss.work(name, { pollingIntervalSeconds: 1, localConcurrency: concurrency }, async ([job]) => {
      const slow = count(begun, job!.id) <= SLOW_RUNS
      // Half of them are cut off before their effect, half after it.
      const before = job!.id < '8'
      if (slow && before) await sleep(WORK_MS)
      await handle(job!.data)
      if (slow && !before) await sleep(WORK_MS)
      count(done, job!.id)
    })
  }
  const total = () => [...done.values()].reduce((sum, runs) => sum + runs, 0)
  const unfinished = () => jobs - [...done.values()].filter((runs) => runs > SLOW_RUNS).length
  const deadline = performance.now() + DONE_WITHIN_MS
  while (unfinished() > 0) {
    if (performance.now() > deadline) demand('jobs that never came to their end', unfinished(), 0)
    await sleep(100)
  }
  for (const name of QUEUES) await boss.offWork(name)
  const open = await ctx
    .db('pgboss.job')
    .whereIn('name', [...QUEUES])
    .whereNot({ state: 'completed' })
  demand('jobs not completed', open.length, 0)
  return total()
}
