import { randomUUID } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { type Answer, TestClient } from '../market/client.ts'
import { confirmOrder, finishOrder, startOrder } from '../market/orders.ts'
import { payCard } from '../market/trades.ts'
import { openCrashSite } from './crash-site.ts'
import { demand, type DrillMarket, type Figures } from './drill.ts'
import { audited, buildListings } from './trade-steps.ts'
import { usedCpu } from './used-cpu.ts'

/** Buyers at a time, and lines of each order. */
const LOADS = [
  { width: 1, lines: 1 },
  { width: 16, lines: 1 },
  { width: 16, lines: 5 },
]
const WIDEST = Math.max(...LOADS.map(({ width }) => width))
const SECONDS = 10
const LISTINGS = 6000

type Times = Record<'reserve' | 'pay' | 'settle' | 'confirm', number[]>

/**
 * How many orders from end to end the server does a second, with its jobs, and where the time goes: milliseconds of
 * each request (median and 95th percentile), statements for each order by kind, time inside PostgreSQL, and CPU. The
 * sandbox's transactions are among those of `begin, commit`; purchase-cost.test.ts counts without them.
 */
export async function measurePurchases({ random }: DrillMarket): Promise<Figures> {
  const site = await openCrashSite({})
  try {
    const { ctx, url } = site
    const join = () => new TestClient(url).signIn({ email: `${randomUUID()}@example.com`, firstName: 'Ben' })
    const seller = await join()
    const listings = await buildListings({ ...site, random }, [seller.user.id], LISTINGS, '0.01')
    const buyers = await Promise.all(Array.from({ length: WIDEST }, join))
    await ctx.db('pgboss.job').where({ name: 'catalog.make-photo-variants' }).delete()
    await ctx.db.raw('create extension pg_stat_statements')
    const figures: Figures = {}
    for (const { width, lines } of LOADS) {
      const what = lines === 1 ? `${width} at a time` : `${width} at a time, ${lines} lines each`
      figures[what] = await measure(ctx, url, { buyers: buyers.slice(0, width), listings, lines })
    }
    await site.stopServer()
    return { ...figures, ...(await audited(ctx)) }
  } finally {
    await site.stop()
  }
}

async function measure(
  ctx: Context,
  url: string,
  { buyers, listings, lines }: { buyers: TestClient[]; listings: string[]; lines: number },
): Promise<string> {
  const times: Times = { reserve: [], pay: [], settle: [], confirm: [] }
  await ctx.db.raw('select pg_stat_statements_reset()')
  const before = await usedCpu(ctx, url)
  const start = performance.now()
  await Promise.all(
    buyers.map(async (buyer) => {
      while (performance.now() - start < SECONDS * 1000) {
        const itemIds = listings.splice(-lines)
        if (itemIds.length < lines) throw new Error(`${LISTINGS} listings are too few`)
        await purchase(buyer, itemIds, times)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const done = times.confirm.length
  const kinds = await inPostgres(ctx)
  const total = (of: 'statements' | 'ms') => kinds.reduce((sum, kind) => sum + kind[of], 0) / done
  const after = await usedCpu(ctx, url)
  const each = (used: number) => `${((1000 * used) / done).toFixed(1)} ms`
  return [
    `${(done / seconds).toFixed(1)} orders/s`,
    ...Object.entries(times).map(([step, all]) => `${step} ${quantile(all, 0.5)}/${quantile(all, 0.95)} ms`),
    `${total('statements').toFixed(0)} statements and ${total('ms').toFixed(1)} ms in PostgreSQL each (${kinds
      .map(({ kind, statements }) => `${kind} ${(statements / done).toFixed(1)}`)
      .join(', ')})`,
    `CPU of each: node ${each(after.node - before.node)}, PostgreSQL ${each(after.postgres - before.postgres)}`,
  ].join('; ')
}

async function purchase(buyer: TestClient, itemIds: string[], times: Times): Promise<void> {
  const timed = async <T>(step: keyof Times, status: number, ask: () => Promise<Answer<T>>): Promise<T> => {
    const start = performance.now()
    const answer = await ask()
    times[step].push(performance.now() - start)
    demand(`${step} (${JSON.stringify(answer.body)})`, answer.status, status)
    return answer.body
  }
  // Hundredths each, of which the fee is none.
  const expectedTotal = (itemIds.length * 0.01).toFixed(2)
  const { purchaseId, clientSecret } = await timed('reserve', 201, () => startOrder(buyer, itemIds, { expectedTotal }))
  const { paymentIntentId: paymentId } = await timed('pay', 200, () => payCard(buyer, clientSecret))
  const order = { buyer, purchaseId, paymentId }
  await timed('settle', 200, () => finishOrder(order))
  await timed('confirm', 200, () => confirmOrder(order))
}

const quantile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)]?.toFixed(0) ?? '?'

/** The first that fits. */
const KINDS = {
  'begin, commit': '^(begin|commit|rollback|set local)',
  sandbox: 'sandbox_|pg_try_advisory_xact_lock',
  queue: 'pgboss\\.',
  session: 'from sessions',
  limits: 'rate_limit',
  history: 'purchase_history',
  ledger: 'transfer|\\yaccount\\y',
  purchases: 'purchase|card_event',
  listings: 'listing',
  members: 'member|mailbox',
  others: '',
}

async function inPostgres({ db }: Context): Promise<{ kind: string; statements: number; ms: number }[]> {
  const { rows } = await db.raw<{ rows: { kind: string; statements: number; ms: number }[] }>(
    `select (
       select name from unnest(:names::text[], :patterns::text[]) with ordinality as kind (name, pattern, ordinal)
       where query ~* pattern order by ordinal limit 1
     ) as kind, sum(calls)::int as statements, sum(total_exec_time) as ms
     from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
     group by kind order by statements desc`,
    { names: Object.keys(KINDS), patterns: Object.values(KINDS) },
  )
  return rows
}
