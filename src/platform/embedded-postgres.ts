import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runCluster } from './embedded-postgres/cluster.ts'
import { readPassword, ROLE } from './embedded-postgres/create-cluster.ts'
import { findHome } from './embedded-postgres/home.ts'
import { keepRunning } from './embedded-postgres/keep-running.ts'
import { becomeMember, inControl } from './embedded-postgres/membership.ts'
import { Conflict } from './errors.ts'
import { tryLock } from './process-lock.ts'

export interface EmbeddedPostgres {
  /** Connection string of the asked database, as its superuser, on 127.0.0.1. */
  url: string
  /** The folder the cluster lives in; as root not always under the asked one, then `notes` says why. */
  folder: string
  /** Sentences for the person who starts it. */
  notes: string[]
  /** Leaves the cluster; the last to leave shuts it down. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** Made when it does not exist; 'market' if left out. */
  database?: string
  /** Server settings such as `{ fsync: 'off' }`; without effect when a running server is joined. */
  settings?: Record<string, string>
  /** Hears, in sentences for the log, when the server has died and is brought back. */
  tell?: (what: string) => void
}

/**
 * Starts, or joins, the PostgreSQL server under `dataDir`, and brings it back, at the same address, should it die. A process
 * that ends without `stop()` leaves too, unless it is killed outright: then the server goes on, and the next start joins it.
 * @throws {Unavailable} saying what to do when PostgreSQL can't run here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, database = 'market', settings = {}, tell = () => undefined } = options
  const home = findHome(resolve(dataDir))
  const membership = await becomeMember(home)
  try {
    const url = await inControl(home, async () => {
      const port = await runCluster(home, settings)
      const server = `postgres://${ROLE}:${readPassword(home)}@127.0.0.1:${port}/`
      await ensureDatabase(server, database)
      return server + encodeURIComponent(database)
    })
    const endWatch = keepRunning(home, membership, { settings, tell })
    const stop = () => {
      endWatch()
      return membership.leave()
    }
    return { url, folder: home.folder, notes: home.notes, stop }
  } catch (error) {
    await membership.leave()
    throw error
  }
}

async function ensureDatabase(server: string, database: string): Promise<void> {
  const client = new pg.Client(`${server}postgres`)
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`)
  } finally {
    await client.end()
  }
}

const PID_PATIENCE_MS = 2000

export interface ServerClaim {
  release(): Promise<void>
}

/**
 * Claims `dataDir` for this process as its one server; the claim ends with the process, however that ends.
 * @throws {Conflict} naming the server that has it
 */
export async function claimServer(dataDir: string): Promise<ServerClaim> {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true })
  const pidFile = join(folder, 'server.pid')
  const lock = tryLock(join(folder, 'server.lock'), 'exclusive')
  if (!lock) {
    const pid = await livingPid(pidFile)
    throw new Conflict(
      'SERVER_RUNNING',
      `Another Outgrown server${pid ? ` (pid ${pid})` : ''} already runs on ${shown(folder)}. ` +
        'Stop it, or give this one its own DATA_DIR and PORT.',
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return {
    release: () => {
      rmSync(pidFile, { force: true })
      lock.release()
      return Promise.resolve()
    },
  }
}

/** The holder's pid. The winner of a tie has yet to write it, over a dead server's: it is waited for, but not for ever. */
async function livingPid(file: string): Promise<number | undefined> {
  const deadline = Date.now() + PID_PATIENCE_MS
  do {
    const pid = readPid(file)
    if (pid !== undefined && isAlive(pid)) return pid
    await sleep(25)
  } while (Date.now() < deadline)
  return undefined
}

/** A file that is being written is empty at first; and 0 is nobody's pid, though signals to it arrive. */
function readPid(file: string): number | undefined {
  try {
    const content = readFileSync(file, 'utf8')
    return /^[1-9]\d*\n$/.test(content) ? Number(content) : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** As a person in this folder would write it. */
function shown(folder: string): string {
  const path = relative('', folder)
  return path.startsWith('..') ? folder : `./${path}`
}
