import type { Trx } from '../../../platform/database.ts'
import { accountsOfMailboxes, closenessOf } from '../../identity/index.ts'
import { isSelfDealing } from '../card/card-users.ts'
import { Purchase } from '../purchase.ts'

export type EarnsNothing = NonNullable<Purchase['earnsNothing']>

/** Why a trade that is being delivered earns nobody a bonus; null where it does. The rules: wallet/bonus/bonuses.ts. */
export async function earnsNothing(trx: Trx, purchase: Purchase): Promise<EarnsNothing | null> {
  if (purchase.price === 0n) return 'free'
  const close = await closenessOf(trx, purchase.sellerId, purchase.buyerId)
  if (close) return close
  if (await wentTheOtherWay(trx, purchase)) return 'goes back'
  return (await isSelfDealing(trx, purchase)) ? 'same card' : null
}

/** Whether the seller once bought the same item from this very buyer; an item is told by its title. */
async function wentTheOtherWay(trx: Trx, { buyerId, sellerId, listingTitle }: Purchase): Promise<boolean> {
  const accounts = await accountsOfMailboxes(trx, [buyerId, sellerId])
  const earlier = await Purchase.query(trx)
    .where({ state: 'delivered' })
    .whereIn('buyer_id', accounts.get(sellerId) ?? [])
    .whereIn('seller_id', accounts.get(buyerId) ?? [])
    .whereRaw("regexp_replace(lower(listing_title), '\\W+', '', 'g') = regexp_replace(lower(?), '\\W+', '', 'g')", [
      listingTitle,
    ])
    .first()
  return earlier !== undefined
}
