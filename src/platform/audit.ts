import type { Trx } from './database.ts'

/** A question to the whole database; every row of its answer is a mistake. */
export interface Check {
  name: string
  /** The rule, as a sentence about what is right. */
  rule: string
  /** Answers `ids text[]`, `problem text` and `since timestamptz`: from when on the row may have been wrong. */
  sql: string
}

/** Numbered lines of which the first n never change. */
export interface History {
  /** The row whose lines they are. */
  subject: string
  /** Their name in a sentence, in the plural. */
  lines: string
  /** Answers `number bigint` and `line text`, in the order of numbers and up to `last` where that is given. */
  sql: (last?: bigint) => string
}

/** A module's part of the audit: which rows are counted, what must hold, and what never changes. */
export interface Audited {
  /** By the name that programs read; `said` is a message with a {count}. */
  counts: Record<string, { sql: string; said: string }>
  checks: Check[]
  histories?: History[]
}

/** SQL of a time as text that doesn't depend on the time zone of the connection or the server. */
export const utc = (sql: string) => `to_jsonb(${sql} at time zone 'UTC') #>> '{}' || '+00:00'`

/** SQL that shows hundredths as a decimal number. */
export const decimal = (sql: string) => `to_char(${sql} / 100.0, 'FM999999999999990.00')`

const BATCH = 1000

/** The answer of `sql`, however long, with no more than a thousand rows in memory. One at a time in a transaction. */
export async function* readRows<Row>(trx: Trx, sql: string): AsyncGenerator<Row> {
  await trx.raw(`declare audit_rows no scroll cursor for ${sql}`)
  for (;;) {
    const { rows } = await trx.raw<{ rows: Row[] }>(`fetch ${BATCH} from audit_rows`)
    yield* rows
    if (rows.length < BATCH) break
  }
  await trx.raw('close audit_rows')
}
