import type { Reader, Tables } from '../../../platform/database.ts'
import { pageOf, type Page, type PageQuery } from '../../../platform/page.ts'
import type { RowQuery } from '../../../platform/database/typed-query.ts'
import { AWAITING_DELIVERY, inSql } from '../states.ts'
import { Purchase, type Order } from './purchase.ts'
import { withAdded, withLines } from './read-purchase.ts'

/**
 * A page of what the member has bought or is about to pay, newest first, with what was added to it; reservations that ran
 * out are no purchases.
 */
export async function purchasesOf(
  reader: Reader,
  { buyerId, now, page }: { buyerId: string; now: Date; page: PageQuery },
): Promise<Page<Order>> {
  const query = Purchase.query(reader)
    .where({ buyer_id: buyerId })
    .where((shown) => {
      // An addition is shown in its order once it is paid.
      void shown.whereRaw('paid_at is not null and added_to is null').orWhere((live) => {
        void live.where('state', 'reserved').where('expires_at', '>', now)
      })
    })
  const { rows, next } = await readPage(reader, query, page, 'reserved_at')
  return { rows: await withAdded(reader, rows), next }
}

/** A page of what neighbours have paid for and got, or get, from the member; newest first. */
export async function salesOf(
  reader: Reader,
  { sellerId, page }: { sellerId: string; page: PageQuery },
): Promise<Page<Order>> {
  const query = Purchase.query(reader)
    .where({ seller_id: sellerId })
    .whereRaw('paid_at is not null and added_to is null')
  const { rows, next } = await readPage(reader, query, page, 'paid_at')
  return { rows: await withAdded(reader, rows), next }
}

/** The member's open orders: still to be paid or to change hands, with what was added to it; newest first. */
export async function openOrdersOf(
  reader: Reader,
  { memberId, now, limit }: { memberId: string; now: Date; limit: number },
): Promise<Order[]> {
  const rows = await Purchase.query(reader)
    .whereRaw(
      `id in (
         select coalesce(own.added_to, own.id) from purchase own join purchase_line line on line.purchase_id = own.id
         where line.state in ${inSql(AWAITING_DELIVERY)} and (own.buyer_id = ? or own.seller_id = ?)
         union all
         select id from purchase where state = 'reserved' and added_to is null and expires_at > ? and buyer_id = ?
       )`,
      [memberId, memberId, now, memberId],
    )
    .orderByRaw('reserved_at desc, id desc')
    .limit(limit)
  return withAdded(reader, await withLines(reader, rows))
}

/** Hundredths of a token that the member's sales hold in escrow until they are confirmed. */
export async function tokensOnTheirWay(reader: Reader, sellerId: string): Promise<bigint> {
  const { rows } = await reader.raw<{ rows: { sum: string }[] }>(
    `select coalesce(sum(line.price), 0)::text as sum from purchase_line line join purchase on purchase.id = line.purchase_id
     where line.state in ${inSql(AWAITING_DELIVERY)} and seller_id = ?`,
    [sellerId],
  )
  return BigInt(rows[0]?.sum ?? 0)
}

/** The newest first by a time that never changes, so that no row moves from one page to another. */
async function readPage(
  reader: Reader,
  query: RowQuery<Tables['purchase'], Purchase>,
  page: PageQuery,
  by: 'reserved_at' | 'paid_at',
): Promise<Page<Order>> {
  if (page.cursor !== undefined)
    void query.whereRaw(`(${by}, id) < (select ${by}, id from purchase where id = ?)`, [page.cursor])
  const found = await query.orderByRaw(`${by} desc, id desc`).limit(page.limit + 1)
  const { rows, next } = pageOf(found, page)
  return { rows: await withLines(reader, rows), next }
}
