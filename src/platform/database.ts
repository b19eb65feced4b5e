import { setTimeout as sleep } from 'node:timers/promises'
import knex, { type Knex } from 'knex'
import { DBError } from 'objection'
import pg from 'pg'
import { DEADLINES, watchConnections, type Deadlines } from './database/half-open.ts'
import { MIGRATIONS } from './database/migrations.ts'
import { statementNames, withoutNames } from './database/name-statements.ts'
import type { Logger } from './process/logger.ts'
import type { TableQuery } from './database/typed-query.ts'

/** Table -> its columns with their types: knex's own here, all others in src/tables.ts. */
export interface Tables {
  migration: { name: string; batch: number; migration_time: Date }
}

/** For reads that may run inside or outside of a transaction. */
export interface Reader extends Pick<Knex, 'raw'> {
  <T extends keyof Tables>(table: T): TableQuery<Tables[T]>
}
export interface Trx extends Reader, Pick<Knex.Transaction, 'isCompleted' | 'userParams'> {}
export interface Database
  extends Reader, Pick<Knex, 'client' | 'destroy' | 'initialize' | 'migrate' | 'on' | 'removeListener' | 'userParams'> {
  withUserParams(params: object): Database
  transaction(): Promise<Trx & Pick<Knex.Transaction, 'commit' | 'rollback'>>
  transaction<T>(work: (trx: Trx) => Promise<T>, config?: Knex.TransactionConfig): Promise<T>
}

/** bigint columns arrive as bigint: amounts are hundredths and must never pass through floating point. */
const types = {
  getTypeParser: (oid: number, format?: string) =>
    oid === pg.types.builtins.INT8 ? BigInt : (pg.types.getTypeParser(oid, format as 'text') as unknown),
}

type ConnectOptions = NonNullable<Parameters<typeof connectDatabase>[1]>

/** Connects for as long as `work` takes. */
export async function withConnection<T>(
  url: string,
  options: ConnectOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = connectDatabase(url, options)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** A pool of connections. One on which nobody answers is given up. What its sessions begin with: session-defaults.ts. */
export function connectDatabase(
  url: string,
  options: {
    poolMax?: number
    applicationName?: string
    log?: Logger
    deadlines?: Deadlines
    /** Whether a pooler in transaction mode stands in front of the database. */
    pooled?: boolean
  } = {},
): Database {
  const deadlines = options.deadlines ?? DEADLINES
  const { watch, isAlive } = watchConnections(deadlines)
  const nameStatements = options.pooled ? withoutNames : statementNames()
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      types,
      application_name: options.applicationName ?? 'market',
      connectionTimeoutMillis: deadlines.connect,
      keepAlive: true,
    },
    pool: {
      min: 0,
      max: options.poolMax ?? 10,
      afterCreate(connection: Parameters<typeof watch>[0], done: (error: null) => void) {
        nameStatements(connection)
        watch(connection)
        done(null)
      },
      validate: isAlive,
    },
    acquireConnectionTimeout: 2 * deadlines.connect,
    migrations: MIGRATIONS,
    log: options.log ? logTo(options.log) : SILENT,
  }) as unknown as Database
}

const nothing = () => undefined
/** Left to itself, knex prints to standard output, where results go. What it warns of is also thrown. */
const SILENT = { warn: nothing, error: nothing, deprecate: nothing, debug: nothing }

function logTo(log: Logger): Knex.Logger {
  const warn = (message: unknown) => {
    // This one is also thrown, and whoever wanted the connection logs it.
    const level = String(message).startsWith('Acquire connection error') ? 'debug' : 'warn'
    log[level]({ err: message }, 'database')
  }
  return {
    warn,
    error: warn,
    deprecate: warn,
    debug: (message: unknown) => log.debug({ err: message }, 'database'),
  }
}

/** Serialization failure, deadlock, and a named statement of which a migration has changed the answer. */
const RETRIED = new Set(['40001', '40P01', '0A000'])

/**
 * Runs `work` in one READ COMMITTED transaction; what comes of others at the same time ({@link RETRIED}) is tried again,
 * so `work` must not touch anything outside of the transaction.
 */
export async function transact<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt === 5 || !RETRIED.has(sqlState(error))) throw error
      await sleep(Math.random() * 20 * attempt)
    }
  }
}

/** The five-character SQLSTATE of a database error, or '' for any other error. */
export function sqlState(error: unknown): string {
  const native = unwrap(error)
  return native instanceof pg.DatabaseError ? (native.code ?? '') : ''
}

/** Whether `error` is the violation of the unique key or check of that name. */
export function violates(error: unknown, constraint: string): boolean {
  const native = unwrap(error)
  return native instanceof pg.DatabaseError && native.constraint === constraint
}

/** objection puts the driver's error into one of its own. */
function unwrap(error: unknown): unknown {
  return error instanceof DBError ? error.nativeError : error
}
