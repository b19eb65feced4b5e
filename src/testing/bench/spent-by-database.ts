import { readFile } from 'node:fs/promises'
import type { Database } from '../../platform/database.ts'

/** @returns a function that says how many milliseconds statements have taken so far */
export function timeStatements(db: Database): () => number {
  const begun = new Map<string, number>()
  let spent = 0
  db.on('query', ({ __knexQueryUid: id }: { __knexQueryUid: string }) => begun.set(id, performance.now()))
  db.on('query-response', (_rows: unknown, { __knexQueryUid: id }: { __knexQueryUid: string }) => {
    spent += performance.now() - (begun.get(id) ?? NaN)
    begun.delete(id)
  })
  return () => spent
}

/** @returns the milliseconds that the processes behind the connections have been on a processor; NaN without `/proc` */
export async function timeProcesses(db: Database): Promise<() => Promise<number>> {
  const { rows } = await db.raw<{ rows: { pid: number }[] }>(
    `select pid from pg_stat_activity where application_name = 'market-bench'`,
  )
  return async () => {
    const texts = await Promise.all(
      rows.map(({ pid }) => readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => 'NaN')),
    )
    return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0)
  }
}
