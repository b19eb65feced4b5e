import { createServer } from 'node:http'
import pg from 'pg'
import type { Case, Statement } from './cases.ts'

/**
 * A bare server, as a child process: `/json/<case>` runs the route's own statements, `/rows/<case>` parses rows and makes
 * the JSON itself, `/kept/<case>` does that and has the database keep its plans, where the route does. Its parent sends it
 * the cases and hears its port.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })

interface Row {
  id: string
  title: string
  category: string
  condition: string
  age_size: string | null
  city: string
  photos: string[]
  token_price: string
  status: string
  delivery_option: string
  seller_id: string
  created_at: Date
  photo_url: string | null
  photo_width: number
  photo_height: number
  photo_placeholder: string | null
  /** The distance from the reader's place, if they have one. */
  km: number | null
}

const run = ({ sql, bindings, name }: Statement) => pool.query({ text: sql, values: bindings, name })
const runPlain = ({ sql, bindings }: Statement) => pool.query(sql, bindings)

async function jsonPage({ page }: Case): Promise<string> {
  const [row] = (await run(page)).rows as { cards: string }[]
  return `[${row?.cards ?? ''}]`
}

async function rowsPage({ rows, count, limit }: Case, ask: typeof run): Promise<string> {
  const [found] = await Promise.all([ask(rows).then((answer) => answer.rows as Row[]), ask(count)])
  return JSON.stringify(found.slice(0, limit).map(present))
}

function present(row: Row): object {
  const { photo_url: url, photo_width: width, photo_height: height, photo_placeholder: placeholder } = row
  return {
    id: row.id,
    title: row.title,
    category: row.category,
    condition: row.condition,
    ageSize: row.age_size,
    city: row.city,
    photos: row.photos,
    photoInfo: url === null ? [] : [{ url, width, height, placeholder }],
    tokenPrice: (Number(row.token_price) / 100).toFixed(2),
    status: row.status,
    deliveryOption: row.delivery_option,
    userId: row.seller_id,
    createdAt: row.created_at.toISOString(),
    ...(row.km !== null && { distanceKm: row.km }),
  }
}

process.once('message', (cases: Case[]) => {
  const server = createServer((request, response) => {
    const [, kind, index] = (request.url ?? '').split('/')
    const wanted = cases[Number(index)]
    if (!wanted) return void response.writeHead(404).end()
    const page = kind === 'json' ? jsonPage(wanted) : rowsPage(wanted, kind === 'kept' ? run : runPlain)
    Promise.all([page, ...wanted.besides.map(run)]).then(
      ([body]) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' ? address?.port : null)
  })
})
