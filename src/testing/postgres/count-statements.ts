import pg from 'pg'
import type { Context } from '../../platform/context.ts'

export interface Statement {
  sql: string
  /** The connection that it was sent over. */
  over: object
}

type Submit = (this: { text: string }, connection: object) => unknown

/**
 * Statements that are asked by themselves, now and then: of a new connection its version, of an idle one whether it is
 * still there; what a process listens to; and by pg-boss, not about jobs, or about those that wait for others, of which
 * there are none.
 */
const UPKEEP =
  /^\s*(?:select 1$|listen "|select version\(\);$|(?:select|update|insert|with)\b(?!.*\bjob_common\b).*\bpgboss\.|with locked_parents\b)/is

/** The database that a connection is for: markets of earlier files may still be closing theirs. */
const databases = new WeakMap<object, string>()
const connections = pg.Connection.prototype as unknown as { startup: (config: { database: string }) => void }
const { startup } = connections
connections.startup = function (config) {
  databases.set(this, config.database)
  startup.call(this, config)
}

/** Statements that this process sends to the database of that market while `work` runs, in order. */
export async function statementsOf({ ctx }: { ctx: Context }, work: () => Promise<unknown>): Promise<Statement[]> {
  const own = new URL(ctx.config.DATABASE_URL).pathname.slice(1)
  const sent: Statement[] = []
  const query = pg.Query.prototype as unknown as { submit: Submit }
  const { submit } = query
  query.submit = function (connection) {
    if (databases.get(connection) === own && !UPKEEP.test(this.text)) sent.push({ sql: this.text, over: connection })
    return submit.call(this, connection)
  }
  try {
    await work()
  } finally {
    query.submit = submit
  }
  return sent
}
