import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { createApp, DIST } from './app.ts'
import { openContext } from './open-context.ts'
import type { Config } from './platform/config.ts'
import { demandNeeds } from './platform/demand-needs.ts'
import { Conflict } from './platform/errors.ts'
import { shareFiles } from './platform/http/pages/shared-files.ts'
import { closableServer, closeServer, drainServer } from './platform/http/shutdown.ts'
import { tryLock } from './platform/process/process-lock.ts'
import { runProcess } from './run-process.ts'
import { startWorkers } from './worker.ts'
import { seedDemo } from '../seeds/demo/index.ts'
import { say } from './platform/language/words.ts'

if (import.meta.main) await runWeb(DIST)

/** @param dist folder of the built site */
export function runWeb(dist: string): Promise<void> {
  return runProcess('market-web', (config) => openMarket(config, dist))
}

async function openMarket(config: Config, dist: string): Promise<() => Promise<void>> {
  if (config.embeddedDatabase) claimDataDir(config.DATA_DIR)
  const inline = config.WORKERS === 'inline'
  const { ctx, close } = await openContext(config, {
    queue: inline ? 'worker' : 'sender',
    applicationName: 'market-web',
  })
  await demandNeeds(ctx)
  // Where there is one machine and no deployment but a restart, the build's own folder is enough.
  if (config.production || config.s3) await shareFiles(ctx, dist)
  const answer = createApp(ctx, dist).callback()
  const server = closableServer((request, response) => void answer(request, response))
  await listen(server, config)
  const stopKeeping = inline ? await startWorkers(ctx) : undefined
  process.stdout.write(banner(config, server))
  const stopping = new AbortController()
  const demo = config.demo ? seedDemo(ctx, stopping.signal) : Promise.resolve()
  demo.catch((error: unknown) => ctx.log.error({ err: error }, 'the demo neighbourhood is not complete'))
  return async () => {
    await drainServer(server, config.DRAIN_SECONDS)
    stopping.abort()
    await closeServer(server)
    await demo.catch(() => undefined)
    await stopKeeping?.()
    await close()
  }
}

/** One server for each data folder; the lock ends with the process, however that ends. */
function claimDataDir(folder: string): void {
  mkdirSync(folder, { recursive: true })
  if (tryLock(join(folder, 'server.lock'), 'exclusive')) return
  throw new Conflict(
    'SERVER_RUNNING',
    say(
      'Another Outgrown server is already running on {folder}. Stop it, or give this one its own DATA_DIR and PORT.',
      {
        folder,
      },
    ),
  )
}

async function listen(server: Server, config: Config): Promise<void> {
  server.listen(config.PORT, config.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Conflict(
      'PORT_TAKEN',
      say('Port {port} is taken by another program. Stop it, or set PORT to a free one.', { port: config.PORT }),
    )
  }
}

function banner(config: Config, server: Server): string {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  const lines = [`Outgrown is open at ${config.publicUrl} (listening on ${config.host}:${port})`]
  if (!config.fixed.timeZone)
    lines.push(
      `Its days and hours are those of ${config.MARKET_TIME_ZONE}, this machine's zone: MARKET_TIME_ZONE is not set.`,
    )
  if (config.simulated.length > 0) lines.push(`Simulated here: ${config.simulated.join(', ')}.`)
  return `${lines.join('\n')}\n`
}
