import { randomUUID } from 'node:crypto'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { TestClient } from '../../market/client.ts'
import { demand, type DrillMarket, type Figures } from '../drill.ts'
import { openSite, type Site } from '../site.ts'
import { audited, buildListings, inTurns } from '../purchases/trade-steps.ts'
import { payAhead, reserve } from '../../market/trades.ts'

const STREAMS = 5

interface Load {
  answered: number
  /** Sent, and never answered: the connection broke. */
  broken: number
  errors: string[]
}

/**
 * Promise 14: the server is told to end while neighbours read and buy on connections that they keep. Each request that
 * it took is answered, event streams end, and no job stays in the hands of a process that is gone.
 */
export async function shutdown(market: DrillMarket, size: { stops: number; clients: number }): Promise<Figures> {
  const { random } = market
  const site = await openSite(market, { DEMO: 'off' })
  try {
    const load: Load = { answered: 0, broken: 0, errors: [] }
    let [streams, finished] = [0, 0]
    const join = () => new TestClient(site.url).signIn({ email: `${randomUUID()}@example.com`, firstName: 'Ben' })
    const [seller, buyer] = [await join(), await join()]
    for (let stop = 0; stop < size.stops; stop += 1) {
      if (stop > 0) {
        await site.startServer()
        demand('a reservation after it', (await reserve(buyer, randomUUID())).status, 404)
      }
      const items = await buildListings({ ...site, random }, [seller.user.id], 10, '0.01')
      // Their webhooks and messages are the jobs that are running when the end comes.
      // Two of them: a member may have five reservations open.
      const payers = [await join(), await join()]
      await inTurns([...items.entries()], 5, async ([index, itemId]) => {
        await payAhead(payers[index % 2] ?? buyer, itemId)
      })
      const clients = Array.from({ length: size.clients }, () => keepAsking(site.url, buyer, load))
      const ends = await Promise.all(Array.from({ length: STREAMS }, () => openStream(site.url, buyer)))
      await sleep(100 + random() * 400)
      const code = await site.stopServer()
      await Promise.all(clients)
      streams += (await Promise.all(ends.map((end) => end()))).filter(Boolean).length
      demand('the exit code', code, 0)
      finished = await finishedJobs(site)
    }
    demand(`requests that broke (${load.errors[0] ?? ''})`, load.broken, 0)
    demand('streams that ended', streams, size.stops * STREAMS)
    return {
      stops: size.stops,
      requests: load.answered,
      broken: 0,
      streams,
      'jobs finished': finished,
      ...(await audited(site.ctx)),
    }
  } finally {
    await site.stop()
  }
}

/** Asks again and again on one connection, until the server takes no more. */
async function keepAsking(url: string, { cookies }: TestClient, load: Load): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  const paths = ['/api/items?limit=5', '/api/purchases', '/api/tokens/transactions']
  try {
    for (let turn = 0; ; turn += 1) {
      try {
        await ask(url + paths[turn % paths.length]!, { agent, headers })
        load.answered += 1
      } catch (error) {
        if ((error as { code?: string }).code === 'ECONNREFUSED') return
        load.broken += 1
        load.errors.push(String(error))
        return
      }
    }
  } finally {
    agent.destroy()
  }
}

function ask(url: string, options: { agent: Agent; headers: Record<string, string> }): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, options, (answer) => {
      answer.on('error', reject).on('end', () => {
        if (answer.complete && answer.statusCode === 200) resolve()
        else reject(new Error(`answered ${answer.statusCode}, ${answer.complete ? 'complete' : 'cut off'}`))
      })
      answer.resume()
    }).on('error', reject)
  })
}

/** @returns whether it has ended as it should, once it has ended */
async function openStream(url: string, { cookies }: TestClient): Promise<() => Promise<boolean>> {
  const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  const answer = await fetch(`${url}/api/messages/stream`, { headers })
  demand('the stream', answer.status, 200)
  const ended = answer.text().then(
    () => true,
    () => false,
  )
  return () => ended
}

/** @throws Error when a job is still in the hands of the process that has ended */
async function finishedJobs({ ctx }: Site): Promise<number> {
  const { rows } = await ctx.db.raw<{ rows: { active: number; failed: number; completed: number }[] }>(`
    select count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'completed')::int as completed from pgboss.job`)
  demand('jobs left in its hands', rows[0]?.active, 0)
  demand('jobs given up', rows[0]?.failed, 0)
  return rows[0]?.completed ?? 0
}
