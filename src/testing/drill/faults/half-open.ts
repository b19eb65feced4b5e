import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFreezingProxy } from '../../doubles/freezing-proxy.ts'
import { demand, type DrillMarket, type Figures } from '../drill.ts'
import { openSite, startOf, untilReady, type Site } from '../site.ts'

const WITHIN_MS = 30_000
/** Reads at a time, so that several of the pool's connections are in use. */
const READS = 8

/**
 * Promise 15, of the database: a balancer in between hangs, so that its connections stay open and nobody answers. The
 * site says so in time, and when the balancer is back the same process reads, writes and runs jobs again.
 */
export async function halfOpen(market: DrillMarket, freezes: number): Promise<Figures> {
  const { DATABASE_URL } = market.ctx.config
  const proxy = await startFreezingProxy(Number(new URL(DATABASE_URL).port))
  const site = await openSite(market, { DATABASE_URL: proxy.through(DATABASE_URL), WORKERS: 'inline' })
  try {
    const process = await startOf(site.url)
    const longest = { told: 0, 'reads refused': 0, ready: 0, jobs: 0 }
    const note = (what: keyof typeof longest, ms: number) => (longest[what] = Math.max(longest[what], ms))
    for (let turn = 0; turn < freezes; turn += 1) {
      demand('reads before', await reads(site), READS)
      proxy.freeze()
      const frozen = performance.now()
      const meanwhile = reads(site)
      await until('the site says that its database is away', async () => (await ask(site, '/readyz')) === 503)
      note('told', performance.now() - frozen)
      demand('reads meanwhile', await meanwhile, 0)
      note('reads refused', performance.now() - frozen)
      demand('/healthz', await ask(site, '/healthz'), 200)
      proxy.thaw()
      const thawed = performance.now()
      note('ready', await untilReady(site.url))
      await until('all reads are answered', async () => (await reads(site)) === READS)
      await runJob(market)
      note('jobs', performance.now() - thawed)
    }
    for (const [what, ms] of Object.entries(longest)) demand(`${what} within ${WITHIN_MS} ms`, ms <= WITHIN_MS, true)
    demand('the process', await startOf(site.url), process)
    return {
      freezes,
      'ms until told, at most': Math.round(longest.told),
      'ms until reads were refused, at most': Math.round(longest['reads refused']),
      'ms until ready again, at most': Math.round(longest.ready),
      'ms until jobs ran again, at most': Math.round(longest.jobs),
    }
  } finally {
    // First, so that the server finds its database when it ends.
    proxy.thaw()
    await site.stop()
    await proxy.stop()
  }
}

const ask = async ({ url }: Site, path: string) => (await fetch(url + path)).status

/** @returns how many of `READS` were answered */
async function reads(site: Site): Promise<number> {
  const statuses = await Promise.all(Array.from({ length: READS }, () => ask(site, '/api/impact/stats')))
  for (const status of statuses) if (status !== 200) demand('a read that failed', status, 503)
  return statuses.filter((status) => status === 200).length
}

/** A job that comes now, sent past the balancer, is run. */
async function runJob({ ctx }: DrillMarket): Promise<void> {
  const id = randomUUID()
  await ctx.queue.boss.send('wallet.count-listings', {}, { id })
  await until('a job is run', async () => {
    const job = await ctx.db('pgboss.job').where({ id }).first('state')
    return job?.state === 'completed'
  })
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  while (!(await holds())) {
    demand(`${what} within ${WITHIN_MS} ms`, performance.now() < deadline, true)
    await sleep(50)
  }
}
