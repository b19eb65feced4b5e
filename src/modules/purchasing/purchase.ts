import type { RowQuery } from '../../platform/typed-query.ts'
import type { Reader, Tables, Trx } from '../../platform/database.ts'
import { AppError, Conflict, NotFound } from '../../platform/errors.ts'
import { pageOf, type Page, type PageQuery } from '../../platform/page.ts'
import { rowOf } from '../../platform/row.ts'
import { claimForBuyer, lockedListings, markDelivered, tradedListing, type TradedListing } from '../catalog/index.ts'
import { firstNameQuery } from '../identity/index.ts'
import { PURCHASING_CODES } from './contract.ts'
import { LEADING, LIVE, type Mover, type PurchaseState } from './states.ts'

/** A row of `purchase`: who buys from whom, how it gets there and what the card pays. Its things are lines. */
export class Purchase extends rowOf('purchase') {}

/** A row of `purchase_line`. `price` and `fee` are hundredths of a token. Who writes one holds the lock of its purchase. */
export class PurchaseLine extends rowOf('purchase_line') {
  /** What the buyer's tokens pay: price and fee. */
  get total(): bigint {
    return this.price + this.fee
  }
}

/** A purchase with its lines, by number. */
export type Order = Purchase & { lines: PurchaseLine[]; shown?: Shown }

/** What came along with the lock of an order: what its buyer is shown of the other side, and of the listings, by id. */
export interface Shown {
  sellerName: string | null
  listings: Map<string, TradedListing>
}

/** A line of which the listing is still there, as it is while the line is open. */
export type OpenLine = PurchaseLine & { listingId: string }

export function leadingLine({ id, lines }: Order): PurchaseLine {
  const [leading] = lines.toSorted((one, other) => LEADING.indexOf(one.state) - LEADING.indexOf(other.state))
  if (!leading) throw new Error(`purchase ${id} has no lines`)
  return leading
}

/** What all of the lines cost in tokens, in hundredths. */
export const totalOf = (lines: readonly PurchaseLine[]): bigint => lines.reduce((sum, { total }) => sum + total, 0n)

/** The listings of lines that still have one. */
export const listingIdsOf = (lines: readonly PurchaseLine[]): string[] =>
  lines.flatMap(({ listingId }) => listingId ?? [])

