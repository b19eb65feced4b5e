import { spawn } from 'node:child_process'
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Unavailable } from '../errors.ts'
import { findBinaries } from './binaries.ts'
import { choosePort } from './choose-port.ts'
import { createCluster, ENVIRONMENT, readPassword, ROLE } from './create-cluster.ts'
import { clusterFolder, giveToOwner, type Home } from './home.ts'
import { disarmLockFile, findPostmaster } from './postmaster.ts'

const START_SECONDS = 120

/**
 * Brings the cluster up, making it first if there is none, and answers its port once it takes connections.
 * The caller holds the home's control lock. A server that runs already is joined, whatever its settings.
 * @throws {Unavailable} with the server's own last words when it does not start
 */
export async function runCluster(home: Home, settings: Record<string, string>): Promise<number> {
  const cluster = clusterFolder(home)
  const binaries = findBinaries(home)
  if (!existsSync(cluster)) await createCluster(home, binaries, settings)
  const deadline = Date.now() + START_SECONDS * 1000
  while (Date.now() < deadline) {
    const server = findPostmaster(cluster)
    if (!server) await launch(home, binaries, settings)
    else if (server.ready && (await answers(home, server.port))) return server.port
    await sleep(20)
  }
  throw new Unavailable(
    `PostgreSQL in ${home.folder} did not answer within ${START_SECONDS} seconds.\n${lastWords(home)}`,
  )
}

/** Starts the server in a session of its own and waits until it is ready, or has given up for a reason worth another try. */
async function launch(home: Home, binaries: string, settings: Record<string, string>): Promise<void> {
  const cluster = clusterFolder(home)
  disarmLockFile(cluster)
  const port = await choosePort(home)
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...settings,
  }
  const log = openLog(home)
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...home.user,
      cwd: home.folder,
      env: ENVIRONMENT,
      detached: true,
      stdio: ['ignore', log, log],
    },
  )
  closeSync(log)
  child.unref()
  const end = new AbortController()
  child.once('exit', () => {
    end.abort()
  })
  child.once('error', (error) => {
    end.abort()
    appendFileSync(logFile(home), error.message)
  })
  const killWithUs = () => child.kill('SIGINT')
  process.once('exit', killWithUs)
  try {
    while (!end.signal.aborted && !findPostmaster(cluster)?.ready) await sleep(20)
  } finally {
    process.off('exit', killWithUs)
  }
  if (end.signal.aborted && !mayBeTriedAgain(home)) {
    throw new Unavailable(`PostgreSQL did not start in ${home.folder}.\n${lastWords(home)}`)
  }
}

/** Somebody else got the port in between; or a killed server's sessions have not all noticed yet. */
function mayBeTriedAgain(home: Home): boolean {
  return /could not bind|pre-existing shared memory block/.test(lastWords(home))
}

const logFile = (home: Home) => join(home.folder, 'postgres.log')

/** A fresh log for each start; the one before is kept, for whoever asks why the server ended. */
function openLog(home: Home): number {
  const file = logFile(home)
  if (existsSync(file)) renameSync(file, join(home.folder, 'postgres.previous.log'))
  const log = openSync(file, 'a', 0o600)
  giveToOwner(home.folder, file)
  return log
}

function lastWords(home: Home): string {
  return existsSync(logFile(home)) ? readFileSync(logFile(home), 'utf8').trim().split('\n').slice(-8).join('\n') : ''
}

/** Whether the server takes our connection; false while it starts, recovers or shuts down. */
async function answers(home: Home, port: number): Promise<boolean> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: ROLE,
    password: readPassword(home),
    database: 'postgres',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (['57P03', '57P01', 'ECONNREFUSED', 'ECONNRESET'].includes(code)) return false
    throw error
  }
}
