import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Context } from '../../platform/context.ts'
import { type Answer, TestClient } from '../client.ts'
import { confirmDelivery, finish, payCard, reserve } from '../trades.ts'
import { openCrashSite } from './crash-site.ts'
import { demand, type DrillMarket, type Figures } from './drill.ts'
import { audited, buildListings } from './trade-steps.ts'

const AT_A_TIME = [1, 4, 16]
const SECONDS = 10
const LISTINGS = 1500
/** Of the clock of `/proc`. */
const TICKS_PER_SECOND = 100

type Times = Record<'reserve' | 'pay' | 'settle' | 'confirm', number[]>

/**
 * How many purchases from end to end the server does a second, with its jobs, and where the time goes: milliseconds of
 * each request (median and 95th percentile), statements and time inside PostgreSQL for each purchase, and CPU.
 */
export async function measurePurchases({ random }: DrillMarket): Promise<Figures> {
  const site = await openCrashSite({})
  try {
    const { ctx, url } = site
    const join = () => new TestClient(url).signIn({ email: `${randomUUID()}@example.com`, firstName: 'Ben' })
    const seller = await join()
    const listings = await buildListings({ ...site, random }, [seller.user.id], LISTINGS, '0.01')
    const buyers = await Promise.all(Array.from({ length: AT_A_TIME.at(-1)! }, join))
    await ctx.db('pgboss.job').where({ name: 'catalog.make-photo-variants' }).delete()
    await ctx.db.raw('create extension pg_stat_statements')
    const figures: Figures = {}
    for (const width of AT_A_TIME)
      figures[`${width} at a time`] = await measure(ctx, url, buyers.slice(0, width), listings)
    await site.stopServer()
    return { ...figures, ...(await audited(ctx)) }
  } finally {
    await site.stop()
  }
}

async function measure(ctx: Context, url: string, buyers: TestClient[], listings: string[]): Promise<string> {
  const times: Times = { reserve: [], pay: [], settle: [], confirm: [] }
  await ctx.db.raw('select pg_stat_statements_reset()')
  const before = { node: await nodeSeconds(url), postgres: await postgresSeconds(ctx) }
  const start = performance.now()
  await Promise.all(
    buyers.map(async (buyer) => {
      while (performance.now() - start < SECONDS * 1000) {
        const itemId = listings.pop()
        if (itemId === undefined) throw new Error(`${LISTINGS} listings are too few`)
        await purchase(buyer, itemId, times)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const done = times.confirm.length
  const { statements, ms } = await inPostgres(ctx)
  const cpu = (used: number) => `${Math.round((100 * used) / seconds)}%`
  return [
    `${(done / seconds).toFixed(1)} purchases/s`,
    ...Object.entries(times).map(([step, all]) => `${step} ${quantile(all, 0.5)}/${quantile(all, 0.95)} ms`),
    `${(statements / done).toFixed(0)} statements and ${(ms / done).toFixed(1)} ms in PostgreSQL each`,
    `CPU node ${cpu((await nodeSeconds(url)) - before.node)}, PostgreSQL ${cpu((await postgresSeconds(ctx)) - before.postgres)}`,
  ].join('; ')
}

async function purchase(buyer: TestClient, itemId: string, times: Times): Promise<void> {
  const timed = async <T>(step: keyof Times, status: number, ask: () => Promise<Answer<T>>): Promise<T> => {
    const start = performance.now()
    const answer = await ask()
    times[step].push(performance.now() - start)
    demand(`${step} (${JSON.stringify(answer.body)})`, answer.status, status)
    return answer.body
  }
  const { clientSecret } = await timed('reserve', 201, () => reserve(buyer, itemId))
  const { paymentIntentId } = await timed('pay', 200, () => payCard(buyer, clientSecret))
  await timed('settle', 200, () => finish(buyer, itemId, paymentIntentId))
  await timed('confirm', 200, () => confirmDelivery(buyer, itemId))
}

const quantile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)]?.toFixed(0) ?? '?'

async function inPostgres({ db }: Context): Promise<{ statements: number; ms: number }> {
  const { rows } = await db.raw<{ rows: { statements: number; ms: number }[] }>(`
    select sum(calls)::int as statements, sum(total_exec_time) as ms from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())`)
  return rows[0]!
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