/** `"Doll", "Train" and "Book"` */
export function titlesOf(lines: readonly Pick<PurchaseLine, 'listingTitle'>[]): string {
  const titles = lines.map(({ listingTitle }) => `"${listingTitle}"`)
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} and ${titles.at(-1) ?? ''}`
}

/** What one line is named by in what is written once for some lines of an order. */
export function referenceOf([first]: readonly PurchaseLine[]): string {
  if (!first) throw new Error('no lines')
  return first.reference
}

export const notAwaitingDelivery = () =>
  new Conflict(PURCHASING_CODES.NOT_AWAITING_DELIVERY, 'This item is not awaiting delivery')
export const purchaseNotFound = () => new NotFound('Purchase not found', PURCHASING_CODES.PURCHASE_NOT_FOUND)

/** The purchases with their lines, in the given order. */
export async function withLines(reader: Reader, purchases: Purchase[]): Promise<Order[]> {
  if (purchases.length === 0) return []
  const lines = await PurchaseLine.query(reader)
    .whereIn(
      'purchase_id',
      purchases.map(({ id }) => id),
    )
    .orderBy('number')
  const byPurchase = Map.groupBy(lines, ({ purchaseId }) => purchaseId)
  return purchases.map((purchase) => Object.assign(purchase, { lines: byPurchase.get(purchase.id) ?? [] }))
}

/** Of `purchase_line`, all of them. */
const LINE_COLUMNS = Object.keys({
  purchase_id: true,
  number: true,
  reference: true,
  listing_id: true,
  listing_title: true,
  state: true,
  price: true,
  fee: true,
  disputed_at: true,
  dispute_reason: true,
  delivered_at: true,
  delivered_by: true,
  earns_nothing: true,
  cancelled_at: true,
  cancelled_by: true,
  refund_key: true,
} satisfies Record<keyof Tables['purchase_line'], true>)
/** No column of `purchase` begins like this. */
const OF_LINE = 'line.'
const SHOWN = { sellerName: 'shown.seller_name', listing: 'shown.listing' }

/** A row for each line: the columns of the purchase, and those of the line as `line.…`. */
const ORDER_COLUMNS = `purchase.*, ${LINE_COLUMNS.map((column) => `line.${column} as "${OF_LINE}${column}"`).join(', ')}`
const ORDER_ROWS = `
  select ${ORDER_COLUMNS} from purchase join purchase_line line on line.purchase_id = purchase.id`

type Columns = Record<string, unknown>
type Bindings = Record<string, string | number | Date | string[] | null>

async function readOrder(reader: Reader, sql: string, bindings: Bindings): Promise<Order | undefined> {
  const { rows } = await reader.raw<{ rows: Columns[] }>(sql, bindings)
  const [first] = rows
  if (!first) return undefined
  const lines = rows.map((row) => PurchaseLine.fromDatabaseJson(columnsOf(row, OF_LINE) as Tables['purchase_line']))
  const purchase = Purchase.fromDatabaseJson(columnsOf(first, '') as Tables['purchase'])
  return Object.assign(purchase, { lines, ...(SHOWN.listing in first && { shown: shownOf(rows) }) })
}

function columnsOf(row: Columns, prefix: string): Columns {
  const columns: Columns = {}
  for (const [name, value] of Object.entries(row)) {
    const end = name.indexOf('.') + 1
    if (name.slice(0, end) === prefix) columns[name.slice(end)] = value
  }
  return columns
}

function shownOf(rows: Columns[]): Shown {
  const listings = rows.flatMap((row): [string, TradedListing][] => {
    const id = row[`${OF_LINE}listing_id`]
    return typeof id === 'string' ? [[id, row[SHOWN.listing] as TradedListing]] : []
  })
  return { sellerName: (rows[0]?.[SHOWN.sellerName] ?? null) as string | null, listings: new Map(listings) }
}

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
    | 'reservedAt'
    | 'expiresAt'
  >,
  lines: Pick<OpenLine, 'listingId' | 'listingTitle' | 'price' | 'fee'>[],
): Promise<Order> {
  const order = await readOrder(
    trx,
    `with opened as (
       insert into purchase (
         id, buyer_id, seller_id, state, fee_percentage, delivery_method, delivery_address, courier_fee_cents,
         line_count, card_amount_cents, processing_cents, item_cents, reserved_at, expires_at
       ) values (
         :id, :buyerId, :sellerId, 'reserved', :feePercentage, :deliveryMethod, :deliveryAddress, :courierFeeCents,
         :lineCount, :cardAmountCents, :processingCents, :itemCents, :reservedAt, :expiresAt
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

export function findOrder(reader: Reader, id: string): Promise<Order | undefined> {
  return readOrder(reader, `${ORDER_ROWS} where purchase.id = :id order by line.number`, { id })
}

export function findOrderByPayment(reader: Reader, paymentIntentId: string): Promise<Order | undefined> {
  const sql = `${ORDER_ROWS} where payment_intent_id = :paymentIntentId order by line.number`
  return readOrder(reader, sql, { paymentIntentId })
}

/** The lines that the listings belong to now. */
export async function findLiveLines(reader: Reader, listingIds: string[]): Promise<PurchaseLine[]> {
  return await PurchaseLine.query(reader).whereIn('listing_id', listingIds).whereIn('state', LIVE)
}

/**
 * Who waits for a row gets it as it is then, so nothing else may be asked of these. The purchase comes before its
 * lines: nobody holds one of those alone.
 */
const LOCK_ORDER = 'order by line.number for no key update of purchase, line'

/**
 * The order, held until `trx` ends. Whoever goes on to change a listing of it has locked that before: {@link lockWhole}.
 * @throws {NotFound} PURCHASE_NOT_FOUND
 */
export function lockOrder(trx: Trx, id: string): Promise<Order> {
  return orRefuse(readOrder(trx, `${ORDER_ROWS} where purchase.id = :id ${LOCK_ORDER}`, { id }))
}

/**
 * The listings of the order, then the order, all held until `trx` ends.
 * @throws {NotFound} PURCHASE_NOT_FOUND
 */
export async function lockWhole(trx: Trx, id: string): Promise<Order> {
  const listings = lockedListings('select listing_id from purchase_line where purchase_id = :id')
  // The count is taken first, and with it the locks.
  const sql = `with listings as materialized (${listings})
    select ${ORDER_COLUMNS}, (${firstNameQuery('purchase.seller_id')}) as "${SHOWN.sellerName}",
      ${tradedListing('listings')} as "${SHOWN.listing}"
    from purchase join purchase_line line on line.purchase_id = purchase.id left join listings on listings.id = line.listing_id
    where purchase.id = :id and (select count(*) from listings) >= 0 ${LOCK_ORDER}`
  return orRefuse(readOrder(trx, sql, { id }))
}

async function orRefuse(reading: Promise<Order | undefined>): Promise<Order> {
  const order = await reading
  if (!order) throw purchaseNotFound()
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

/**
 * The order and all of its lines are paid, and so in nobody's basket: with their listings, which then are the buyer's. The
 * caller holds the locks of listings and purchase.
 */
export async function payOrder(trx: Trx, order: Order, lines: OpenLine[], now: Date): Promise<void> {
  const listings = lines.map(({ listingId, price }) => ({ id: listingId, tokensInEscrow: price }))
  await claimForBuyer(
    trx,
    { listings, buyerId: order.buyerId, now },
    {
      parts: `moved as (
         update purchase set state = 'paid', paid_at = :now where id = :id returning id, buyer_id
       ), unpacked as (
         delete from basket_line using moved, purchase_line
         where purchase_id = moved.id and basket_line.member_id = moved.buyer_id
           and basket_line.listing_id = purchase_line.listing_id
       ), moved_line as (
         update purchase_line set state = 'paid' from moved where purchase_id = moved.id
       )`,
      bindings: { id: order.id },
    },
  )
  moved(order, { state: 'paid', paidAt: now })
}

function moved(order: Order, to: { state: 'paid' | 'expired'; paidAt?: Date; expiredAt?: Date }): void {
  for (const line of order.lines) line.state = to.state
  Object.assign(order, to)
}

/**
 * Lines of an order are delivered, with their listings. The caller holds the locks of listings and purchase.
 * @param how.why for which reason some earn nobody a bonus, by their number
 */
export async function deliverLines(
  trx: Trx,
  lines: OpenLine[],
  { by, why, now }: { by: Mover<'delivered'>; why: Map<number, string>; now: Date },
): Promise<void> {
  await markDelivered(
    trx,
    { listingIds: listingIdsOf(lines), now },
    {
      parts: `moved as (
         update purchase_line set state = 'delivered', delivered_at = :now, delivered_by = :by, earns_nothing = got.why
         from unnest(:references::text[], :whys::text[]) as got (reference, why)
         where purchase_line.reference = got.reference
       )`,
      bindings: {
        by,
        references: lines.map(({ reference }) => reference),
        whys: lines.map(({ number }) => why.get(number) ?? null),
      },
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

/** A page of what the member has bought or is about to pay, newest first; reservations that ran out are no purchases. */
export async function purchasesOf(
  reader: Reader,
  { buyerId, now, page }: { buyerId: string; now: Date; page: PageQuery },
): Promise<Page<Order>> {
  const query = Purchase.query(reader)
    .where({ buyer_id: buyerId })
    .where((shown) => {
      void shown.whereNotNull('paid_at').orWhere((live) => {
        void live.where('state', 'reserved').where('expires_at', '>', now)
      })
    })
  return readPage(reader, query, page, { by: 'reserved_at', direction: 'desc' })
}

/** A page of what neighbours have paid for and got, or get, from the member; newest first. */
export async function salesOf(
  reader: Reader,
  { sellerId, page }: { sellerId: string; page: PageQuery },
): Promise<Page<Order>> {
  const query = Purchase.query(reader).where({ seller_id: sellerId }).whereNotNull('paid_at')
  return readPage(reader, query, page, { by: 'paid_at', direction: 'desc' })
}

/** When an order was reported first: decisions about its lines don't move it. */
const FIRST_DISPUTED_AT = '(select min(disputed_at) from purchase_line where purchase_id = purchase.id)'

/** A page of the orders with a problem beyond those with these references of lines, the oldest first. */
export async function disputedOrders(reader: Reader, page: PageQuery, except: string[]): Promise<Page<Order>> {
  const query = Purchase.query(reader).whereRaw(
    `exists (select from purchase_line where purchase_id = purchase.id and state = 'disputed' and not reference = any(?))`,
    [except],
  )
  return readPage(reader, query, page, { by: FIRST_DISPUTED_AT, direction: 'asc' })
}

/** Ordered by a time that never changes, so that no row moves from one page to another. */
async function readPage(
  reader: Reader,
  query: RowQuery<Tables['purchase'], Purchase>,
  page: PageQuery,
  { by, direction }: { by: string; direction: 'asc' | 'desc' },
): Promise<Page<Order>> {
  if (page.cursor !== undefined) {
    const after = direction === 'asc' ? '>' : '<'
    void query.whereRaw(`(${by}, id) ${after} (select ${by}, id from purchase where id = ?)`, [page.cursor])
  }
  const found = await query.orderByRaw(`${by} ${direction}, id ${direction}`).limit(page.limit + 1)
  const { rows, next } = pageOf(found, page)
  return { rows: await withLines(reader, rows), next }
}

/**
 * Lines of an order and their listings, all held until `trx` ends: the frame of everything that ends paid lines.
 * @param which.allowed who may
 * @param which.states what they have to be in
 * @param which.itemIds by their listings; all that are in one of the states where left out
 * @throws {NotFound} PURCHASE_NOT_FOUND, also for those who may not; AppError 409 NOT_AWAITING_DELIVERY, which names each
 *   of `itemIds` that is in another state or not of this order
 */
export async function lockLines(
  trx: Trx,
  id: string,
  which: { allowed: (order: Order) => boolean; states: readonly PurchaseState[]; itemIds?: string[] | undefined },
): Promise<{ order: Order; lines: OpenLine[] }> {
  const order = await lockWhole(trx, id)
  if (!which.allowed(order)) throw purchaseNotFound()
  return { order, lines: linesIn(order, which) }
}

/** Of a locked order those lines, or all in one of the states. @throws AppError 409 NOT_AWAITING_DELIVERY, as {@link lockLines} */
export function linesIn(
  order: Order,
  { states, itemIds }: { states: readonly PurchaseState[]; itemIds?: string[] | undefined },
): OpenLine[] {
  const open = order.lines.filter(isOpen).filter(({ state }) => states.includes(state))
  const lines = itemIds ? open.filter(({ listingId }) => itemIds.includes(listingId)) : open
  if (lines.length === 0 || lines.length < (itemIds?.length ?? 0)) throw notAwaited(order, lines, itemIds)
  return lines
}

function notAwaited({ lines }: Order, found: OpenLine[], itemIds: string[] | undefined): AppError {
  if (!itemIds || lines.length === 1) return notAwaitingDelivery()
  const details = itemIds.flatMap((itemId, index) => {
    if (found.some(({ listingId }) => listingId === itemId)) return []
    const title = lines.find(({ listingId }) => listingId === itemId)?.listingTitle
    const message = title === undefined ? 'This item is not part of the order' : `"${title}" is not awaiting delivery`
    return [{ path: ['itemIds', index], message }]
  })
  const message = details.map((detail) => detail.message).join('. ')
  return new AppError(PURCHASING_CODES.NOT_AWAITING_DELIVERY, 409, message, { details })
}

const isOpen = (line: PurchaseLine): line is OpenLine => line.listingId !== null
