import type { Trx } from '../../../platform/database.ts'
import { Member, patchMember } from './member.ts'

/** Remembers when the member listed for the first time; later calls change nothing. */
export async function markFirstListing(trx: Trx, { memberId, now }: { memberId: string; now: Date }): Promise<void> {
  await Member.query(trx)
    .findById(memberId)
    .whereNull('first_listing_at')
    .patch({ firstListingAt: now, updatedAt: now })
}

/** A sale was delivered: what buyer and seller have now done at least once. Rows are locked in the order of their ids. */
export async function markSale(trx: Trx, sale: { sellerId: string; buyerId: string; now: Date }): Promise<void> {
  const { sellerId, buyerId, now } = sale
  await Member.query(trx).findByIds([sellerId, buyerId]).orderBy('id').forNoKeyUpdate().select('id')
  await Member.query(trx)
    .findById(sellerId)
    .patch({ hasSoldOnce: true, firstSaleAt: trx.raw('coalesce(first_sale_at, ?)', [now]), updatedAt: now })
  await Member.query(trx).findById(buyerId).patch({ hasBoughtOnce: true, updatedAt: now })
}

/** @param activity.month `2026-11`; an earlier month than the known one changes nothing */
export async function recordActivity(trx: Trx, activity: { memberId: string; month: string }): Promise<void> {
  await Member.query(trx)
    .findById(activity.memberId)
    .patch({ lastActivityMonth: trx.raw('greatest(last_activity_month, ?)', [activity.month]) })
}

/** @throws NotSignedIn when they have left */
export async function grantAdmin(trx: Trx, { memberId }: { memberId: string }): Promise<void> {
  await patchMember(trx, memberId, { isAdmin: true })
}
