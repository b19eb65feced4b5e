import type { Reader } from '../../../platform/database.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import { translate } from '../../../platform/language/translate.ts'
import { words } from '../../../platform/language/words.ts'
import { asText, csvLine, UTF8_MARK } from '../../../platform/text/csv.ts'
import { PLAIN_LOOK } from '../../../platform/site/look.ts'
import type { TokenTransaction } from '../contract.ts'
import { readStatement } from './statement.ts'

const AT_A_TIME = 1000
const COLUMNS = [
  words('Date (UTC)'),
  words('Type'),
  words('Description'),
  words('Tokens'),
  words('Balance'),
  words('Platform fee ({currency})'),
  words('Item'),
  words('Payment'),
]

/** The member's whole statement as CSV (RFC 4180), newest first, page by page: it may be long. */
export async function* statementTable(reader: Reader, memberId: string, manner: Manner): AsyncGenerator<string> {
  const { currency } = manner.look ?? PLAIN_LOOK
  yield `${UTF8_MARK}${csvLine(COLUMNS.map((column) => asText(translate(manner.language, { message: column, values: { currency: currency.toUpperCase() } }))))}`
  let cursor: string | undefined
  do {
    const { transactions, next } = await readStatement(reader, { memberId, limit: AT_A_TIME, cursor }, manner)
    yield transactions.map((entry) => csvLine(cellsOf(entry, currency))).join('')
    cursor = next
  } while (cursor !== undefined)
}

function cellsOf(entry: TokenTransaction, currency: string): string[] {
  return [
    entry.createdAt,
    entry.type,
    asText(entry.text),
    entry.type === 'purchase_item' ? `-${entry.amount}` : entry.amount,
    entry.balanceAfter,
    entry.currency === currency || Number(entry.platformFee) === 0
      ? entry.platformFee
      : `${entry.platformFee} ${entry.currency.toUpperCase()}`,
    entry.relatedItemId ?? '',
    entry.stripePaymentIntentId ?? '',
  ]
}
