import type { Context } from '../../../platform/context.ts'
import { outgrownSizes } from '../../identity/constants.ts'
import { findMember } from '../../identity/index.ts'
import type { ListingCard } from '../contract.ts'

/** A member sorts out as many at once; what is passed on makes room for the rest. */
const MOST = 12

/**
 * Things that the member has taken over and their youngest child has left behind, the latest first. What they have
 * posted under the same title since is on its way already; what an admin has hidden is not to be posted again.
 */
export async function outgrownBy({ db, clock }: Context, memberId: string): Promise<ListingCard[]> {
  const member = await findMember(db, memberId)
  const sizes = outgrownSizes(member?.childrenBorn ?? [], clock.now())
  if (sizes.length === 0) return []
  const { rows } = await db.raw<{ rows: { card: string }[] }>(
    `select card from listing bought join listing_card on listing_id = bought.id
     where buyer_id = :memberId and delivery_confirmed_at is not null and age_size = any(:sizes) and hidden_at is null
       and not exists (
         select from listing own where own.seller_id = :memberId and own.created_at > bought.delivery_confirmed_at
           and lower(own.title) = lower(bought.title)
       )
     order by purchased_at desc, bought.id limit ${MOST}`,
    { memberId, sizes: [...sizes] },
  )
  return rows.map(({ card }) => JSON.parse(card) as ListingCard)
}
