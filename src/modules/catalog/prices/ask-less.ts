import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { words } from '../../../platform/language/words.ts'
import { notify } from '../../notifications/index.ts'
import type { Listing } from '../listing/listing.ts'

/** For how long a listing is offered at one price before a lower one is. */
const LIES_MS = 30 * DAY_MS
/** For how long a notice may be late, where no worker ran: afterwards the item's own page still says it. */
const LATE_MS = 7 * DAY_MS
const BATCH = 500

/** Two thirds, to the nearest whole token. Undefined for what costs no more than one. */
export function lowerPrice(price: bigint): bigint | undefined {
  const lower = ((price * 2n + 150n) / 300n) * 100n
  return lower >= 100n && lower < price ? lower : undefined
}

/** A lower price to try, in hundredths, for a listing that has lain unsold for 30 days; undefined for any other. */
export function askLess({ status, hiddenAt, offeredAt, tokenPrice }: Listing, now: Date): bigint | undefined {
  const lies = status === 'available' && hiddenAt === null && now.getTime() - offeredAt.getTime() >= LIES_MS
  return lies ? lowerPrice(tokenPrice) : undefined
}

/** Tells sellers once of each thing that has lain for 30 days, and of a lower price that they can ask in one tap. */
export async function offerLowerPrices(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const [until, from] = [new Date(now.getTime() - LIES_MS), new Date(now.getTime() - LIES_MS - LATE_MS)]
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined;) {
    const rows: Lying[] = await ctx
      .db('listing')
      .where({ status: 'available' })
      .whereNull('hidden_at')
      .where('offered_at', '<=', until)
      .where('offered_at', '>', from)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .select('id', 'seller_id', 'title', 'token_price')
    await notifyOwners(ctx, rows, now)
    after = rows.length === BATCH ? rows.at(-1)?.id : undefined
  }
}

interface Lying {
  id: string
  seller_id: string
  title: string
  token_price: bigint
}

async function notifyOwners(ctx: Context, rows: Lying[], now: Date): Promise<void> {
  const notices = rows.flatMap(({ id, seller_id: memberId, title, token_price: price }) => {
    const lower = lowerPrice(price)
    if (lower === undefined) return []
    return {
      memberId,
      kind: 'alerts' as const,
      key: `ask-less:${id}`,
      told: 'listing: lies' as const,
      facts: {
        things: { quoted: [title] },
        before: Number(price) / 100,
        priceBefore: { decimal: formatHundredths(price) },
        count: Number(lower) / 100,
        price: { decimal: formatHundredths(lower) },
      },
      path: `/item/${id}`,
      button: words('Lower the price'),
      now,
    }
  })
  if (notices.length > 0) await transact(ctx.db, (trx) => notify(trx, ...notices))
}
