import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '../../platform/config.ts'
import { startMarket } from '../market/start-market.ts'
import type { DrillMarket } from './drill.ts'

const READY_WITHIN_MS = 300_000

/** A server in a process of its own; `ctx` has its settings, its database and its photos. */
export interface Site extends Omit<DrillMarket, 'random'> {
  url: string
  /** SIGKILL. */
  kill(): Promise<void>
  /** SIGTERM. @returns the exit code */
  stopServer(): Promise<number | null>
  /** A new server on the same port. */
  startServer(): Promise<void>
  stop(): Promise<void>
}

/** Starts a server with these settings on the database and the photos of that market. */
export async function openSite(
  { ctx, clock }: Omit<DrillMarket, 'random'>,
  settings: Record<string, string>,
): Promise<Site> {
  const { DATABASE_URL, DATA_DIR } = ctx.config
  const env = { NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL, DATA_DIR, ...settings }
  let server = await startMarket(env)
  const { url } = server
  return {
    ctx: { ...ctx, config: loadConfig(env) },
    clock,
    url,
    kill: () => server.kill(),
    async stopServer() {
      await server.stop()
      return server.exitCode()
    },
    async startServer() {
      server = await startMarket({ ...env, PORT: new URL(url).port })
    },
    stop: () => server.stop(),
  }
}

/** @returns after how many milliseconds `/readyz` answered 200 */
export async function untilReady(url: string): Promise<number> {
  const started = performance.now()
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    const waited = performance.now() - started
    if (ready) return waited
    if (waited > READY_WITHIN_MS) throw new Error(`not ready ${READY_WITHIN_MS / 1000} s later`)
    await sleep(25)
  }
}

/** When the server's process began: another one has another time. */
export async function startOf(url: string): Promise<string | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return /^process_start_time_seconds (\S+)/m.exec(text)?.[1]
}
