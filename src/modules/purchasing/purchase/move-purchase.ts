import type { Trx } from '../../../platform/database.ts'
import type { Mover } from '../states.ts'
import { PurchaseLine, type OpenLine, type Order, type Purchase } from './purchase.ts'
import { ORDER_COLUMNS, readOrder } from './read-purchase.ts'

/** Writes a new reservation, with its lines in the given order. The caller holds the locks of its listings. */
export async function insertOrder(
  trx: Trx,
  purchase: Pick<
    Purchase,
    | 'id'
    | 'buyerId'
    | 'sellerId'
    | 'feePercentage'
    | 'deliveryMethod'
    | 'deliveryAddress'
    | 'courierFeeCents'
    | 'cardAmountCents'
    | 'processingCents'
    | 'itemCents'
    | 'currency'
    | 'reservedAt'
    | 'expiresAt'
    | 'addedTo'
  >,
  lines: Pick<OpenLine, 'listingId' | 'listingTitle' | 'price' | 'fee'>[],
): Promise<Order> {
  const order = await readOrder(
    trx,
    `with opened as (
       insert into purchase (
         id, buyer_id, seller_id, state, fee_percentage, delivery_method, delivery_address, courier_fee_cents,
         line_count, card_amount_cents, processing_cents, item_cents, currency, reserved_at, expires_at, added_to
       ) values (
         :id, :buyerId, :sellerId, 'reserved', :feePercentage, :deliveryMethod, :deliveryAddress, :courierFeeCents,
         :lineCount, :cardAmountCents, :processingCents, :itemCents, :currency, :reservedAt, :expiresAt, :addedTo
       ) returning *
     ), chosen as (
       insert into purchase_line (purchase_id, number, listing_id, listing_title, state, price, fee)
       select opened.id, number, listing_id, title, opened.state, price, fee
       from opened, unnest(:listingIds::uuid[], :titles::text[], :prices::bigint[], :fees::bigint[])
         with ordinality as line (listing_id, title, price, fee, number)
       returning *
     )
     select ${ORDER_COLUMNS} from opened purchase join chosen line on line.purchase_id = purchase.id order by line.number`,
    {
      ...purchase,
      lineCount: lines.length,
      listingIds: lines.map(({ listingId }) => listingId),
      titles: lines.map(({ listingTitle }) => listingTitle),
      prices: lines.map(({ price }) => String(price)),
      fees: lines.map(({ fee }) => String(fee)),
    },
  )
  if (!order) throw new Error(`purchase ${purchase.id} was not written`)
  return order
}

/** The order and all of its lines have expired. The caller holds the locks of listings and purchase. */
export async function expireOrder(trx: Trx, order: Order, now: Date): Promise<void> {
  await trx.raw(
    `with moved as (update purchase set state = 'expired', expired_at = :now where id = :id returning id)
     update purchase_line set state = 'expired' from moved where purchase_id = moved.id`,
    { now, id: order.id },
  )
  moved(order, { state: 'expired', expiredAt: now })
}

/** The order and all of its lines are paid. The caller holds the locks of listings and purchase. */
export async function payOrder(trx: Trx, order: Order, now: Date): Promise<void> {
  await trx.raw(
    `with moved as (update purchase set state = 'paid', paid_at = :now where id = :id returning id)
     update purchase_line set state = 'paid' from moved where purchase_id = moved.id`,
    { now, id: order.id },
  )
  moved(order, { state: 'paid', paidAt: now })
}

function moved(order: Order, to: { state: 'paid' | 'expired'; paidAt?: Date; expiredAt?: Date }): void {
  for (const line of order.lines) line.state = to.state
  Object.assign(order, to)
}

/**
 * Lines of an order are delivered. The caller holds the locks of listings and purchase.
 * @param how.why for which reason some earn nobody a bonus, by their number
 */
export async function deliverLines(
  trx: Trx,
  lines: OpenLine[],
  { by, why, now }: { by: Mover<'delivered'>; why: Map<number, string>; now: Date },
): Promise<void> {
  await trx.raw(
    `update purchase_line set state = 'delivered', delivered_at = :now, delivered_by = :by, earns_nothing = delivered.why
     from unnest(:references::text[], :whys::text[]) as delivered (reference, why)
     where purchase_line.reference = delivered.reference`,
    {
      now,
      by,
      references: lines.map(({ reference }) => reference),
      whys: lines.map(({ number }) => why.get(number) ?? null),
    },
  )
  for (const line of lines)
    Object.assign(line, {
      state: 'delivered',
      deliveredAt: now,
      deliveredBy: by,
      earnsNothing: why.get(line.number) ?? null,
    })
}

/** Changes lines of the order, all in the same way. The caller holds the locks of listings and purchase. */
export async function changeLines(
  trx: Trx,
  order: Order,
  lines: readonly PurchaseLine[],
  change: Partial<Omit<PurchaseLine, 'total' | '$query'>>,
): Promise<Order> {
  const references = lines.map(({ reference }) => reference)
  await PurchaseLine.query(trx).whereIn('reference', references).patch(change)
  for (const line of order.lines) if (references.includes(line.reference)) Object.assign(line, change)
  return order
}
