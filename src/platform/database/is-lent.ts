import pg from 'pg'
import { budgetLeft } from '../process/deadline.ts'
import { DEADLINES } from './half-open.ts'

/** So many clients are connected at the same time: no two of them share a connection, unless a pooler lends it. */
const CLIENTS = 4

/** Whether clients that are all connected are given one and the same connection in turn. */
export async function isLent(url: string): Promise<boolean> {
  const clients = Array.from(
    { length: CLIENTS },
    () =>
      new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: DEADLINES.connect,
        query_timeout: Math.min(DEADLINES.query, budgetLeft()),
      }),
  )
  for (const client of clients) client.on('error', () => undefined)
  try {
    const pids = new Set<number>()
    for (const client of clients) {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      pids.add(rows[0]?.pid ?? 0)
    }
    return pids.size < CLIENTS
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()))
  }
}
