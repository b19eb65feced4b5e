import type { Trx } from '../../../platform/database.ts'
import { closenessOf } from '../../identity/index.ts'
import { cardMates, selfDealing } from '../card/card-users.ts'
import type { OpenLine, Order, PurchaseLine } from '../purchase/purchase.ts'

type EarnsNothing = NonNullable<PurchaseLine['earnsNothing']>

/**
 * Reasons for which things that are being delivered earn nobody a bonus, by the number of their line; those that do are
 * not in it. The rules: wallet/bonus/bonuses.ts.
 */
export async function earnsNothing(trx: Trx, order: Order, lines: OpenLine[]): Promise<Map<number, EarnsNothing>> {
  const why = new Map<number, EarnsNothing>()
  const paid = lines.filter(({ price }) => price > 0n)
  for (const { number, price } of lines) if (price === 0n) why.set(number, 'free')
  if (paid.length === 0) return why
  const { closeness, back, sameCard } = await dealingsOf(trx, order, paid)
  for (const { number } of paid) {
    const reason = closeness ?? (back.includes(number) ? 'goes back' : sameCard ? 'same card' : undefined)
    if (reason) why.set(number, reason)
  }
  return why
}

/**
 * The closeness of the two, whether the card that has paid is the seller's, too, and the lines of which the seller once
 * bought the same item from this very buyer; an item is told by its title.
 */
function dealingsOf(trx: Trx, { id, buyerId, sellerId }: Order, lines: readonly PurchaseLine[]) {
  return closenessOf<{ back: number[]; sameCard: boolean }>(trx, buyerId, sellerId, {
    mates: cardMates,
    columns: (buyers, sellers) => `array(
       select distinct mine.number
       from (
         -- Fenced: what the two have bought of each other is little, what was ever delivered is not.
         select id from purchase
         where purchase.buyer_id = any(${sellers}) and purchase.seller_id = any(${buyers}) offset 0
       ) before
       join purchase_line line on line.purchase_id = before.id and line.state = 'delivered'
       join unnest(:numbers::int[], :titles::text[]) as mine (number, title)
         on regexp_replace(lower(line.listing_title), '\\W+', '', 'g') = regexp_replace(lower(mine.title), '\\W+', '', 'g')
     ) as back, ${selfDealing(sellers)} as "sameCard"`,
    bindings: {
      id,
      numbers: lines.map(({ number }) => number),
      titles: lines.map(({ listingTitle }) => listingTitle),
    },
  })
}
