import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openContext } from '../../open-context.ts'
import { loadConfig } from '../../platform/config.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres.ts'
import { fill } from './fill.ts'
import { measurePages } from './pages.ts'
import { printPages } from './print-table.ts'

/** How many painted pages one server process sends, and what each costs it. `npm run bench` has the same of a large market. */
const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '10000' },
    /** Of each measurement. */
    seconds: { type: 'string', default: '5' },
  },
})
const tell = (line: string) => process.stdout.write(`${line}\n`)
const listings = Number(values.listings)

const dataDir = await mkdtemp(join(tmpdir(), 'market-bench-'))
// As root, PostgreSQL runs as another user, who must get through.
await chmod(dataDir, 0o711)
const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
try {
  const config = loadConfig({ DATABASE_URL: server.url, DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO: 'off' })
  const { ctx, close } = await openContext(config, { queue: 'sender', applicationName: 'market-bench' })
  await fill(ctx.db, listings, tell)
  await close()
  printPages(tell, listings, await measurePages(server.url, Number(values.seconds)))
} finally {
  await server.stop()
  for (const folder of [dataDir, server.folder]) await rm(folder, { recursive: true, force: true })
}
