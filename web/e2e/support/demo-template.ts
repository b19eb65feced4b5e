import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { LISTINGS } from '../../../seeds/demo/listings.ts'
import { TRADES } from '../../../seeds/demo/story.ts'
import { cloneDatabase } from '../../../src/testing/postgres/clone-database.ts'
import { spawnProcess, startMarket } from '../../../src/testing/market/start-market.ts'
import { emptyTemplate, runFolder } from './run-market.ts'

export interface DemoTemplate {
  url: string
  /** Photos and keys that belong to the database. */
  dataDir: string
}

/** The demo neighbourhood, made by the first worker of a run that asks for it; the others wait, and copy it like the first. */
export async function demoTemplate(): Promise<DemoTemplate> {
  const url = new URL(emptyTemplate())
  url.pathname = '/demo'
  const dataDir = join(runFolder(), 'demo')
  const server = await connect(emptyTemplate().replace(/[^/]*$/, 'postgres'))
  try {
    await server.query('select pg_advisory_lock(2)')
    const { rowCount } = await server.query("select from pg_database where datname = 'demo'")
    if (rowCount === 0) {
      const database = await cloneDatabase(emptyTemplate())
      await seed(database.url, dataDir)
      await server.query(`alter database ${new URL(database.url).pathname.slice(1)} rename to demo`)
    }
  } finally {
    await server.end()
  }
  return { url: url.href, dataDir }
}

async function seed(url: string, dataDir: string): Promise<void> {
  const env = { DEMO: 'on', DATABASE_URL: url, DATA_DIR: dataDir }
  const [code] = (await once(spawnProcess('cli/index.ts', env, ['demo']), 'exit')) as [number | null]
  if (code !== 0) throw new Error('the demo neighbourhood has not moved in')
  const database = await connect(url)
  try {
    // The small sizes of a hundred photos: no spec looks at them, and without them the photo itself is shown.
    await database.query("delete from pgboss.job where name = 'catalog.make-photo-variants'")
    const market = await startMarket(env)
    await untilNone(database, "select from pgboss.job where state < 'completed' and start_after <= now()")
    await market.stop()
  } finally {
    await database.end()
  }
}

async function untilNone(database: pg.Client, query: string): Promise<void> {
  while ((await database.query(query)).rowCount !== 0) await delay(100)
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

const OFFERED = LISTINGS.filter(({ withdrawn }) => withdrawn === undefined).length
const SOLD = TRADES.reduce((sum, { others = [] }) => sum + 1 + others.length, 0)

/** The neighbourhood fills while the site is already open. */
export async function demoIsComplete(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/impact/stats`)
    const { itemsSold, totalItems } = (await answer.json()) as { itemsSold: number; totalItems: number }
    if (totalItems >= OFFERED && itemsSold >= SOLD) return
    await delay(500)
  }
}
