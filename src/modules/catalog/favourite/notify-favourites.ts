import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { words } from '../../../platform/language/words.ts'
import { withoutBlocked } from '../../identity/index.ts'
import { notify, type NewNotice } from '../../notifications/index.ts'

type Job = JobPayload<'catalog.notify-favourites'>
type Notice =
  Extract<NewNotice, { told: `favourite: ${string}` }> extends infer One
    ? One extends NewNotice
      ? Pick<One, 'key' | 'told' | 'facts'>
      : never
    : never

interface Kept {
  memberId: string
  sellerId: string
  title: string
  /** Hundredths. */
  price: bigint
}

/**
 * Tells whose favourite a listing is what has become of it, once for each change, however often and late this runs: what is
 * no longer so is not told. Nobody who has blocked its seller or is blocked, nor whose doing it is.
 */
export async function notifyFavourites(ctx: Context, job: Job): Promise<void> {
  const { listingId, byId = null } = job
  const { rows } = await ctx.db.raw<{ rows: Kept[] }>(
    `select member_id as "memberId", seller_id as "sellerId", title, token_price as price
     from favourite join listing on listing.id = listing_id
     where listing_id = :listingId and status = 'available' and hidden_at is null and member_id is distinct from :byId`,
    { listingId, byId },
  )
  const [first] = rows
  const notice = first && noticeOf(job, first)
  if (!notice) return
  const keepers = await withoutBlocked(ctx.db, first.sellerId, rows, ({ memberId }) => memberId)
  const notices = keepers.map(({ memberId }) => ({
    memberId,
    kind: 'alerts' as const,
    ...notice,
    path: `/item/${listingId}`,
    button: words('See it'),
    fromId: byId ?? first.sellerId,
    now: ctx.clock.now(),
  }))
  await transact(ctx.db, (trx) => notify(trx, ...notices))
}

/** Undefined where it is no longer so. The key says how often the same may be told. */
function noticeOf({ change, listingId, at, price: before }: Job, { title, price }: Kept): Notice | undefined {
  const things = { quoted: [title] }
  switch (change) {
    case 'back':
      // At most once a day, however often somebody begins to pay and gives up.
      return {
        key: `favourite:back:${listingId}:${at.slice(0, 10)}`,
        told: 'favourite: back',
        facts: { things, ...tokens(price) },
      }
    case 'cheaper':
      // By a tenth or more, and once a day: a cent less, or raising and lowering it again, is no news.
      if (before === undefined || price * 10n > BigInt(before) * 9n) return undefined
      const cost = tokens(BigInt(before))
      return {
        key: `favourite:cheaper:${listingId}:${at.slice(0, 10)}`,
        told: 'favourite: cheaper',
        facts: { things, ...tokens(price), before: cost.count, priceBefore: cost.price },
      }
    case 'going':
      // Once for a listing: a pickup is quickly gathered, and quickly emptied.
      return {
        key: `favourite:going:${listingId}`,
        told: 'favourite: going',
        facts: { things },
      }
  }
}

/** The price as the plural goes by it, and as it is written: `3`, `2.50`. */
const tokens = (amount: bigint) => ({ count: Number(amount) / 100, price: { decimal: formatHundredths(amount) } })
