import type { Reader } from '../../../platform/database.ts'
import type { TokenTransaction } from '../contract.ts'
import { readStatement } from './statement.ts'

const AT_A_TIME = 1000
const COLUMNS = ['Date (UTC)', 'Type', 'Description', 'Tokens', 'Balance', 'Platform fee (USD)', 'Item', 'Payment']

/** The member's whole statement as CSV (RFC 4180), newest first, page by page: it may be long. */
export async function* statementTable(reader: Reader, memberId: string): AsyncGenerator<string> {
  // The mark tells spreadsheets that this is UTF-8.
  yield `\ufeff${line(COLUMNS)}`
  let cursor: string | undefined
  do {
    const { transactions, next } = await readStatement(reader, { memberId, limit: AT_A_TIME, cursor })
    yield transactions.map((entry) => line(cellsOf(entry))).join('')
    cursor = next
  } while (cursor !== undefined)
}

function cellsOf(entry: TokenTransaction): string[] {
  return [
    entry.createdAt,
    entry.type,
    asText(entry.description),
    entry.type === 'purchase_item' ? `-${entry.amount}` : entry.amount,
    entry.balanceAfter,
    entry.platformFee,
    entry.relatedItemId ?? '',
    entry.stripePaymentIntentId ?? '',
  ]
}

/** Members write descriptions, and a spreadsheet runs what looks like a formula; the apostrophe makes it text. */
function asText(text: string): string {
  return /^[\s"']*[=+\-@|%＝＋－＠]/u.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text
}

const line = (cells: string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`
