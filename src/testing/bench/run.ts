import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Market, startMarket } from '../market/start-market.ts'
import { type BenchDatabase, withBenchDatabase } from './bench-database.ts'
import { type Case, recordCases } from './cases.ts'
import { fill } from './fill.ts'
import { measureHttp, measureStatements, median, type Measured } from './measure.ts'
import { measurePages } from './pages.ts'
import { printComparison, printPages, printTable, type Line } from './print-table.ts'

/**
 * Measures browsing beside a bare `node:http` server that runs the same statements. Machines drift: all take turns in
 * each round, and what counts is the median of the rounds' ratios.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    /** Keeps the database in this folder, for the next time. */
    data: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    /** Each measurement takes so long. */
    seconds: { type: 'string', default: '2' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const tell = (line: string) => process.stdout.write(`${line}\n`)

await withBenchDatabase({ keptIn: values.data }, bench)

async function bench({ ctx, url }: BenchDatabase): Promise<void> {
  const results = new Map<number, Line[]>()
  for (const size of values.sizes.split(',').map(Number)) {
    tell(`\nFilling up to ${size.toLocaleString('en')} listings …`)
    await fill(ctx, size, tell)
    const lines = await compare(url, await recordCases(ctx))
    results.set(size, lines)
    printTable(tell, { size, rounds, seconds, lines })
    printPages(tell, size, await measurePages(url, seconds))
  }
  printComparison(tell, results)
}

async function compare(url: string, cases: Case[]): Promise<Line[]> {
  const market = await startMarket({ DATABASE_URL: url, WORKERS: 'off' })
  const rival = await startRival(url, cases)
  const client = new pg.Client(url)
  await client.connect()
  try {
    await requireSameAnswers(market, rival.url, cases)
    const lines: Line[] = []
    for (const [index, one] of cases.entries()) {
      const statements = await measureStatements(client, one, seconds)
      const measured: Record<'route' | 'json' | 'rows' | 'kept', Measured>[] = []
      for (let round = 0; round <= rounds; round += 1) {
        measured.push({
          route: await measureHttp(market.url + one.path, seconds),
          json: await measureHttp(`${rival.url}/json/${index}`, seconds),
          rows: await measureHttp(`${rival.url}/rows/${index}`, seconds),
          kept: await measureHttp(`${rival.url}/kept/${index}`, seconds),
        })
      }
      // In the first round all are still warming up.
      measured.shift()
      const of = (figure: keyof Measured) => median(measured.map(({ route }) => route[figure]))
      lines.push({
        name: one.name,
        bytes: one.body.length,
        statements,
        route: { rate: of('rate'), p50: of('p50'), p99: of('p99') },
        toJson: median(measured.map(({ route, json }) => route.rate / json.rate)),
        toRows: median(measured.map(({ route, rows }) => route.rate / rows.rate)),
        toKept: median(measured.map(({ route, kept }) => route.rate / kept.rate)),
      })
    }
    return lines
  } finally {
    await client.end()
    rival.child.kill()
    await market.stop()
  }
}

async function startRival(url: string, cases: Case[]): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(new URL('./rival.ts', import.meta.url), [url])
  child.send(cases)
  const [port] = (await once(child, 'message')) as [number]
  return { child, url: `http://127.0.0.1:${port}` }
}

/** Comparing is fair only between those who say the same. */
async function requireSameAnswers(market: Market, rival: string, cases: Case[]): Promise<void> {
  for (const [index, { name, path, body }] of cases.entries()) {
    for (const address of [market.url + path, ...['json', 'rows', 'kept'].map((kind) => `${rival}/${kind}/${index}`)]) {
      const answer = await (await fetch(address)).text()
      const same = JSON.stringify(JSON.parse(answer)) === JSON.stringify(JSON.parse(body))
      if (!same) throw new Error(`${name}: ${address} answers something else: ${answer.slice(0, 300)}`)
    }
  }
}
