import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type pg from 'pg'
import { BUYERS, SELLERS, type Contender } from './contender.ts'
import { TABLES } from './reference-tables.ts'

const uuids = (count: number) => Array.from({ length: count }, () => randomUUID())

export async function reference(databaseUrl: string, db: pg.Client): Promise<Contender> {
  await db.query(TABLES)
  const [escrow, fees, buyers, sellers] = [randomUUID(), randomUUID(), uuids(BUYERS), uuids(SELLERS)]
  await db.query('insert into account (id, balance) select unnest($1::uuid[]), 1e12', [
    [escrow, fees, ...buyers, ...sellers],
  ])
  let listings: string[] = []
  return {
    name: 'reference',
    databaseUrl,
    async stock(count) {
      const { rows } = await db.query<{ id: string }>(
        `insert into listing (seller_id, status, title, price, fee)
         select ($2::uuid[])[1 + n % $3], 'available', 'Wooden train set', 100, 1 from generate_series(1, $1) n returning id`,
        [count, sellers, SELLERS],
      )
      listings = rows.map(({ id }) => id)
    },
    async serve(url) {
      const child = fork(new URL('./reference-server.ts', import.meta.url), [url, escrow, fees])
      const [port] = (await once(child, 'message')) as [number]
      async function step(name: string, body: object): Promise<{ id: string }> {
        const answer = await fetch(`http://127.0.0.1:${port}/${name}`, { method: 'POST', body: JSON.stringify(body) })
        if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
        return (await answer.json()) as { id: string }
      }
      return {
        pid: child.pid!,
        async purchase(buyer) {
          const { id: purchase } = await step('reserve', { buyer: buyers[buyer], listing: listings.pop() })
          await step('pay', { purchase })
          await step('confirm', { purchase })
        },
        async stop() {
          child.kill()
          await once(child, 'exit')
        },
      }
    },
    openJobs: `select count(*)::int from job where state = 'created'`,
    rows: rowsOf('job'),
  }
}

/** The rows that both write, the market in tables of the same name. */
const BOTH = [
  ...['purchase', 'purchase_line', 'transfer', 'entry', 'purchase_history', 'card_event'],
  ...['conversation', 'message', 'notice', 'notice_delivery', 'activity'],
]

/** `jobs`: what is counted of them. */
export const rowsOf = (jobs: string) =>
  `select (${[...BOTH, jobs].map((table) => `(select count(*) from ${table})`).join(' + ')})::int as count`
