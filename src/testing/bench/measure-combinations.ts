import { once } from 'node:events'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { createApp } from '../../app.ts'
import type { Context } from '../../platform/context.ts'
import { withBenchDatabase } from './bench-database.ts'
import { COMBINATIONS, type Combination } from './combinations.ts'
import { fill } from './fill.ts'
import { quantiles } from './measure.ts'
import { timeProcesses, timeStatements } from './spent-by-database.ts'

/**
 * Measures each combination of filters, asked one after the other: the statements of a page together, and the route
 * over HTTP. On a busy machine the CPU of PostgreSQL says more than the clock. Of each size a database of its own.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    /** Each combination is asked so often. */
    times: { type: 'string', default: '20' },
    /** Only combinations with this in their name. */
    only: { type: 'string', default: '' },
    /** Combinations to print, the dearest first. */
    most: { type: 'string', default: '40' },
    /** Keeps the databases in this folder, for the next time. */
    data: { type: 'string' },
  },
})
const times = Number(values.times)
const tell = (line: string) => process.stdout.write(`${line}\n`)

/** In milliseconds. */
interface Taken {
  sql: { p50: number; p99: number }
  /** The median of PostgreSQL's CPU; NaN without `/proc`. */
  cpu: number
  http: { p50: number; p99: number }
}

const combinations = COMBINATIONS.filter(({ name }) => name.includes(values.only))
const sizes = values.sizes.split(',').map(Number)
const all: Taken[][] = []
for (const size of sizes) {
  tell(`Filling up to ${size.toLocaleString('en')} listings …`)
  all.push(
    await withBenchDatabase({ keptIn: values.data, database: `market_${size}` }, ({ ctx }) => measureAll(ctx, size)),
  )
}
printTaken()

async function measureAll(ctx: Context, size: number): Promise<Taken[]> {
  const callback = createApp(ctx).callback()
  const site = createServer((request, response) => void callback(request, response)).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const address = site.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  try {
    await fill(ctx, size, tell)
    const means = { origin, spent: timeStatements(ctx.db), usedByDatabase: await timeProcesses(ctx.db) }
    const taken: Taken[] = []
    for (const one of combinations) taken.push(await measure(one, means))
    return taken
  } finally {
    site.close()
  }
}

interface Means {
  origin: string
  /** Milliseconds that statements have taken so far. */
  spent: () => number
  usedByDatabase: () => Promise<number>
}

async function measure({ query }: Combination, { origin, spent, usedByDatabase }: Means): Promise<Taken> {
  const path = `/api/items?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`
  const taken: Record<'sql' | 'cpu' | 'http', number[]> = { sql: [], cpu: [], http: [] }
  for (let turn = 0; turn <= times; turn += 1) {
    const [used, spentBefore, start] = [await usedByDatabase(), spent(), performance.now()]
    const answer = await fetch(origin + path)
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    const end = performance.now()
    // The first asks for what is then remembered for a minute.
    if (turn === 0) continue
    taken.http.push(end - start)
    taken.sql.push(spent() - spentBefore)
    taken.cpu.push((await usedByDatabase()) - used)
  }
  return { sql: quantiles(taken.sql), cpu: quantiles(taken.cpu).p50, http: quantiles(taken.http) }
}

function printTaken(): void {
  const last = all.at(-1) ?? []
  const heads = sizes.map((size) => `CPU at ${size.toLocaleString('en')} | SQL p50 | p99 | HTTP p50 | p99`)
  tell(`\n${combinations.length} combinations, ${times} times each; ms\n`)
  tell(`| combination | ${heads.join(' | ')} |`)
  tell(`|---${'|--:'.repeat(5 * sizes.length)}|`)
  const dearest = combinations.map((one, at) => ({ one, at })).sort((a, b) => last[b.at]!.cpu - last[a.at]!.cpu)
  for (const { one, at } of dearest.slice(0, Number(values.most))) {
    const figures = all.map((taken) => {
      const { sql, cpu, http } = taken[at]!
      return [cpu, sql.p50, sql.p99, http.p50, http.p99].map((ms) => ms.toFixed(1)).join(' | ')
    })
    tell(`| ${one.name} | ${figures.join(' | ')} |`)
  }
  for (const [index, size] of sizes.entries()) {
    const cpu = quantiles(all[index]!.map((taken) => taken.cpu))
    const over = all[index]!.filter((taken) => taken.cpu > 20).length
    tell(
      `\n${size.toLocaleString('en')}: CPU of the median combination ${cpu.p50.toFixed(1)} ms, of the 99th of a hundred ` +
        `${cpu.p99.toFixed(1)} ms; ${over} of ${combinations.length} over 20 ms`,
    )
  }
}
