import type { Reader, Trx } from '../../platform/database.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { indexRecalls, type Match, type RecallIndex } from './check/recall-index.ts'
import { sentencesOf } from './check/read-words.ts'
import type { Recall } from './recall.ts'
import { STARTER } from './starter.ts'

/** For so long after a recall came, somebody may list a thing who was asked before it was known. */
const SETTLES_MS = 2 * HOUR_MS
/** Sources publish one recall within weeks of each other. */
const SAME_MS = 60 * DAY_MS

/** A recall as it was read; its row has another state once a sync has touched it. */
interface Looked {
  key: string
  state: string
}

/** The recalls for which what is listed and was sold has not been looked through for long enough. */
export async function newRecalls(reader: Reader): Promise<{ recalls: Looked[]; index: RecallIndex }> {
  const { rows } = await reader.raw<{ rows: (Recall & Looked)[] }>(
    'select *, xmin::text as state from recall where looked_at is null order by key',
  )
  return { recalls: rows, index: await indexRecalls(rows) }
}

export const findRecalled = (index: RecallIndex, said: { title: string; description: string }): Match[] =>
  index.find([said.title, ...sentencesOf(said.description)])

/** Ends the looking for recalls that are old enough, and still as they were when it began. */
export async function lookedThrough(trx: Trx, { recalls, now }: { recalls: Looked[]; now: Date }): Promise<void> {
  await trx.raw(
    `update recall set looked_at = :now from jsonb_to_recordset(:recalls) as looked (key text, state text)
     where recall.key = looked.key and recall.xmin::text = looked.state and first_seen_at <= :settled`,
    {
      now,
      recalls: JSON.stringify(recalls.map(({ key, state }) => ({ key, state }))),
      settled: new Date(now.getTime() - SETTLES_MS),
    },
  )
}

const starterKeys = new Map(STARTER.map(({ url, key }) => [url.toLowerCase(), key]))

/** Whether a recall is among those with which a label was compared, perhaps before its source was ever reached. */
export const isAmong = (recall: Pick<Recall, 'key' | 'url'>, keys: string[]): boolean =>
  keys.includes(recall.key) || keys.includes(starterKeys.get(recall.url.toLowerCase()) ?? recall.key)

/** Whether one of the recalls with these keys, all of the same thing, is this one as another source tells it. */
export async function isToldElsewhere(
  reader: Reader,
  { source, date }: Pick<Recall, 'source' | 'date'>,
  keys: string[],
): Promise<boolean> {
  const others = await reader('recall').whereIn('key', keys).whereNot({ source }).select('date')
  return others.some((other) => Math.abs(Date.parse(other.date) - Date.parse(date)) <= SAME_MS)
}
