import type { Context } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/database.ts'
import { findListing, hideListing as hide, restoreListing as restore, type Listing } from '../../catalog/index.ts'
import { writeAsAdmin, type Change } from '../log/admin-action.ts'
import { notifyMember } from '../members/notify-member.ts'

interface Visibility {
  hiddenAt: string | null
  hiddenReason: string | null
}

/** Hides a listing from everybody but its owner, who is told why. @throws NotFound LISTING_NOT_FOUND */
export async function hideListing(
  ctx: Context,
  actorId: string,
  { listingId, reason }: { listingId: string; reason: string },
): Promise<Visibility> {
  return writeAsAdmin(ctx, actorId, (trx, now) => hideIn(trx, { listingId, reason, now }))
}

/** {@link hideListing} as part of another decision. */
export async function hideIn(
  trx: Trx,
  { listingId, reason, now }: { listingId: string; reason: string; now: Date },
): Promise<{ change: Change; result: Visibility }> {
  const before = await hide(trx, { listingId, reason, now })
  await notifyMember(trx, before.sellerId, { what: 'hidden', title: before.title, reason }, now)
  return changed(trx, 'listing.hide', before)
}

/** Shows a listing again and tells its owner; one that is not hidden stays as it is. @throws NotFound */
export async function restoreListing(ctx: Context, actorId: string, listingId: string): Promise<Visibility> {
  return writeAsAdmin(ctx, actorId, async (trx, now) => {
    const before = await restore(trx, { listingId, now })
    const { sellerId, title } = before
    if (before.hiddenAt) await notifyMember(trx, sellerId, { what: 'restored', title }, now)
    return changed(trx, 'listing.restore', before)
  })
}

async function changed(trx: Trx, action: string, before: Listing): Promise<{ change: Change; result: Visibility }> {
  const after = visibilityOf((await findListing(trx, before.id)) ?? before)
  const change = {
    action,
    subject: `listing:${before.id}`,
    about: before.sellerId,
    before: visibilityOf(before),
    after,
  }
  return { change, result: after }
}

function visibilityOf({ hiddenAt, hiddenReason }: Listing): Visibility {
  return { hiddenAt: hiddenAt?.toISOString() ?? null, hiddenReason }
}
