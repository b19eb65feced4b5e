import type { Reader, Tables } from '../../../platform/database.ts'
import { LIVE } from '../states.ts'
import { Purchase, PurchaseLine, type Order } from './purchase.ts'

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

/** A row for each line: the columns of the purchase, and those of the line as `line.…`. */
export const ORDER_COLUMNS = `purchase.*, ${LINE_COLUMNS.map((column) => `line.${column} as "${OF_LINE}${column}"`).join(', ')}`
export const ORDER_ROWS = `
  select ${ORDER_COLUMNS} from purchase join purchase_line line on line.purchase_id = purchase.id`

type Columns = Record<string, unknown>
type Bindings = Record<string, string | number | Date | string[] | null>

/** What `sql` selects: the columns of one order, by the number of its lines. */
export async function readOrder(reader: Reader, sql: string, bindings: Bindings): Promise<Order | undefined> {
  const { rows } = await reader.raw<{ rows: Columns[] }>(sql, bindings)
  const [first] = rows
  if (!first) return undefined
  const lines = rows.map((row) => PurchaseLine.fromDatabaseJson(columnsOf(row, OF_LINE) as Tables['purchase_line']))
  const purchase = Purchase.fromDatabaseJson(columnsOf(first, '') as Tables['purchase'])
  return Object.assign(purchase, { lines })
}

function columnsOf(row: Columns, prefix: string): Columns {
  const columns: Columns = {}
  for (const [name, value] of Object.entries(row)) {
    const end = name.indexOf('.') + 1
    if (name.slice(0, end) === prefix) columns[name.slice(end)] = value
  }
  return columns
}
