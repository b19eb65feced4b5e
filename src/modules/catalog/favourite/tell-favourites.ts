import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { subject, type Subject } from '../../../platform/sending/mail.ts'
import { withoutBlocked } from '../../identity/index.ts'
import { notify } from '../../notifications/index.ts'

type Job = JobPayload<'catalog.tell-favourites'>

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
export async function tellFavourites(ctx: Context, job: Job): Promise<void> {
  const { listingId, byId = null } = job
  const { rows } = await ctx.db.raw<{ rows: Kept[] }>(
    `select member_id as "memberId", seller_id as "sellerId", title, token_price as price
     from favourite join listing on listing.id = listing_id
     where listing_id = :listingId and status = 'available' and hidden_at is null and member_id is distinct from :byId`,
    { listingId, byId },
  )
  const [first] = rows
  const told = first && messageOf(job, first)
  if (!told) return
  const keepers = await withoutBlocked(ctx.db, first.sellerId, rows, ({ memberId }) => memberId)
  const notices = keepers.map(({ memberId }) => ({
    memberId,
    kind: 'alerts' as const,
    ...told,
    path: `/item/${listingId}`,
    button: 'See it',
    fromId: byId ?? first.sellerId,
    now: ctx.clock.now(),
  }))
  await transact(ctx.db, (trx) => notify(trx, ...notices))
}

/** Undefined where it is no longer so. The key says how often the same may be told. */
function messageOf(
  { news, listingId, at, price: before }: Job,
  { title, price }: Kept,
): { key: string; title: Subject; body: string } | undefined {
  switch (news) {
    case 'back':
      // At most once a day, however often somebody begins to pay and gives up.
      return {
        key: `favourite:back:${listingId}:${at.slice(0, 10)}`,
        title: subject`One of your favourites is back`,
        body: `"${title}" is available again, for ${tokens(price)}.`,
      }
    case 'cheaper':
      // By a tenth or more, and once a day: a cent less, or raising and lowering it again, is no news.
      if (before === undefined || price * 10n > BigInt(before) * 9n) return undefined
      return {
        key: `favourite:cheaper:${listingId}:${at.slice(0, 10)}`,
        title: subject`One of your favourites costs less`,
        body: `"${title}" now costs ${tokens(price)} instead of ${tokens(BigInt(before))}.`,
      }
    case 'going':
      // Once for a listing: a pickup is quickly gathered, and quickly emptied.
      return {
        key: `favourite:going:${listingId}`,
        title: subject`One of your favourites may soon be gone`,
        body: `A neighbour has added "${title}" to a pickup. Until someone pays, you can still get it.`,
      }
  }
}

/** `3 tokens`, `2.50 tokens`. */
function tokens(amount: bigint): string {
  return `${formatHundredths(amount).replace('.00', '')} ${amount === 100n ? 'token' : 'tokens'}`
}
