/**
 * `npm run bench:figures`: the months of a ledger of a million transfers, spread over a year: counting all of them, the
 * running one again, and reading the year as the desk does.
 */
import { countMonths, readMarket } from '../../modules/economy/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { withBenchDatabase } from './bench-database.ts'
import { mint } from './mint.ts'
import { timeProcesses } from './spent-by-database.ts'

const TRANSFERS = 1_000_000
const READS = 100

await withBenchDatabase({}, async ({ ctx }) => {
  const clock = { ...systemClock, now: () => new Date('2026-11-25T12:00:00Z') }
  const market = { ...ctx, clock }
  await mint(ctx.db, 0, TRANSFERS, (number) => `timestamptz '2025-12-01' + ${number} * interval '31 seconds'`)
  await ctx.db.raw('vacuum (analyze)')
  const cpu = await timeProcesses(ctx.db)
  async function timed(name: string, work: () => Promise<unknown>): Promise<number> {
    const began = performance.now()
    const used = await cpu()
    await work()
    const ms = performance.now() - began
    if (name !== '')
      console.log(`${name}: ${ms.toFixed(0)} ms, ${((await cpu()) - used).toFixed(0)} of PostgreSQL's CPU`)
    return ms
  }
  await timed(`counting the year of ${TRANSFERS} transfers`, () => countMonths(market))
  await timed('counting the running month again', () => countMonths(market))
  const reads: number[] = []
  for (let read = 0; read < READS; read += 1) reads.push(await timed('', () => readMarket(market, 12)))
  reads.sort((one, other) => one - other)
  const { months } = await readMarket(market, 12)
  const of = (share: number) => (reads[Math.ceil(share * READS) - 1] ?? 0).toFixed(1)
  console.log(`reading ${months.length} months: median ${of(0.5)} ms, p95 ${of(0.95)} ms, most ${of(1)} ms`)
})
