import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/** A statement gets a name once it was asked so often. */
const OFTEN = 5
/** Names of one pool; each connection keeps a plan for each. */
const MOST_NAMES = 200
const MOST_COUNTED = 1000

/**
 * The right plan for a page depends on what is asked for: one plan for all would be a bad one for some. One row, as the
 * queue asks for when it puts in a job, is no page.
 */
const PAGE = /\blimit\b(?! 1\b)/i

type Naming = (connection: pg.Client) => void
type Callback = (error: (Error & { routine?: string }) | null, result?: unknown) => void
type Query = (query: pg.QueryConfig, callback: Callback) => void

/**
 * Gives names to the statements of a pool that come again and again, so that PostgreSQL parses and plans each once for
 * a connection and not every time: a fifth of its work in a longer transaction.
 */
export function statementNames(): Naming {
  let names = new Map<string, string>()
  const counts = new LRUCache<string, number>({ max: MOST_COUNTED })
  let given = 0

  function nameOf({ text, values }: pg.QueryConfig): string | undefined {
    const known = names.get(text)
    if (known !== undefined || !values?.length || names.size >= MOST_NAMES || PAGE.test(text)) return known
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    if (count < OFTEN) return undefined
    given += 1
    names.set(text, `often-${given}`)
    return names.get(text)
  }

  /** For a new connection. */
  return (connection) => {
    const ask = connection.query.bind(connection) as Query
    const query: Query = (config, callback) => {
      const name = config.name ?? nameOf(config)
      if (name === undefined) {
        ask(config, callback)
        return
      }
      ask({ ...config, name }, (error, result) => {
        if (error?.routine !== 'RevalidateCachedQuery') {
          callback(error, result)
          return
        }
        // A migration has added a column. A transaction is lost by that, and the first error says so: see `transact`.
        names = new Map()
        ask(config, (again, anew) => {
          callback(again && error, anew)
        })
      })
    }
    Object.assign(connection, { query })
  }
}

/** A pooler may ask the next statement on another connection, which has never heard of the name. */
export const withoutNames: Naming = (connection) => {
  const ask = connection.query.bind(connection) as Query
  const query: Query = ({ name: _name, ...config }, callback) => {
    ask(config, callback)
  }
  Object.assign(connection, { query })
}
