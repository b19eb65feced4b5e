import type { Socket } from 'node:net'
import { promisify } from 'node:util'
import type pg from 'pg'

/** Milliseconds. A connection whose other end is gone says nothing by itself, so every wait on it has an end. */
export interface Deadlines {
  /** For a new connection until it may be used. */
  connect: number
  /** For the answer to one statement; longer than the server's own `statement_timeout`. */
  query: number
  /** For the answer to the question whether a connection that was silent for so long is still there. */
  ping: number
}

export const DEADLINES: Deadlines = { connect: 5000, query: 25_000, ping: 3000 }

type Callback = (error: (Error & { code?: string }) | null, result?: unknown) => void
type Query = (query: pg.QueryConfig & { query_timeout?: number | undefined }, callback: Callback) => void
type Connection = pg.Client & { connection: { stream: Socket }; heardAt?: number; madeAt?: number }

/** SQLSTATE of a write to a server that was the primary, and is read-only since another one took over. */
export const READ_ONLY = '25006'
const LIFTED = /\bset local statement_timeout\b/i
const ENDED = /^(commit|rollback)\b(?! to)/i

/**
 * Keeps a pool free of connections that nobody answers on: one on which a deadline passes is destroyed, and so is, when
 * its turn comes, every other that has not been heard of since. So are those to a primary that is none any more.
 */
export function watchConnections({ query: queryMs, ping }: Deadlines) {
  let distrustedBefore = 0
  /** Connections that are older may lead to a server that is read-only for as long as they last. */
  let demotedBefore = 0

  /** Gives every statement of a new connection its deadline. A transaction that lifts the server's is without one, too. */
  function watch(connection: Connection): void {
    const ask = connection.query.bind(connection) as Query
    let lifted = false
    const query: Query = (config, callback) => {
      if (LIFTED.test(config.text)) lifted = true
      else if (ENDED.test(config.text)) lifted = false
      const asked = Date.now()
      ask({ ...config, query_timeout: lifted ? undefined : (config.query_timeout ?? queryMs) }, (error, result) => {
        if (error?.message === 'Query read timeout') {
          distrustedBefore = Math.max(distrustedBefore, asked)
          // A ROLLBACK, for one, would wait for as long again.
          connection.connection.stream.destroy(error)
        } else if (error?.code === READ_ONLY) demotedBefore = Date.now() + 1
        else connection.heardAt = Date.now()
        callback(error, result)
      })
    }
    connection.heardAt = Date.now()
    connection.madeAt = Date.now()
    // knex gives a callback, the counts of requests want a promise.
    const promised = promisify(query)
    Object.assign(connection, {
      query: (config: Parameters<Query>[0], callback?: Callback) =>
        callback ? query(config, callback) : promised(config),
    })
  }

  /** Whether a pooled connection may be handed out. */
  function isAlive(connection: Connection): boolean | Promise<boolean> {
    const heardAt = connection.heardAt ?? 0
    if (heardAt < distrustedBefore || (connection.madeAt ?? 0) < demotedBefore) return false
    if (Date.now() - heardAt < ping) return true
    return new Promise((resolve) => {
      const query = connection.query.bind(connection) as Query
      query({ text: 'select 1', query_timeout: ping }, (error) => {
        resolve(!error)
      })
    })
  }

  return { watch, isAlive }
}
