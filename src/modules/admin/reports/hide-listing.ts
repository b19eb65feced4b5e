import type { Context } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { say, words } from '../../../platform/language/words.ts'
import { findListing, hideListing as hide, isHiddenByAdmin, type Listing } from '../../catalog/index.ts'
import type { NewNotice } from '../../notifications/index.ts'
import { ADMIN_CODES } from '../desk/contract.ts'
import { actAsAdmin, actTogether, type Acted, type Change } from '../log/admin-action.ts'
import { noticeOf } from '../members/notice-of.ts'
import { refuseOwn } from '../refuse-own.ts'
import type { Step } from '../undo/step.ts'
import { showListing } from './show-listing.ts'

interface Visibility {
  hiddenAt: string | null
  hiddenReason: string | null
}

interface Changed {
  change: Change
  result: Visibility
  notices: NewNotice[]
  undo: Step[]
}

/**
 * Hides a listing from everybody but its owner, who is told why.
 * @throws NotFound LISTING_NOT_FOUND; Conflict OWN_SUBJECT, ALREADY_HIDDEN
 */
export async function hideListing(
  ctx: Context,
  actorId: string,
  { listingId, reason }: { listingId: string; reason: string },
): Promise<Acted<Visibility>> {
  return actAsAdmin(ctx, actorId, (trx, now) => hideIn(trx, { listingId, actorId, reason, now }))
}

/** Hides several for one reason, all of them or none. @returns the numbers of the acts in the log @throws as {@link hideListing} */
export async function hideListings(
  ctx: Context,
  actorId: string,
  { ids, reason }: { ids: string[]; reason: string },
): Promise<string[]> {
  const acted = await actTogether(ctx, actorId, async (trx, now) => {
    const hidden: Changed[] = []
    // They are locked by id, as everywhere.
    for (const listingId of [...new Set(ids)].toSorted())
      hidden.push(await hideIn(trx, { listingId, actorId, reason, now }))
    return hidden
  })
  return acted.map(({ actionId }) => actionId)
}

/** {@link hideListing} as part of another decision. */
export async function hideIn(
  trx: Trx,
  { listingId, actorId, reason, now }: { listingId: string; actorId: string; reason: string; now: Date },
): Promise<Changed> {
  const before = await hide(trx, { listingId, reason, now })
  refuseOwn(actorId, before.sellerId)
  if (isHiddenByAdmin(before)) {
    const message = say('An admin has hidden "{title}" already', { title: before.title })
    throw new Conflict(ADMIN_CODES.ALREADY_HIDDEN, message)
  }
  const notices = [noticeOf(before.sellerId, { what: 'hidden', title: before.title, reason }, now)]
  return { ...(await changed(trx, 'listing.hide', before)), notices }
}

/**
 * Shows a listing again and tells its owner; one that is not hidden stays as it is.
 * @throws NotFound; Conflict OWN_SUBJECT, SELLER_SUSPENDED for what is hidden with its seller
 */
export async function restoreListing(
  ctx: Context,
  actorId: string,
  { listingId, reason }: { listingId: string; reason: string | null },
): Promise<Acted<Visibility>> {
  return actAsAdmin(ctx, actorId, async (trx, now) => {
    const before = await showListing(trx, { listingId, now })
    const { sellerId, title } = before
    refuseOwn(actorId, sellerId)
    if (before.hiddenWithSeller) {
      const message = words('This member is suspended. What they offer is back once that is over.')
      throw new Conflict(ADMIN_CODES.SELLER_SUSPENDED, message)
    }
    const done = await changed(trx, 'listing.restore', before, reason)
    // It may have been hidden by an admin before its seller was suspended.
    const isBack = before.hiddenAt !== null && done.result.hiddenAt === null
    return { ...done, notices: isBack ? [noticeOf(sellerId, { what: 'restored', title, reason }, now)] : [] }
  })
}

async function changed(
  trx: Trx,
  action: string,
  before: Listing,
  reason: string | null = null,
): Promise<Omit<Changed, 'notices'>> {
  const after = visibilityOf((await findListing(trx, before.id)) ?? before)
  const change = {
    action,
    subject: `listing:${before.id}`,
    about: before.sellerId,
    before: visibilityOf(before),
    after: { ...after, ...(reason !== null && { reason }) },
  }
  const hiddenReason = isHiddenByAdmin(before) ? (before.hiddenReason ?? '') : null
  return { change, result: after, undo: [{ put: 'listing', listingId: before.id, hiddenReason }] }
}

function visibilityOf({ hiddenAt, hiddenReason }: Listing): Visibility {
  return { hiddenAt: hiddenAt?.toISOString() ?? null, hiddenReason }
}
