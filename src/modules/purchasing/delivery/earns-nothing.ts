import type { Trx } from '../../../platform/database.ts'
import { accountsOfMailboxes, closenessOf } from '../../identity/index.ts'
import { isSelfDealing } from '../card/card-users.ts'
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
  const accounts = await accountsOfMailboxes(trx, [order.buyerId, order.sellerId])
  const [buyers, sellers] = [accounts.get(order.buyerId) ?? [], accounts.get(order.sellerId) ?? []]
  const all = await closenessOf(trx, sellers, buyers)
  const back = all ? new Set<number>() : await wentTheOtherWay(trx, { buyers, sellers }, paid)
  const rest = all ?? ((await isSelfDealing(trx, order, sellers)) ? ('same card' as const) : undefined)
  for (const { number } of paid) {
    const reason = back.has(number) ? 'goes back' : rest
    if (reason) why.set(number, reason)
  }
  return why
}

/** The lines of which the seller once bought the same item from this very buyer; an item is told by its title. */
async function wentTheOtherWay(
  trx: Trx,
  { buyers, sellers }: { buyers: string[]; sellers: string[] },
  lines: readonly PurchaseLine[],
): Promise<Set<number>> {
  const { rows } = await trx.raw<{ rows: { number: number }[] }>(
    `select distinct mine.number from unnest(:numbers::int[], :titles::text[]) as mine (number, title)
     join purchase_line line on line.state = 'delivered'
       and regexp_replace(lower(line.listing_title), '\\W+', '', 'g') = regexp_replace(lower(mine.title), '\\W+', '', 'g')
     join purchase on purchase.id = line.purchase_id
       and purchase.buyer_id = any(:buyers::uuid[]) and purchase.seller_id = any(:sellers::uuid[])`,
    {
      numbers: lines.map(({ number }) => number),
      titles: lines.map(({ listingTitle }) => listingTitle),
      buyers: sellers,
      sellers: buyers,
    },
  )
  return new Set(rows.map(({ number }) => number))
}
