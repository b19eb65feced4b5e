import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { rowOf } from '../../../platform/database/row.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import type { TokenTransaction } from '../contract.ts'
import { describe } from './describe.ts'

/** A line of a member's statement, as the view token_transactions has it; amounts in hundredths, signed. */
class StatementLine extends rowOf<'token_transactions', Filled>('token_transactions') {}

/** PostgreSQL doesn't know that these columns of the view are never null. */
interface Filled {
  id: string
  memberId: string
  version: bigint
  type: TokenTransaction['type']
  amount: bigint
  balanceAfter: bigint
  description: string
  facts: unknown
  platformFeeCents: number
  currency: string
  createdAt: Date
}

export interface StatementPage {
  transactions: TokenTransaction[]
  /** The cursor of the page after this one, while there is one. */
  next: string | undefined
}

/**
 * Entries come by their version. What cost no tokens has none of its own: it stands after the entry whose version it
 * bears, by the millisecond it was paid in.
 */
const PAID_AT = '(case when amount = 0 then (extract(epoch from created_at) * 1000)::bigint else 0 end)'
const cursorOf = ({ version, amount, createdAt, id }: StatementLine) =>
  `${version}.${amount === 0n ? createdAt.getTime() : 0}.${id}`
/** The cursor that stands before every line of a version. */
const FIRST = '.0.00000000-0000-0000-0000-000000000000'

/** A page of the member's statement, newest first; a cursor is the place of the last line before it in that order. */
export async function readStatement(
  reader: Reader,
  { memberId, limit, cursor }: { memberId: string; limit: number; cursor?: string | undefined },
  manner: Manner = IN_ENGLISH,
): Promise<StatementPage> {
  const query = StatementLine.query(reader)
    .where('member_id', memberId)
    .orderByRaw(`version desc, ${PAID_AT} desc, id desc`)
    .limit(limit + 1)
  if (cursor !== undefined) {
    const [version = '', paidAt = '', id = ''] = (cursor.includes('.') ? cursor : cursor + FIRST).split('.')
    void query.whereRaw(`(version, ${PAID_AT}, id) < (?::bigint, ?::bigint, ?::uuid)`, [version, paidAt, id])
  }
  const lines = await query
  const page = lines.slice(0, limit)
  const last = page.at(-1)
  return {
    transactions: page.map((line) => presentLine(line, manner)),
    next: last && lines.length > limit ? cursorOf(last) : undefined,
  }
}

export async function statementLength(reader: Reader, memberId: string): Promise<bigint> {
  const { rows } = await reader.raw<{ rows: { length: bigint }[] }>(
    `select coalesce((select version from account where id = :memberId), 0)
       + (select count(*) from token_transactions where member_id = :memberId and amount = 0) as length`,
    { memberId },
  )
  return rows[0]?.length ?? 0n
}

/** The API's `description` reads the same for everybody. */
const IN_ENGLISH: Manner = { language: 'en', timeZone: 'UTC' }

function presentLine(line: StatementLine, manner: Manner): TokenTransaction {
  return {
    id: line.id,
    userId: line.memberId,
    type: line.type,
    amount: formatHundredths(line.amount < 0n ? -line.amount : line.amount),
    balanceAfter: formatHundredths(line.balanceAfter),
    description: describe(line, IN_ENGLISH),
    text: describe(line, manner),
    relatedItemId: line.listingId,
    platformFee: formatHundredths(BigInt(line.platformFeeCents)),
    currency: line.currency,
    stripePaymentIntentId: line.paymentIntentId,
    createdAt: line.createdAt.toISOString(),
  }
}
