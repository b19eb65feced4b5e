import { createHmac } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import type { Reader, Trx } from '../../../platform/database.ts'
import { localDay } from '../../../platform/local-time.ts'
import { sessionKeys } from '../../../platform/http/session/session-keys.ts'

/** A figure about fewer people could be told to be somebody's. */
const SEVERAL = 5
/** The longest search that is noted, and how many the desk sees of a month. */
const MOST_CHARACTERS = 60
const MOST_SHOWN = 50

/**
 * Notes that somebody has looked for `search` and found nothing, once a month for each. Who it was is kept as a hash that
 * can't be told from another month's, until the month is counted.
 * @param seeker a member, or an address
 */
export async function recordMissedSearch(ctx: Context, search: string, seeker: string): Promise<void> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).toSorted().join(' ')
  if (words === '' || words.length > MOST_CHARACTERS) return
  const month = localDay(ctx.clock.now(), ctx.site.timeZone).slice(0, 7)
  const [key] = sessionKeys(ctx.config)
  const hash = createHmac('sha256', key).update(`missed search ${month} ${seeker}`).digest('base64url').slice(0, 16)
  await ctx.db('missed_search').insert({ month, words, seeker: hash }).onConflict().ignore()
}

/** Searches of a month that found nothing, and which of them several people have made. */
export async function missedSearches(
  reader: Reader,
  month: string,
): Promise<{ total: number; often: { words: string; people: number }[] }> {
  const { rows } = await reader.raw<{ rows: { words: string; people: number; total: number }[] }>(
    `select words, count(*)::int as people, (sum(count(*)) over ())::int as total
     from missed_search where month = ? group by words order by people desc, words limit ?`,
    [month, MOST_SHOWN],
  )
  const often = rows.filter(({ people }) => people >= SEVERAL).map(({ words, people }) => ({ words, people }))
  return { total: rows[0]?.total ?? 0, often }
}

/** Forgets who missed what until that month, which is included. */
export async function forgetMissedSearches(trx: Trx, month: string): Promise<void> {
  await trx('missed_search').where('month', '<=', month).delete()
}
