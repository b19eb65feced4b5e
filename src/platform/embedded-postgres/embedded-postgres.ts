import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { clusterFolder, openHome } from './home.ts'
import { onExit } from './on-exit.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { runServer } from './server.ts'
import { messageOf } from '../errors.ts'
import { tryLock, waitForLock } from '../process/process-lock.ts'

export interface EmbeddedPostgres {
  /** Connection string of the requested database, as its superuser, on 127.0.0.1. */
  url: string
  /** The folder with the cluster, without symbolic links. */
  folder: string
  /** Ends this process's use of the server; the last user shuts it down. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** Created when missing; 'market' by default. */
  database?: string
  /** Server settings such as `{ fsync: 'off' }`; ignored when the server already runs. */
  settings?: Record<string, string>
  /** Receives sentences: where the database is when that is unexpected, and that the server died and was restarted. */
  log?: (sentence: string) => void
}

/** Whether there is a database under `dataDir`. */
export const hasCluster = (dataDir: string) => existsSync(join(dataDir, 'postgres', 'cluster'))

/** Longer than a start with crash recovery or a shutdown takes. */
const LOCK_TIMEOUT_SECONDS = 180
const CHECK_INTERVAL_MS = 500

/**
 * Starts the PostgreSQL server under `dataDir`, or joins the running one, and restarts it at the same address if it dies.
 * Two locks coordinate processes: whoever starts or stops the server holds `control`, and each user of the server holds
 * `users`, shared, as long as it lives; who can take `users` exclusively is the last one. A killed process loses its
 * locks, and its server keeps running until the next user is done.
 * @throws {Unavailable} saying what to do when PostgreSQL can't run here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { database = 'market', settings = {}, log = () => undefined } = options
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const usersLock = join(dataDir, 'postgres-users.lock')
  const inControl: InControl = async (work) => {
    const control = await waitForLock(join(dataDir, 'postgres-control.lock'), 'exclusive', LOCK_TIMEOUT_SECONDS)
    try {
      return await work()
    } finally {
      control.release()
    }
  }

  const home = await inControl(() => openHome(dataDir, log))
  const cluster = clusterFolder(home)
  const use = await waitForLock(usersLock, 'shared', LOCK_TIMEOUT_SECONDS)
  /** @returns a lock that keeps new users out, if this was the last one */
  const leave = () => {
    use.release()
    return tryLock(usersLock, 'exclusive')
  }
  // At exit there is no time to wait: the server shuts down on its own, and the next start waits for that.
  const cancelOnExit = onExit(() => {
    const server = leave() && findPostmaster(cluster)
    if (server) process.kill(server.pid, 'SIGINT')
  })
  let stopped: Promise<void> | undefined
  const stop = () =>
    (stopped ??= inControl(async () => {
      const last = leave()
      if (last) await stopPostmaster(cluster).finally(() => last.release())
    }).finally(cancelOnExit))

  const run = () => runServer(home, database, settings)
  try {
    const url = await inControl(run)
    const stopWatching = restartWhenDead(cluster, { inControl, run, isStopped: () => stopped !== undefined, log })
    return { url, folder: home.folder, stop: () => (stopWatching(), stop()) }
  } catch (error) {
    await stop()
    throw error
  }
}

type InControl = <T>(work: () => T | Promise<T>) => Promise<T>

interface Restart {
  inControl: InControl
  run: () => Promise<unknown>
  isStopped: () => boolean
  log: (sentence: string) => void
}

/** @returns ends it */
function restartWhenDead(cluster: string, { inControl, run, isStopped, log }: Restart): () => void {
  let busy = false
  const check = async () => {
    if (busy || findPostmaster(cluster)) return
    busy = true
    try {
      await inControl(async () => {
        // While we waited we may have stopped, or another user may have restarted it.
        if (isStopped() || findPostmaster(cluster)) return
        log('PostgreSQL has died and is being restarted')
        await run()
        log('PostgreSQL runs again')
      })
    } catch (error) {
      log(messageOf(error))
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}
