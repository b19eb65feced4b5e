import type { Trx } from '../../../platform/database.ts'
import { closenessOf } from '../../identity/index.ts'
import { SELF_DEALING } from '../card/card-users.ts'
import type { OpenLine, Order, PurchaseLine } from '../purchase.ts'

type EarnsNothing = NonNullable<PurchaseLine['earnsNothing']>

/**
 * Why things that are being delivered earn nobody a bonus, by the number of their line; those that do are not in it.
 * The rules: wallet/bonus/bonuses.ts.
 */
export async function earnsNothing(trx: Trx, order: Order, lines: OpenLine[]): Promise<Map<number, EarnsNothing>> {
  const why = new Map<number, EarnsNothing>()
  const paid = lines.filter(({ price }) => price > 0n)
  for (const { number, price } of lines) if (price === 0n) why.set(number, 'free')
  if (paid.length === 0) return why
  const { closeness, ones: buyers, others: sellers } = await closenessOf(trx, order.buyerId, order.sellerId)
  const { back, sameCard } = closeness
    ? { back: [], sameCard: false }
    : await dealingsOf(trx, order, { buyers, sellers, lines: paid })
  for (const { number } of paid) {
    const reason = back.includes(number) ? 'goes back' : (closeness ?? (sameCard ? 'same card' : undefined))
    if (reason) why.set(number, reason)
  }
  return why
}

/**
 * Whether the card that has paid is the seller's, too, and the lines of which the seller once bought the same item from
 * this very buyer; an item is told by its title.
 */
async function dealingsOf(
  trx: Trx,
  { id }: Order,
  { buyers, sellers, lines }: { buyers: string[]; sellers: string[]; lines: readonly PurchaseLine[] },
): Promise<{ back: number[]; sameCard: boolean }> {
  const { rows } = await trx.raw<{ rows: { back: number[]; same_card: boolean }[] }>(
    `select array(
       select distinct mine.number from unnest(:numbers::int[], :titles::text[]) as mine (number, title)
       join purchase_line line on line.state = 'delivered'
         and regexp_replace(lower(line.listing_title), '\\W+', '', 'g') = regexp_replace(lower(mine.title), '\\W+', '', 'g')
       join purchase on purchase.id = line.purchase_id
         and purchase.buyer_id = any(:sellers::uuid[]) and purchase.seller_id = any(:buyers::uuid[])
     ) as back, ${SELF_DEALING} as same_card`,
    {
      id,
      numbers: lines.map(({ number }) => number),
      titles: lines.map(({ listingTitle }) => listingTitle),
      buyers,
      sellers,
    },
  )
  const [row] = rows
  return { back: row?.back ?? [], sameCard: row?.same_card === true }
}
