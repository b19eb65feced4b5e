import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './binaries.ts'
import { giveToOwner, type Home } from './home.ts'
import { disarmLockFile, findPostmaster } from './postmaster.ts'

export const ROLE = 'market'
const START_SECONDS = 120

/** Where PostgreSQL keeps the data of this home. */
export const clusterFolder = (home: Home) => join(home.folder, 'cluster')

export const readPassword = (home: Home) => readFileSync(join(home.folder, 'password'), 'utf8').trim()

/** What the server inherits: nothing of this machine's locale, time zone or PG* variables. */
const ENVIRONMENT = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }

/**
 * Brings the cluster up, making it first if there is none, and answers its port once it takes connections.
 * The caller holds the home's control lock. A server that runs already is joined, whatever its settings.
 * @throws Error with the server's own last words when it does not start
 */
export async function runCluster(home: Home, settings: Record<string, string>): Promise<number> {
  const cluster = clusterFolder(home)
  const binaries = findBinaries(home)
  if (!existsSync(cluster)) await createCluster(home, binaries)
  for (const deadline = Date.now() + START_SECONDS * 1000; Date.now() < deadline; await sleep(20)) {
    const server = findPostmaster(cluster)
    if (!server) await launch(home, binaries, settings)
    else if (server.ready && (await answers(home, server.port))) return server.port
  }
  throw new Error(`PostgreSQL in ${home.folder} did not answer within ${START_SECONDS} seconds.\n${lastWords(home)}`)
}

/** Makes the cluster under another name first, so that an interrupted start leaves nothing that looks like one. */
async function createCluster(home: Home, binaries: string): Promise<void> {
  for (const name of readdirSync(home.folder).filter((entry) => entry.startsWith('unfinished-'))) {
    rmSync(join(home.folder, name), { recursive: true, force: true, maxRetries: 3 })
  }
  const unfinished = join(home.folder, `unfinished-${randomBytes(4).toString('hex')}`)
  mkdirSync(unfinished, { mode: 0o700 })
  const password = join(home.folder, 'password')
  writeFileSync(password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  chmodSync(password, 0o600)
  if (home.user) for (const path of [unfinished, password]) chownSync(path, home.user.uid, home.user.gid)

  const locale = [
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--text-search-config=english',
  ]
  const access = [`--username=${ROLE}`, '--auth=scram-sha-256', `--pwfile=${password}`]
  const args = [`--pgdata=${unfinished}`, ...access, ...locale, '--no-instructions']
  // A process group of its own: Ctrl-C is for us to act on, after this has come to an end.
  const initdb = spawn(join(binaries, 'initdb'), args, {
    ...home.user,
    cwd: home.folder,
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  initdb.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint += chunk))
  const [code] = await once(initdb, 'close')
  if (code !== 0) throw new Error(`PostgreSQL could not make its data folder ${unfinished}.\n${complaint.trim()}`)
  renameSync(unfinished, clusterFolder(home))
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
  child.once('exit', () => end.abort())
  child.once('error', (error) => end.abort(error))
  const killWithUs = () => child.kill('SIGINT')
  process.once('exit', killWithUs)
  try {
    while (!end.signal.aborted && !findPostmaster(cluster)?.ready) await sleep(20)
  } finally {
    process.off('exit', killWithUs)
  }
  if (end.signal.aborted && !mayBeTriedAgain(home)) {
    throw new Error(`PostgreSQL did not start in ${home.folder}.\n${lastWords(home)}`, { cause: end.signal.reason })
  }
}

/** Somebody else got the port in between; or a killed server's sessions have not all noticed yet. */
function mayBeTriedAgain(home: Home): boolean {
  return /could not bind|pre-existing shared memory block/.test(lastWords(home))
}

/** The port of last time, so that it stays the same over restarts; another free one when it is taken. */
async function choosePort(home: Home): Promise<number> {
  const file = join(home.folder, 'port')
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const port = (await listenable(last)) ?? (await listenable(0))
  if (!port) throw new Error('PostgreSQL found no free port on 127.0.0.1.')
  if (last && port !== last) home.notes.push(`Port ${last} is taken: PostgreSQL listens on port ${port} now.`)
  writeFileSync(file, `${port}\n`)
  giveToOwner(home.folder, file)
  return port
}

async function listenable(port: number): Promise<number | undefined> {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
    return (probe.address() as AddressInfo).port
  } catch {
    return undefined
  } finally {
    probe.close()
  }
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
