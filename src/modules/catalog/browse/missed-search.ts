import type { Context } from '../../../platform/context.ts'
import type { Reader, Trx } from '../../../platform/database.ts'
import { monthKey, monthlyHash } from '../../../platform/monthly-hash.ts'
import { dearestPrice } from '../prices/category.ts'

/** A figure about fewer people could be told to be somebody's. */
const SEVERAL = 5
/** The longest search that is noted, and how many the desk sees of a month. */
const MOST_CHARACTERS = 60
const MOST_SHOWN = 50

/** Facts about a member that other modules keep. */
export interface Seekers {
  /** Whether a member could pay a price, in hundredths, with its fee. */
  canPay: (reader: Reader, memberId: string, price: bigint) => Promise<boolean>
  /** Whether they have listed, sold or bought of late. */
  isActive: (reader: Reader, memberId: string, now: Date) => Promise<boolean>
}

/**
 * Notes that somebody has looked for `search` and found nothing, once a month for each, and whether they are an active
 * member who could have paid for whatever there is. Who it was is kept as a hash that can't be told from another month's, until the month is
 * counted.
 * @param seeker.address of a visitor; null where it isn't known
 */
export async function recordMissedSearch(
  ctx: Context,
  search: string,
  seeker: { memberId: string | undefined; address: string | null } & Seekers,
): Promise<void> {
  const { memberId, canPay, isActive } = seeker
  const who = memberId ?? seeker.address
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).toSorted().join(' ')
  if (who === null || words === '' || words.length > MOST_CHARACTERS) return
  const couldPay =
    memberId !== undefined &&
    (await isActive(ctx.db, memberId, ctx.clock.now())) &&
    (await canPay(ctx.db, memberId, await dearestPrice(ctx.db)))
  await ctx.db.raw(
    `insert into missed_search (month, words, seeker, could_pay)
     values (:month, :words, ${monthlyHash(':who')}, :couldPay)
     on conflict (month, words, seeker) do update set could_pay = true
     where excluded.could_pay and not missed_search.could_pay`,
    { ...(await monthKey(ctx, 'missed search')), words, who, couldPay },
  )
}

/**
 * Searches of a month that found nothing, which of them several people have made, and how many active members made one
 * who could have paid for whatever there is.
 */
export async function missedSearches(
  reader: Reader,
  month: string,
): Promise<{ total: number; often: { words: string; people: number }[]; inVain: number }> {
  const { rows } = await reader.raw<{ rows: { words: string; people: number; total: number }[] }>(
    `select words, count(*)::int as people, (sum(count(*)) over ())::int as total
     from missed_search where month = ? group by words order by people desc, words limit ?`,
    [month, MOST_SHOWN],
  )
  const often = rows.filter(({ people }) => people >= SEVERAL).map(({ words, people }) => ({ words, people }))
  const seekers = await reader('missed_search').where({ month, could_pay: true }).distinct().pluck('seeker')
  return { total: rows[0]?.total ?? 0, often, inVain: seekers.length }
}

/** Forgets who missed what until that month, which is included. */
export async function forgetMissedSearches(trx: Trx, month: string): Promise<void> {
  await trx('missed_search').where('month', '<=', month).delete()
}
