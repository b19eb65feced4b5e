import pg from 'pg'
import type { Context } from '../../platform/context.ts'

export interface Statement {
  sql: string
  /** The connection that it was sent over. */
  over: object
}

type Submit = (this: { text: string }, connection: pg.Connection) => unknown

/**
 * Statements that are asked by themselves, now and then: of a new connection its version, of an idle one whether it is
 * still there; what a process listens to, and the site as it is when it begins to; and by pg-boss, not about jobs, or
 * about those that wait for others, of which there are none.
 */
const UPKEEP =
  /^\s*(?:select 1$|listen "|select \* from "site" limit \$1$|select version\(\);$|(?:select|update|insert|with)\b(?!.*\bjob_common\b).*\bpgboss\.|with locked_parents\b)/is

/** The database that a connection is for: markets of earlier files may still be closing theirs. */
const databases = new WeakMap<object, string>()
const connections = pg.Connection.prototype as unknown as { startup: (config: { database: string }) => void }
const { startup } = connections
connections.startup = function (config) {
  databases.set(this, config.database)
  startup.call(this, config)
}

/**
 * Calls `see` before each statement that this process sends to the database of that market; an error that it answers is
 * what becomes of the statement. Answers how to stop that.
 */
export function beforeEachStatement(
  { ctx }: { ctx: Context },
  see: (sql: string, connection: pg.Connection) => Error | undefined,
): () => void {
  const own = new URL(ctx.config.DATABASE_URL).pathname.slice(1)
  const query = pg.Query.prototype as unknown as { submit: Submit }
  const { submit } = query
  query.submit = function (connection) {
    const isCounted = databases.get(connection) === own && !UPKEEP.test(this.text)
    return (isCounted ? see(this.text, connection) : undefined) ?? submit.call(this, connection)
  }
  return () => {
    query.submit = submit
  }
}

/** Statements that this process sends to the database of that market while `work` runs, in order. */
export async function statementsOf(market: { ctx: Context }, work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const restore = beforeEachStatement(market, (sql, over) => {
    sent.push({ sql, over })
    return undefined
  })
  try {
    await work()
  } finally {
    restore()
  }
  return sent
}
