import type { Reader } from '../../../platform/database.ts'
import { aboutOf, nameOfLines } from '../constants.ts'
import { findWhole, withAdded, withLines } from './read-purchase.ts'
import { Purchase, type Order } from './purchase.ts'
import { AWAITING_DELIVERY, inSql } from '../states.ts'

/** Whether the order is reserved or paid, or was paid: one that ran out unpaid is nobody's trade. */
export const isUnderWay = ({ state }: Order): boolean => state !== 'expired'

/** The latest order of the listing, as a whole, that the member is a side of, with that other one where one is named. */
export async function orderBetween(
  reader: Reader,
  { listingId, memberId, otherId }: { listingId: string; memberId: string; otherId: string | undefined },
): Promise<Order | undefined> {
  const { rows } = await reader.raw<{ rows: { id: string }[] }>(
    `select purchase.id from purchase join purchase_line on purchase_id = purchase.id
     where listing_id = :listingId and purchase.state <> 'expired'
       and (buyer_id = :memberId and seller_id = coalesce(:otherId, seller_id)
         or seller_id = :memberId and buyer_id = coalesce(:otherId, buyer_id))
     order by reserved_at desc, purchase.id limit 1`,
    { listingId, memberId, otherId: otherId ?? null },
  )
  return rows[0] && findWhole(reader, rows[0].id)
}

/**
 * The name of the order in which the buyer got several things, for each of these listings, latest first; undefined for
 * the others.
 */
export async function nameOrders(
  reader: Reader,
  bought: { listingId: string; buyerId: string }[],
): Promise<(string | undefined)[]> {
  const { rows } = await reader.raw<{ rows: { id: string | null }[] }>(
    `select (
       select coalesce(case when purchase.state = 'paid' then added_to end, purchase.id)
       from purchase_line join purchase on purchase.id = purchase_id
       where purchase_line.listing_id = asked.listing_id and purchase.buyer_id = asked.buyer_id
         and purchase.state <> 'expired' and (line_count > 1 or added_to is not null or exists (
           select from purchase added where added.added_to = purchase.id and added.state = 'paid'
         ))
       order by reserved_at desc limit 1
     ) as id
     from unnest(?::uuid[], ?::uuid[]) with ordinality as asked (listing_id, buyer_id, place) order by place`,
    [bought.map(({ listingId }) => listingId), bought.map(({ buyerId }) => buyerId)],
  )
  const orders = await findOrders(
    reader,
    rows.flatMap(({ id }) => id ?? []),
  )
  return rows.map(({ id }) => {
    const order = id === null ? undefined : orders.get(id)
    return order && nameOfLines(aboutOf(order.lines).map(({ listingTitle }) => listingTitle))
  })
}

/** The orders of these ids, each with what was added to it, by id. */
export async function findOrders(reader: Reader, ids: string[]): Promise<Map<string, Order>> {
  const orders = await withAdded(reader, await findAlone(reader, ids))
  return new Map(orders.map((order) => [order.id, order]))
}

/** The orders of these ids, each without what was added to it. */
export const findAlone = async (reader: Reader, ids: string[]): Promise<Order[]> =>
  withLines(reader, await Purchase.query(reader).findByIds([...new Set(ids)]))

/** The buyer's orders with that seller of which something is still to change hands, each as a whole, the latest first. */
export async function openOrdersWith(
  reader: Reader,
  { buyerId, sellerId }: { buyerId: string; sellerId: string },
): Promise<Order[]> {
  const { rows } = await reader.raw<{ rows: { id: string }[] }>(
    `select distinct coalesce(added_to, purchase.id) as id from purchase join purchase_line on purchase_id = purchase.id
     where buyer_id = ? and seller_id = ? and purchase_line.state in ${inSql(AWAITING_DELIVERY)}`,
    [buyerId, sellerId],
  )
  if (rows.length === 0) return []
  const orders = await findOrders(
    reader,
    rows.map(({ id }) => id),
  )
  return [...orders.values()].toSorted((one, other) => other.reservedAt.getTime() - one.reservedAt.getTime())
}

/**
 * Trades of the member that really changed hands: not with an account of their own, nor back and forth. `trades` counts
 * orders, `passedOn` things.
 */
export async function tradesOf(reader: Reader, memberId: string): Promise<{ trades: number; passedOn: number }> {
  const { rows } = await reader.raw<{ rows: { trades: number; passed_on: number }[] }>(
    `select count(distinct coalesce(added_to, purchase.id))::int as trades, count(*) filter (where seller_id = :memberId)::int as passed_on
     from purchase join purchase_line on purchase_id = purchase.id
     where (buyer_id = :memberId or seller_id = :memberId) and purchase_line.state = 'delivered'
       and coalesce(earns_nothing, '') not in ('same mailbox', 'same card', 'goes back')`,
    { memberId },
  )
  return { trades: rows[0]?.trades ?? 0, passedOn: rows[0]?.passed_on ?? 0 }
}

/** Lines with a problem, as SQL: of which purchase, since when, and between whom. */
export const DISPUTED_LINES = `(
  select purchase_id, reference, disputed_at, buyer_id, seller_id
  from purchase_line join purchase on purchase.id = purchase_id where purchase_line.state = 'disputed'
)`

/** The orders of which things were reported then or before and wait for a decision, those of longest ago first. */
export async function disputedSince(reader: Reader, time: Date): Promise<string[]> {
  const { rows } = await reader.raw<{ rows: { id: string }[] }>(
    `select purchase_id as id from purchase_line where state = 'disputed'
     group by purchase_id having min(disputed_at) <= ? order by min(disputed_at), purchase_id`,
    [time],
  )
  return rows.map(({ id }) => id)
}
