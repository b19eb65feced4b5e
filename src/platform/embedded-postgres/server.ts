import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Unavailable } from '../errors.ts'
import { archiveSettings } from './archive.ts'
import { findBinaries } from './binaries.ts'
import { createCluster, ENVIRONMENT, readPassword, ROLE } from './create-cluster.ts'
import { clusterFolder, type Home } from './home.ts'
import { onExit } from './on-exit.ts'
import { disarmLockFile, findPostmaster } from './postmaster.ts'
import { say } from '../language/words.ts'

const START_TIMEOUT_SECONDS = 120
/** Below the ports that systems give to outgoing connections. */
const PORTS = [20_000, 32_000] as const

/**
 * Starts the server unless it runs, creating cluster and database when missing, and waits until it takes connections.
 * The caller holds the control lock. @returns the connection string
 * @throws {Unavailable} with the end of the server's log when it does not start
 */
export async function runServer(home: Home, database: string, settings: Record<string, string>): Promise<string> {
  const cluster = clusterFolder(home)
  const binaries = findBinaries(home)
  if (!existsSync(cluster)) await createCluster(home, binaries, settings)
  const deadline = Date.now() + START_TIMEOUT_SECONDS * 1000
  while (Date.now() < deadline) {
    const server = findPostmaster(cluster)
    if (!server) await launch(home, binaries, settings)
    else if (server.ready) {
      const url = `postgres://${ROLE}:${readPassword(home)}@127.0.0.1:${server.port}/`
      if (await ensureDatabase(url, database)) return url + encodeURIComponent(database)
    }
    await sleep(20)
  }
  throw new Unavailable(
    say('PostgreSQL in {folder} did not answer within {seconds} seconds.\n{lines}', {
      folder: home.folder,
      seconds: START_TIMEOUT_SECONDS,
      lines: lastLogLines(home),
    }),
  )
}

/** @returns false while the server starts, recovers or shuts down */
async function ensureDatabase(server: string, database: string): Promise<boolean> {
  const client = new pg.Client(`${server}postgres`)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`)
    return true
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (['57P03', '57P01', 'ECONNREFUSED', 'ECONNRESET'].includes(code)) return false
    throw error
  } finally {
    await client.end()
  }
}

/** Starts the server in a session of its own and waits until it is ready, or has failed for a reason worth a retry. */
async function launch(home: Home, binaries: string, settings: Record<string, string>): Promise<void> {
  const cluster = clusterFolder(home)
  // A server that died gets its port again, so that its users find it.
  const port = disarmLockFile(cluster) || randomInt(...PORTS)
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...archiveSettings(home),
    ...settings,
  }
  const log = openLog(home)
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...home.user, cwd: home.folder, env: ENVIRONMENT, detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  child.unref()
  child.once('error', (error) => appendFileSync(logFile(home), error.message))
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  const cancelOnExit = onExit(() => child.kill('SIGINT'))
  do await sleep(20)
  while (!hasEnded() && !findPostmaster(cluster)?.ready)
  cancelOnExit()
  // Another program has the port, or sessions of a killed server have not all ended yet.
  const isWorthRetry = /could not bind|pre-existing shared memory block/.test(lastLogLines(home))
  if (hasEnded() && !isWorthRetry) {
    throw new Unavailable(
      say('PostgreSQL did not start in {folder}.\n{lines}', { folder: home.folder, lines: lastLogLines(home) }),
    )
  }
}

const logFile = (home: Home) => join(home.folder, 'postgres.log')

/** A new log for each start; the previous one is kept, to see why the server ended. */
function openLog(home: Home): number {
  if (existsSync(logFile(home))) renameSync(logFile(home), join(home.folder, 'postgres.previous.log'))
  return openSync(logFile(home), 'a', 0o600)
}

function lastLogLines(home: Home): string {
  return existsSync(logFile(home)) ? readFileSync(logFile(home), 'utf8').trim().split('\n').slice(-8).join('\n') : ''
}
