import type { Reader, Trx } from '../../platform/database.ts'
import { indexRecalls, type Match, type RecallIndex } from './check/recall-index.ts'
import { sentencesOf } from './check/read-words.ts'

/** The recalls for which nobody has looked through what is listed and was sold yet. */
export async function newRecalls(reader: Reader): Promise<{ keys: string[]; index: RecallIndex }> {
  const rows = await reader('recall').whereNull('looked_at').orderBy('key')
  return { keys: rows.map(({ key }) => key), index: await indexRecalls(rows) }
}

export const findRecalled = (index: RecallIndex, said: { title: string; description: string }): Match[] =>
  index.find([said.title, ...sentencesOf(said.description)])

export async function lookedThrough(trx: Trx, { keys, now }: { keys: string[]; now: Date }): Promise<void> {
  await trx('recall').whereIn('key', keys).update({ looked_at: now })
}
