import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { type Reader, transact } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { words } from '../../../platform/language/words.ts'
import { findMembers, withoutBlocked } from '../../identity/index.ts'
import { notify, type NewNotice } from '../../notifications/index.ts'
import { ABOUT, aboutListing, type AboutRow } from '../listing/about-listing.ts'

type Job = JobPayload<'catalog.notify-favourites'>
type Notice =
  Extract<NewNotice, { told: `favourite: ${string}` }> extends infer One
    ? One extends NewNotice
      ? Pick<One, 'key' | 'told' | 'facts'>
      : never
    : never

interface Kept extends Omit<AboutRow, 'km' | 'price'> {
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
    `select member_id as "memberId", seller_id as "sellerId", title, ${ABOUT}
     from favourite join listing on listing.id = listing_id
     where listing_id = :listingId and status = 'available' and hidden_at is null and member_id is distinct from :byId`,
    { listingId, byId },
  )
  const [first] = rows
  const notice = first && noticeOf(job, first)
  if (!notice) return
  const keepers = await withoutBlocked(ctx.db, first.sellerId, rows, ({ memberId }) => memberId)
  const distances = await distancesTo(ctx.db, listingId, keepers)
  const { price, ...about } = first
  const notices = keepers.map(({ memberId }) => ({
    memberId,
    kind: 'alerts' as const,
    ...notice,
    about: aboutListing({
      ...about,
      km: distances.get(memberId) ?? null,
      // The words of the others say what it costs.
      ...(job.change === 'going' && { price }),
    }),
    path: `/item/${listingId}`,
    button: words('See it'),
    fromId: byId ?? first.sellerId,
    now: ctx.clock.now(),
  }))
  await transact(ctx.db, (trx) => notify(trx, ...notices))
}

/** The kilometres that each of them has to go from the place in their account, where both are known. */
async function distancesTo(reader: Reader, listingId: string, members: { memberId: string }[]) {
  const places = [
    ...(
      await findMembers(
        reader,
        members.map(({ memberId }) => memberId),
      )
    ).values(),
  ].flatMap(({ id, defaultLatitude: latitude, defaultLongitude: longitude }) =>
    latitude === null || longitude === null ? [] : [{ id, latitude, longitude }],
  )
  const { rows } = await reader.raw<{ rows: { id: string; km: number }[] }>(
    `select place.id, ring_between(place.latitude, place.longitude, entry.latitude, entry.longitude) as km
     from jsonb_to_recordset(:places) as place (id uuid, latitude float8, longitude float8), search_entry as entry
     where listing_id = :listingId and entry.latitude is not null`,
    { places: JSON.stringify(places), listingId },
  )
  return new Map(rows.map(({ id, km }) => [id, km]))
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
