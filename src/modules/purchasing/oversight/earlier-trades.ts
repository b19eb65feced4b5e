import type { Reader } from '../../../platform/database.ts'

/** Orders of a member besides one of theirs. */
export interface EarlierTrades {
  /** Orders of which something changed hands. */
  bought: number
  sold: number
  /** Called off by the member, who was the seller. */
  calledOff: number
  /** With a problem that the member has reported, and one that was reported about what the member sold. */
  reported: number
  reportedAbout: number
  /** The part of `bought` and `sold` that was with the other side of that order. */
  together: number
}

/** Other trades between the two sides of each order, by the id of the order. */
export async function earlierTrades(
  reader: Reader,
  ids: string[],
): Promise<Map<string, { buyer: EarlierTrades; seller: EarlierTrades }>> {
  const sideOf = (member: 'buyer' | 'seller') => {
    const own = `own.${member}_id`
    const count = (what: string) => `count(distinct coalesce(other.added_to, other.id)) filter (where ${what})`
    return `(
      select json_build_object(
        'bought', ${count(`line.delivered_at is not null and other.buyer_id = ${own}`)},
        'sold', ${count(`line.delivered_at is not null and other.seller_id = ${own}`)},
        'calledOff', ${count(`line.cancelled_by = 'seller' and other.seller_id = ${own}`)},
        'reported', ${count(`line.disputed_at is not null and other.buyer_id = ${own}`)},
        'reportedAbout', ${count(`line.disputed_at is not null and other.seller_id = ${own}`)},
        'together', ${count(
          'line.delivered_at is not null and other.buyer_id in (own.buyer_id, own.seller_id) and other.seller_id in (own.buyer_id, own.seller_id)',
        )}
      )
      from purchase other join purchase_line line on line.purchase_id = other.id
      where (other.buyer_id = ${own} or other.seller_id = ${own}) and coalesce(other.added_to, other.id) <> coalesce(own.added_to, own.id)
    ) as ${member}`
  }
  const { rows } = await reader.raw<{ rows: { id: string; buyer: EarlierTrades; seller: EarlierTrades }[] }>(
    `select own.id, ${sideOf('buyer')}, ${sideOf('seller')} from purchase own where own.id = any(?)`,
    [ids],
  )
  return new Map(rows.map(({ id, ...sides }) => [id, sides]))
}

/** All orders of a member, counted the same way. */
export async function tradesInAll(reader: Reader, memberId: string): Promise<Omit<EarlierTrades, 'together'>> {
  const { rows } = await reader.raw<{ rows: Omit<EarlierTrades, 'together'>[] }>(
    `select
       count(distinct purchase.id) filter (where delivered_at is not null and buyer_id = :memberId)::int as bought,
       count(distinct purchase.id) filter (where delivered_at is not null and seller_id = :memberId)::int as sold,
       count(distinct purchase.id) filter (where cancelled_by = 'seller' and seller_id = :memberId)::int as "calledOff",
       count(distinct purchase.id) filter (where disputed_at is not null and buyer_id = :memberId)::int as reported,
       count(distinct purchase.id) filter (where disputed_at is not null and seller_id = :memberId)::int as "reportedAbout"
     from purchase join purchase_line on purchase_id = purchase.id
     where buyer_id = :memberId or seller_id = :memberId`,
    { memberId },
  )
  return rows[0] ?? { bought: 0, sold: 0, calledOff: 0, reported: 0, reportedAbout: 0 }
}
