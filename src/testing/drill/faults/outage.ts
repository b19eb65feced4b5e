import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { demand, type DrillMarket, type Figures } from '../drill.ts'
import { openSite, startOf, untilReady, type Site } from '../site.ts'
import { inTrouble } from '../purchases/trouble.ts'

/**
 * Promise 10: every connection of the server to its database is cut again and again while neighbours buy. The same process goes on,
 * and is ready again within seconds.
 * @param size with `readyWithinMs`, what those seconds are: a busy machine has none to promise
 */
export function outage(
  market: DrillMarket,
  size: { cuts: number; everyMs: number; buyers: number; readyWithinMs: number },
): Promise<Figures> {
  const happens = async ({ url, ctx }: Site, isOver: () => boolean) => {
    const process = await startOf(url)
    let [connections, longest] = [0, 0]
    for (let cut = 0; cut < size.cuts && !isOver(); cut += 1) {
      await sleep(size.everyMs)
      connections += await cutAll(ctx.config.DATABASE_URL)
      longest = Math.max(longest, await untilReady(url))
    }
    demand('the last outage was survived in time', longest <= size.readyWithinMs, true)
    demand('the process', await startOf(url), process)
    return { cuts: size.cuts, 'connections cut': connections, 'ms until ready, at most': Math.round(longest) }
  }
  const weather = { dropped: 0, lost: 0, copies: 1, lateMs: 500 }
  const listings = Math.round(size.cuts * size.everyMs * size.buyers * 0.002)
  const open = (env: Record<string, string>) => openSite(market, env)
  return inTrouble(market, {
    open,
    ...size,
    weather,
    thinkMs: 2000,
    listings,
    workers: 'inline',
    call: 'mostly',
    happens,
  })
}

/** All connections to the database but the drill's own, on which the card provider keeps its books. */
async function cutAll(databaseUrl: string): Promise<number> {
  const elsewhere = new URL(databaseUrl)
  const name = elsewhere.pathname.slice(1)
  elsewhere.pathname = '/postgres'
  const client = new pg.Client(elsewhere.href)
  await client.connect()
  const sql = `select count(pg_terminate_backend(pid))::int as cut from pg_stat_activity
    where datname = $1 and application_name <> 'market-test'`
  try {
    const { rows } = await client.query<{ cut: number }>(sql, [name])
    return rows[0]!.cut
  } finally {
    await client.end()
  }
}
