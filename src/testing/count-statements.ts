import pg from 'pg'

export interface Statement {
  sql: string
  /** The connection that it was sent over. */
  over: object
}

type Submit = (this: { text: string }, connection: object) => unknown

/**
 * What is asked by itself, now and then: whether a connection that was idle is still there; and by pg-boss, not about jobs,
 * or about those that wait for others, of which there are none.
 */
const UPKEEP = /^\s*(?:select 1$|(?:select|update|insert)\b(?!.*\bjob_common\b).*\bpgboss\.|with locked_parents\b)/is

/** What this process sends to PostgreSQL while `work` runs, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const query = pg.Query.prototype as unknown as { submit: Submit }
  const { submit } = query
  query.submit = function (connection) {
    if (!UPKEEP.test(this.text)) sent.push({ sql: this.text, over: connection })
    return submit.call(this, connection)
  }
  try {
    await work()
  } finally {
    query.submit = submit
  }
  return sent
}
