import type { Reader, Tables } from '../../../platform/database.ts'
import { LIVE } from '../states.ts'
import { Purchase, PurchaseLine, type Order } from './purchase.ts'
import { asWhole } from './whole-order.ts'

export function findOrder(reader: Reader, id: string): Promise<Order | undefined> {
  return readOrder(reader, `${ORDER_ROWS} where purchase.id = :id order by line.number`, { id })
}

export function findOrderByPayment(reader: Reader, paymentIntentId: string): Promise<Order | undefined> {
  const sql = `${ORDER_ROWS} where payment_intent_id = :paymentIntentId order by line.number`
  return readOrder(reader, sql, { paymentIntentId })
}

/** The order that this one is part of, with all that was paid to be added to it; by itself while it is not paid. */
export async function findWhole(reader: Reader, id: string): Promise<Order | undefined> {
  const found = await findOrder(reader, id)
  const order = found?.state === 'paid' && found.addedTo !== null ? await findOrder(reader, found.addedTo) : found
  return order && (await withAdded(reader, [order]))[0]
}

/** The orders, each with all that was paid to be added to it, in the given order; with one query more, or two. */
export async function withAdded(reader: Reader, orders: Order[]): Promise<Order[]> {
  const paid = orders.filter(({ state }) => state === 'paid').map(({ id }) => id)
  if (paid.length === 0) return orders
  const added = await withLines(
    reader,
    await Purchase.query(reader)
      .whereRaw('added_to = any(?)', [paid])
      .where({ state: 'paid' })
      .orderBy(['paid_at', 'id']),
  )
  const byRoot = Map.groupBy(added, ({ addedTo }) => addedTo)
  return orders.map((order) => asWhole([order, ...(byRoot.get(order.id) ?? [])]))
}

/** The lines that the listings belong to now. */
export async function findLiveLines(reader: Reader, listingIds: string[]): Promise<PurchaseLine[]> {
  return await PurchaseLine.query(reader).whereIn('listing_id', listingIds).whereIn('state', LIVE)
}

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

/** All columns of `purchase_line`. */
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

/** A row for each line: the columns of the purchase, and those of the line as `line.…`. */
export const ORDER_COLUMNS = `purchase.*, ${LINE_COLUMNS.map((column) => `line.${column} as "${OF_LINE}${column}"`).join(', ')}`
export const ORDER_ROWS = `
  select ${ORDER_COLUMNS} from purchase join purchase_line line on line.purchase_id = purchase.id`

type Columns = Record<string, unknown>
type Bindings = Record<string, string | number | Date | string[] | null>

/** `sql` selects the columns of one order, by the number of its lines. */
export async function readOrder(reader: Reader, sql: string, bindings: Bindings): Promise<Order | undefined> {
  const { rows } = await reader.raw<{ rows: Columns[] }>(sql, bindings)
  return ordersIn(rows)[0]
}

/** The same of several orders, in the order of their first rows. */
export async function readOrders(reader: Reader, sql: string, bindings: Bindings): Promise<Order[]> {
  const { rows } = await reader.raw<{ rows: Columns[] }>(sql, bindings)
  return ordersIn(rows)
}

function ordersIn(rows: Columns[]): Order[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const lines = own.map((row) => PurchaseLine.fromDatabaseJson(columnsOf(row, OF_LINE) as Tables['purchase_line']))
    const [first] = own
    return first
      ? [Object.assign(Purchase.fromDatabaseJson(columnsOf(first, '') as Tables['purchase']), { lines })]
      : []
  })
}

function columnsOf(row: Columns, prefix: string): Columns {
  const columns: Columns = {}
  for (const [name, value] of Object.entries(row)) {
    const end = name.indexOf('.') + 1
    if (name.slice(0, end) === prefix) columns[name.slice(end)] = value
  }
  return columns
}
