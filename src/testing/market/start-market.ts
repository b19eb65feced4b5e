import { randomInt } from 'node:crypto'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'
import { FAKE_TIME } from '../time/fake-time.ts'
import { RUN_BEGAN } from '../time/test-clock.ts'

export interface Market {
  url: string
  /** Pass it on as `DATA_DIR` to start again on the same data, for example after `kill()`. */
  dataDir: string
  /** SIGKILL, as a crash would: the embedded PostgreSQL stays behind, alive. */
  kill: () => Promise<void>
  /** SIGTERM, then wait; also ends a PostgreSQL that a killed server left, and removes the data unless it was given. */
  stop: () => Promise<void>
  /** Null while it runs, and after a signal that it did not handle. */
  exitCode: () => number | null
  pid: number | undefined
}

const READY_WITHIN_MS = 300_000
const ORDINARY_CLOCK = new URL('../time/ordinary-clock.ts', import.meta.url).href

/**
 * Starts the whole product as `npm start` does, in a child process with its own data and a free port, and waits until
 * `/readyz` answers 200.
 * @param file of another checkout, to compare
 * @throws Error with the server's output when it ends or stays unready for five minutes.
 */
export async function startMarket(env: Record<string, string> = {}, file = 'src/web.ts'): Promise<Market> {
  const port = env.PORT ?? String(await freePort())
  const dataDir = env.DATA_DIR ?? (await freshDataDir())
  const url = `http://localhost:${port}`
  const child = spawnProcess(file, { DEMO: 'off', ...env, PORT: port, DATA_DIR: dataDir })
  const ended = once(child, 'exit')
  let killed = false
  const market: Market = {
    url,
    dataDir,
    exitCode: () => child.exitCode,
    pid: child.pid,
    kill: async () => {
      killed = true
      child.kill('SIGKILL')
      await ended
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      if (killed && env.DATABASE_URL === undefined) await endLeftPostgres(dataDir)
      if (env.DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
  try {
    await untilReady(child, url)
  } catch (error) {
    await market.stop()
    throw error
  }
  return market
}

/** Starts one of the project's processes. Its clock shows ordinary time, and of the caller's own environment it sees only `PATH` and the like. */
export function spawnProcess(file: string, env: Record<string, string>, args: string[] = []) {
  return spawn(process.execPath, commandOf(file, args), { ...surroundings(env), stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The same, with a descriptor for what it prints. */
export function spawnInto(output: number, file: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, commandOf(file), { ...surroundings(env), stdio: ['ignore', output, output] })
}

/** The same with standard output and error closed, as some supervisors leave them. */
export function spawnWithoutOutput(file: string, env: Record<string, string>): ChildProcess {
  const command = [process.execPath, ...commandOf(file)]
  return spawn('sh', ['-c', 'exec "$@" >&- 2>&-', 'sh', ...command], { ...surroundings(env), stdio: 'ignore' })
}

const commandOf = (file: string, args: string[] = []) => ['--import', ORDINARY_CLOCK, file, ...args]
const surroundings = (env: Record<string, string>) => ({
  cwd: fileURLToPath(new URL('../../..', import.meta.url)),
  env: { ...systemEnv(), NODE_ENV: 'test', LOG_LEVEL: 'warn', MARKET_TIME_ZONE: 'UTC', ...env },
})

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const deadline = performance.now() + READY_WITHIN_MS
  while (performance.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await delay(50)
  }
  throw new Error(`The server ${child.exitCode === null ? 'did not get ready' : 'ended'}:\n${output}`)
}

/** Below those that systems give to outgoing connections: one of these could take it before a server listens. */
export async function freePort(): Promise<number> {
  const port = randomInt(11_000, 32_000)
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}

function systemEnv(): Record<string, string> {
  const kept = [
    'PATH',
    'HOME',
    'TMPDIR',
    'LANG',
    'TZ',
    'SYSTEMROOT',
    'TEMP',
    'NODE_COMPILE_CACHE',
    RUN_BEGAN,
    ...FAKE_TIME,
  ]
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

async function freshDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'market-'))
  // As root, PostgreSQL runs as another user, who must get in.
  await chmod(folder, 0o755)
  return folder
}

/** The last to leave a cluster shuts it down. */
async function endLeftPostgres(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir })
  await server.stop()
}
