import type { Trx } from '../../../platform/database.ts'
import { Member, patchMember } from './member.ts'

/** Remembers when the member listed for the first time; later calls change nothing. */
export async function markFirstListing(trx: Trx, { memberId, now }: { memberId: string; now: Date }): Promise<void> {
  await Member.query(trx)
    .findById(memberId)
    .whereNull('first_listing_at')
    .patch({ firstListingAt: now, updatedAt: now })
}

/**
 * A sale was delivered: what buyer and seller have now done at least once. If something changes, both are locked by id.
 * @returns who of them was invited, and by whom
 */
export async function markSale(
  trx: Trx,
  sale: { sellerId: string; buyerId: string; now: Date },
): Promise<{ memberId: string; referredBy: string }[]> {
  const { sellerId, buyerId, now } = sale
  const { rows } = await trx.raw<{ rows: { memberId: string; referredBy: string }[] }>(
    `with first as (
       select id from member where id in (:sellerId, :buyerId) and exists (
         select from member
         where id = :sellerId and (not has_sold_once or first_sale_at is null) or id = :buyerId and not has_bought_once
       )
       order by id for no key update
     ), marked as (
       update member set
         has_sold_once = has_sold_once or id = :sellerId,
         first_sale_at = case when id = :sellerId then coalesce(first_sale_at, :now) else first_sale_at end,
         has_bought_once = has_bought_once or id = :buyerId,
         updated_at = :now
       where id in (select id from first)
     )
     select id as "memberId", referred_by as "referredBy" from member
     where id in (:sellerId, :buyerId) and referred_by is not null`,
    { sellerId, buyerId, now },
  )
  return rows
}

/**
 * Locks the members by id, and records the months in which they were active.
 * @param activities.month `2026-11`; an earlier month than the known one changes nothing
 */
export async function recordActivities(trx: Trx, activities: { memberId: string; month: string }[]): Promise<void> {
  await trx.raw(
    `with active as (
       select id, latest from member
       join (
         select member_id, max(month) as latest from unnest(:members::uuid[], :months::text[]) as one (member_id, month)
         group by member_id
       ) activity on member_id = id
       order by id for no key update of member
     )
     update member set last_activity_month = greatest(last_activity_month, latest) from active where member.id = active.id`,
    { members: activities.map(({ memberId }) => memberId), months: activities.map(({ month }) => month) },
  )
}

/** @throws NotSignedIn when they have left */
export async function grantAdmin(trx: Trx, { memberId }: { memberId: string }): Promise<void> {
  await patchMember(trx, memberId, { isAdmin: true })
}

/** All admins are locked in one order, so that of two who demote each other one is first. @returns who is one */
export async function lockAdmins(trx: Trx): Promise<string[]> {
  const admins = await Member.query(trx).select('id').where({ is_admin: true }).orderBy('id').forUpdate()
  return admins.map(({ id }) => id)
}

export async function revokeAdmin(trx: Trx, { memberId, now }: { memberId: string; now: Date }): Promise<void> {
  await patchMember(trx, memberId, { isAdmin: false, updatedAt: now })
}
