import type { Reader } from '../../../platform/database.ts'
import { FIRST_ANSWERS } from './first-answers.ts'

/** Fewer answers tell nothing. */
const FEWEST = 3
const DAYS = 90
const MOST = 50
const HOUR_SECONDS = 60 * 60

const WORDS: [hours: number, words: string][] = [
  [1, 'usually within an hour'],
  [4, 'usually within a few hours'],
  [24, 'usually within a day'],
  [72, 'usually within a few days'],
]

/**
 * The usual time of the member's answer to a neighbour's first message: the middle of their latest 50 answers within 90
 * days. Null where there are too few, or it takes them longer than a few days.
 */
export async function usualReply(reader: Reader, memberId: string, now: Date): Promise<string | null> {
  const { rows } = await reader.raw<{ rows: { answers: number; seconds: number | null }[] }>(
    `select count(*)::int as answers, percentile_cont(0.5) within group (order by seconds) as seconds from (
       select seconds from ${FIRST_ANSWERS} as answers
       where (owner_id = :memberId or participant_id = :memberId) and asked_by <> :memberId
         and answered_at > :now::timestamptz - make_interval(days => ${DAYS})
       order by answered_at desc limit ${MOST}
     ) as delays`,
    { memberId, now },
  )
  const { answers = 0, seconds = null } = rows[0] ?? {}
  if (answers < FEWEST || seconds === null) return null
  return WORDS.find(([hours]) => seconds <= hours * HOUR_SECONDS)?.[1] ?? null
}
