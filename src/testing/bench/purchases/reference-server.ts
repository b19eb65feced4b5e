import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * The least that a purchase can cost: each step is one function of reference-tables.ts, and nothing is asked but that. A child
 * process, which tells its parent its port.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })
const [, , , escrow, fees] = process.argv

interface Asked {
  buyer?: string
  listing?: string
  purchase?: string
}

const ask = async (sql: string, values: unknown[]) =>
  (await pool.query<{ id: string }>({ name: sql, text: sql, values })).rows[0]

const STEPS: Record<string, (asked: Asked) => Promise<unknown>> = {
  '/reserve': ({ buyer, listing }) => ask('select reserve($1, $2, $3) as id', [buyer, listing, escrow]),
  '/pay': ({ purchase }) => ask('select pay($1)', [purchase]),
  '/confirm': ({ purchase }) => ask('select confirm($1, $2, $3)', [purchase, escrow, fees]),
}

async function answer(request: IncomingMessage): Promise<string> {
  const step = STEPS[request.url ?? '']
  if (!step) throw new Error(`there is no ${request.url}`)
  return JSON.stringify((await step(JSON.parse(await text(request)) as Asked)) ?? {})
}

const server = createServer((request, response) => {
  answer(request).then(
    (body) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : null)
})

for (;;) {
  await ask('select run_jobs() where $1', [true])
  await sleep(500)
}
