import { once } from 'node:events'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { createApp } from '../../app.ts'
import type { Database } from '../../platform/database.ts'
import { askSearches, type Found } from '../searches/ask-searches.ts'
import { fillNeighbourhood } from '../searches/fill-neighbourhood.ts'
import { listenLocally } from '../run/listen-locally.ts'
import { withBenchDatabase } from './bench-database.ts'
import { tidy } from './fill.ts'
import { median, quantiles } from './measure.ts'
import { timeProcesses, timeStatements } from './spent-by-database.ts'

/**
 * Measures for 200 ordinary searches of parents whether they find what fits, how much of what they see first does, and
 * what they cost PostgreSQL: the hits (`/api/items`) and the near misses under them (`/api/items/related`).
 */
const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '10000' },
    /** All of them are asked so often. */
    times: { type: 'string', default: '5' },
    /** Calls to print, the dearest first. */
    most: { type: 'string', default: '5' },
    /** Keeps the database in this folder, for the next time. */
    data: { type: 'string' },
  },
})
const tell = (line: string) => process.stdout.write(`${line}\n`)

/** Milliseconds of PostgreSQL, by the clock and on a processor, of each time that a call was asked. */
interface Spent {
  clock: number[]
  cpu: number[]
}

await withBenchDatabase({ keptIn: values.data, database: `searches_${values.listings}` }, async ({ ctx }) => {
  const callback = createApp(ctx).callback()
  const calls = new Map<string, Spent>()
  const held = await fillNeighbourhood(ctx.db, Number(values.listings))
  await tidy(ctx.config.DATABASE_URL)
  const measured = await measuring(ctx.db, calls)
  const site = await listenLocally(
    createServer(
      (request, response) =>
        void measured(request.url ?? '', async () => {
          const closed = once(response, 'close')
          await callback(request, response)
          await closed
        }),
    ),
  )
  try {
    for (let turn = 1; turn < Number(values.times); turn += 1) await askSearches(site.url, held)
    tellFound(await askSearches(site.url, held))
  } finally {
    await site.stop()
  }
  tellSpent(calls)
})

/** Answers one call after the other, so that what PostgreSQL does meanwhile is done for it. */
async function measuring(db: Database, calls: Map<string, Spent>) {
  const clock = timeStatements(db)
  const cpu = await timeProcesses(db)
  let last = Promise.resolve()
  return (call: string, answer: () => Promise<void>): Promise<void> => {
    last = last.then(async () => {
      const before = { clock: clock(), cpu: await cpu() }
      await answer()
      const spent = calls.get(call) ?? { clock: [], cpu: [] }
      spent.clock.push(clock() - before.clock)
      spent.cpu.push((await cpu()) - before.cpu)
      calls.set(call, spent)
    })
    return last
  }
}

function tellFound(found: Found[]): void {
  const good = found.filter(({ fitting }) => fitting > 0)
  const share = good.reduce((sum, { fitting, seen }) => sum + fitting / seen, 0) / good.length
  tell(`Found: ${good.length} of ${found.length}, ${good.filter(({ hit }) => hit).length} of them among the hits;`)
  tell(`of what these see first ${Math.round(100 * share)}% fits.`)
  for (const { words } of found.filter(({ fitting }) => fitting === 0)) tell(`not found: ${words}`)
  for (const { words, fitting, seen } of good) if (2 * fitting < seen) tell(`few fit: ${words} (${fitting} of ${seen})`)
}

/** Each call counts by the median of its times, and once more by its first. */
function tellSpent(calls: Map<string, Spent>): void {
  tell(`\nPostgreSQL for a call among ${Number(values.listings).toLocaleString('en')} listings, ms`)
  tell('|  | clock p50 | p99 | CPU p50 | p99 | clock, first time, p99 |')
  tell('|---|--:|--:|--:|--:|--:|')
  for (const [name, isOf] of [
    ['hits', (call: string) => call.startsWith('/api/items?')],
    ['near misses', (call: string) => call.startsWith('/api/items/related?')],
    ['both', () => true],
  ] as const) {
    const spent = [...calls].filter(([call]) => isOf(call)).map(([, one]) => one)
    const clock = quantiles(spent.map((one) => median(one.clock)))
    const cpu = quantiles(spent.map((one) => median(one.cpu)))
    const first = quantiles(spent.map((one) => one.clock[0] ?? NaN))
    tell(`| ${name} | ${[clock.p50, clock.p99, cpu.p50, cpu.p99, first.p99].map((ms) => ms.toFixed(1)).join(' | ')} |`)
  }
  const dearest = [...calls].sort(([, a], [, b]) => median(b.clock) - median(a.clock))
  for (const [call, { clock, cpu }] of dearest.slice(0, Number(values.most)))
    tell(`${median(clock).toFixed(1)} ms (CPU ${median(cpu).toFixed(1)}, first ${clock[0]?.toFixed(1)}): ${call}`)
}
