import type { Trx } from '../../../platform/database.ts'

const AT_A_TIME = 1000

/** The answer of `sql`, however long, with no more than a thousand rows in memory. One at a time in a transaction. */
export async function* readRows<Row>(trx: Trx, sql: string): AsyncGenerator<Row> {
  await trx.raw(`declare audit_rows no scroll cursor for ${sql}`)
  for (;;) {
    const { rows } = await trx.raw<{ rows: Row[] }>(`fetch ${AT_A_TIME} from audit_rows`)
    yield* rows
    if (rows.length < AT_A_TIME) break
  }
  await trx.raw('close audit_rows')
}
