import type { Context } from '../../../platform/context.ts'
import type { Reader, Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { monthKey, monthlyHash } from '../../../platform/monthly-hash.ts'
import { FAVOURITE_ROWS } from '../../catalog/index.ts'
import { tokensQuery, TRANSACTION_FEE } from '../../wallet/index.ts'
import { activeMembers } from '../oversight/active-members.ts'
import { PURCHASING_CODES } from '../contract.ts'

/** For how long a favourite counts as wanted; an older one is a memory. */
const WANTED = `interval '2160 hours'`

/*
 * Wants that fail for tokens count once a month for each member and listing: a purchase or the entry of a draw that was
 * refused, and a favourite that costs more than its keeper has. Only members who are active at that moment count: the
 * target moves by their share of the active ones. Member and want are kept as hashes that can't be told from another
 * month's, until the month is counted: nobody's wishes are.
 */
const HASHES = [`want.member_id`, `want.member_id || want.listing_id`].map(monthlyHash).join(', ')
const IS_ACTIVE = `want.member_id in (select member_id from ${activeMembers(':now::timestamptz')} active)`
const keyOf = (ctx: Context) => monthKey(ctx, 'unpaid want')

/** Does what a member wants; where they lack the tokens for it, that is recorded before it is thrown. */
export async function recordIfUnpaid<T>(
  ctx: Context,
  { memberId, listingIds }: { memberId: string; listingIds: string[] },
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Conflict && error.code === PURCHASING_CODES.INSUFFICIENT_TOKENS) {
      await ctx.db.raw(
        `insert into unpaid_want (month, member, want)
         select :month, ${HASHES} from (select :memberId::uuid as member_id, unnest(:listingIds::uuid[]) as listing_id) want
         where ${IS_ACTIVE}
         on conflict do nothing`,
        { ...(await keyOf(ctx)), memberId, listingIds, now: ctx.clock.now() },
      )
    }
    throw error
  }
}

/** Records the favourites of this month that cost more, with the fee, than who keeps them can pay. */
export async function recordUnpaidFavourites(ctx: Context, trx: Trx): Promise<void> {
  await trx.raw(
    `insert into unpaid_want (month, member, want)
     select :month, ${HASHES} from ${FAVOURITE_ROWS} want, (${TRANSACTION_FEE}) fees (percentage)
     where added_at > :now::timestamptz - ${WANTED}
       and ${IS_ACTIVE}
       and price + round(price * percentage / 100) > coalesce((${tokensQuery('want.member_id')}), 0)
     on conflict do nothing`,
    { ...(await keyOf(ctx)), now: ctx.clock.now() },
  )
}

/** The number of wants of a month that failed for tokens, and of how many active members. */
export async function unpaidWants(reader: Reader, month: string): Promise<{ wants: number; members: number }> {
  const { rows } = await reader.raw<{ rows: [{ wants: number; members: number }] }>(
    'select count(*)::int as wants, count(distinct member)::int as members from unpaid_want where month = ?',
    [month],
  )
  return rows[0]
}

/** Forgets who wanted what until that month, which is included. */
export async function forgetUnpaidWants(trx: Trx, month: string): Promise<void> {
  await trx('unpaid_want').where('month', '<=', month).delete()
}
