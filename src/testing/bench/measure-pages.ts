import { parseArgs } from 'node:util'
import { withBenchDatabase } from './bench-database.ts'
import { fill } from './fill.ts'
import { measurePages } from './pages.ts'
import { printPages } from './print-table.ts'

/**
 * Measures the painted pages that one server process sends, and what each costs it. `npm run bench` has the same of a
 * large market.
 */
const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '10000' },
    /** Each measurement takes so long. */
    seconds: { type: 'string', default: '5' },
  },
})
const tell = (line: string) => process.stdout.write(`${line}\n`)
const listings = Number(values.listings)

await withBenchDatabase({}, async ({ ctx, url }) => {
  await fill(ctx, listings, tell)
  printPages(tell, listings, await measurePages(url, Number(values.seconds)))
})
