import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, DIST } from '../../app.ts'
import { QUEUES, type QueueName } from '../../events.ts'
import { openContext } from '../../open-context.ts'
import { loadConfig } from '../../platform/config.ts'
import type { Context } from '../../platform/context.ts'
import type { Deadlines } from '../../platform/database/half-open.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { ReplicaPatience } from '../../platform/database/replica.ts'
import { handlers } from '../../worker.ts'
import { TestClient } from './client.ts'
import { listenLocally } from '../run/listen-locally.ts'
import { TestClock } from '../time/test-clock.ts'

/** No test may fail because the machine is busy. */
const REQUEST_MS = 300_000

export interface TestMarket {
  ctx: Context
  url: string
  clock: TestClock
  /** A browser that has not signed in. */
  visitor(): TestClient
  /** A new member (or the one of that address), signed in through the API. */
  signIn(member?: { email?: string; firstName?: string; lastName?: string; referralCode?: string }): Promise<TestClient>
  /** Runs waiting jobs, and those that they enqueue, until none is left; a handler's error is thrown. */
  runJobs(options?: { only?: QueueName[] }): Promise<number>
  stop(): Promise<void>
}

export interface MarketOptions {
  env?: Record<string, string>
  log?: Logger
  deadlines?: Deadlines
  patience?: ReplicaPatience
  /** Milliseconds for which a request may wait for others. */
  requestMs?: number
}

/** The whole server on that database, listening on a free port; jobs run when the caller says so. */
export async function openMarket(databaseUrl: string, options: MarketOptions = {}): Promise<TestMarket> {
  const dataDir = await mkdtemp(join(tmpdir(), 'market-files-'))
  const server = createServer()
  const { url, stop } = await listenLocally(server)
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    MARKET_TIME_ZONE: 'UTC',
    GEOCODER_URL: 'http://127.0.0.1:9',
    RECALLS_CPSC_URL: 'http://127.0.0.1:9',
    RECALLS_HEALTH_CANADA_URL: 'http://127.0.0.1:9',
    RECALLS_SAFETY_GATE_URL: 'http://127.0.0.1:9',
  }
  const clock = new TestClock()
  const config = loadConfig({ ...env, ...options.env })
  const open = await openContext(config, {
    queue: 'sender',
    applicationName: 'market-test',
    clock,
    ...(options.log ? { log: options.log } : {}),
    ...(options.deadlines ? { deadlines: options.deadlines } : {}),
    ...(options.patience ? { patience: options.patience } : {}),
  })
  const { ctx } = open
  const callback = createApp(ctx, DIST, options.requestMs ?? REQUEST_MS).callback()
  server.on('request', (request, response) => void callback(request, response))
  return {
    ctx,
    url,
    clock,
    visitor: () => new TestClient(url),
    signIn: (member = {}) =>
      new TestClient(url).signIn({ email: `${randomUUID()}@example.com`, firstName: 'Test', ...member }),
    runJobs: (choice = {}) => runJobs(ctx, choice.only ?? (Object.keys(QUEUES) as QueueName[])),
    async stop() {
      await stop()
      await open.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function runJobs(ctx: Context, queues: QueueName[]): Promise<number> {
  const table = handlers(ctx)
  let done = 0
  for (;;) {
    const waiting = await queuesWithJobs(ctx, queues)
    if (waiting.length === 0) return done
    for (const name of waiting) {
      const completed: string[] = []
      try {
        for (const job of await ctx.queue.boss.fetch(name, { batchSize: 50 })) {
          const payload = QUEUES[name].payload.parse(job.data)
          try {
            await (table[name] as (payload: unknown) => Promise<void>)(payload)
          } catch (error) {
            await ctx.queue.boss.fail(name, job.id, { message: String(error) })
            throw error
          }
          completed.push(job.id)
        }
      } finally {
        // Together, as the worker does.
        if (completed.length > 0) await ctx.queue.boss.complete(name, completed)
      }
      done += completed.length
    }
  }
}

/** In one statement: to fetch from each of twenty queues in turn took longer than most jobs. */
async function queuesWithJobs(ctx: Context, queues: QueueName[]): Promise<QueueName[]> {
  const { rows } = await ctx.db.raw<{ rows: { name: string }[] }>(
    `select distinct name from pgboss.job where state < 'active' and start_after < now()`,
  )
  return queues.filter((queue) => rows.some(({ name }) => name === queue))
}
