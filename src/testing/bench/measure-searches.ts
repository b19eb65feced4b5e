import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { createApp } from '../../app.ts'
import { askSearches } from '../searches/ask-searches.ts'
import { fillNeighbourhood } from '../searches/fill-neighbourhood.ts'
import { listenLocally } from '../run/listen-locally.ts'
import { withBenchDatabase } from './bench-database.ts'

/** Measures for 200 ordinary searches of parents whether they find what fits, and how much of what they see first does. */
const { values } = parseArgs({ options: { listings: { type: 'string', default: '10000' } } })
const tell = (line: string) => process.stdout.write(`${line}\n`)

await withBenchDatabase({}, async ({ ctx }) => {
  const callback = createApp(ctx).callback()
  const site = await listenLocally(createServer((request, response) => void callback(request, response)))
  try {
    const found = await askSearches(site.url, await fillNeighbourhood(ctx.db, Number(values.listings)))
    const good = found.filter(({ fitting }) => fitting > 0)
    const share = good.reduce((sum, { fitting, seen }) => sum + fitting / seen, 0) / good.length
    tell(`Found: ${good.length} of ${found.length}, ${good.filter(({ hit }) => hit).length} of them among the hits;`)
    tell(`of what these see first ${Math.round(100 * share)}% fits.`)
    for (const { words } of found.filter(({ fitting }) => fitting === 0)) tell(`not found: ${words}`)
    for (const { words, fitting, seen } of good)
      if (2 * fitting < seen) tell(`few fit: ${words} (${fitting} of ${seen})`)
  } finally {
    await site.stop()
  }
})
