import { connectDatabase, type Database } from '../database.ts'
import type { Deadlines } from './half-open.ts'
import { isDatabaseAway } from './is-away.ts'
import { AppError, NotFound } from '../errors.ts'
import type { Logger } from '../process/logger.ts'
import { traceStatements } from '../process/tracing.ts'

/** Milliseconds. */
export interface ReplicaPatience {
  /** Milliseconds between two questions to both about how far they are. */
  check: number
  /** A replica that lacks more than what was written within so long is left alone. */
  behind: number
}

const PATIENCE: ReplicaPatience = { check: 1000, behind: 10_000 }

/** Where readers read of whom nothing is known: a replica, as long as there is one that keeps up. */
export interface Readers {
  /**
   * Does `work`, which only reads. What the replica can't answer, or has not heard of yet, the primary is asked for.
   * @param first `replica`, for whoever may see things some seconds late; `primary`, for what is kept in memory until it
   * changes, and from the replica only while the primary is away
   */
  read<T>(first: 'replica' | 'primary', work: (db: Database) => Promise<T>): Promise<T>
  /** Whether the replica is in use; undefined where there is none. */
  keepsUp(): boolean | undefined
  /** Whether the primary did not answer when it was asked last: then nothing can be written, nor bought. */
  isPrimaryAway(): boolean
  close(): Promise<void>
}

/** Without a replica all is read from the primary. */
export function primaryAlone(db: Database): Readers {
  const { watch, isAway } = watchPrimary()
  return {
    read: (_, work) => watch(work(db)),
    keepsUp: () => undefined,
    isPrimaryAway: isAway,
    close: () => Promise.resolve(),
  }
}

/** Remembers how the primary answered last. */
function watchPrimary() {
  let away = false
  async function watch<T>(asked: Promise<T>): Promise<T> {
    try {
      const answer = await asked
      away = false
      return answer
    } catch (error) {
      away = isDatabaseAway(error)
      throw error
    }
  }
  return { watch, isAway: () => away }
}

interface Options {
  url: string
  log: Logger
  applicationName: string
  deadlines: Deadlines
  patience?: ReplicaPatience | undefined
}

/**
 * Reads from a streaming replica. How far it is behind is told by the primary's own log: what the primary had written by
 * when, and how far the replica has replayed. While the primary is away nothing is written that could be missed, and the
 * replica stays in use.
 */
export function createReaders(primary: Database, { patience = PATIENCE, ...options }: Options): Readers {
  const replica = connectDatabase(options.url, options)
  traceStatements(replica)
  const { watch, isAway } = watchPrimary()
  /** The places that the primary's log had reached, and when we asked. Those that the replica has passed are dropped. */
  let written: { lsn: bigint; at: number }[] = []
  /** By when the replica had all; undefined until it had. */
  let caughtUp: number | undefined
  let answers = false
  let asking = false

  async function check(): Promise<void> {
    if (asking) return
    asking = true
    const at = performance.now()
    const [there, here] = await Promise.allSettled([watch(positionOf(primary, WRITTEN)), positionOf(replica, REPLAYED)])
    asking = false
    const before = keepsUp()
    if (there.status === 'fulfilled') written.push({ lsn: there.value, at })
    answers = here.status === 'fulfilled'
    if (here.status === 'fulfilled') {
      const passed = written.filter(({ lsn }) => lsn <= here.value)
      caughtUp = passed.at(-1)?.at ?? caughtUp
      const last = written.at(-1)
      written = written.filter((one) => one.lsn > here.value || one === last)
    }
    if (keepsUp() !== before) options.log.warn(keepsUp() ? 'the replica keeps up' : 'the replica is left alone')
  }

  function keepsUp(): boolean {
    const latest = written.at(-1)?.at ?? 0
    return answers && caughtUp !== undefined && latest - caughtUp <= patience.behind
  }

  async function fromReplica<T>(work: (db: Database) => Promise<T>): Promise<T> {
    try {
      return await work(replica)
    } catch (error) {
      const unheard = error instanceof NotFound
      if (error instanceof AppError && !unheard) throw error
      if (isDatabaseAway(error)) answers = false
      // It doesn't answer, or stood in the way of what it replays, or will hear of that in a moment.
      return watch(work(primary)).catch((second: unknown) => {
        throw unheard && isDatabaseAway(second) ? error : second
      })
    }
  }

  async function fromPrimary<T>(work: (db: Database) => Promise<T>): Promise<T> {
    try {
      return await watch(work(primary))
    } catch (error) {
      if (!isDatabaseAway(error) || !keepsUp()) throw error
      return work(replica)
    }
  }

  let timer: NodeJS.Timeout | undefined
  /** Where nobody reads, nobody is asked. */
  function start(): void {
    if (timer !== undefined) return
    timer = setInterval(() => void check(), patience.check).unref()
    void check()
  }

  return {
    read(first, work) {
      start()
      return first === 'replica' && keepsUp() ? fromReplica(work) : fromPrimary(work)
    },
    keepsUp,
    isPrimaryAway: isAway,
    async close() {
      clearInterval(timer)
      await replica.destroy()
    },
  }
}

const WRITTEN = 'pg_current_wal_lsn()'
/** One that has become the primary has all there is. */
const REPLAYED = 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end'

/** Bytes of the log of changes. */
async function positionOf(db: Database, sql: string): Promise<bigint> {
  const { rows } = await db.raw<{ rows: [{ position: bigint }] }>(`select (${sql} - '0/0')::int8 as position`)
  return rows[0].position
}
