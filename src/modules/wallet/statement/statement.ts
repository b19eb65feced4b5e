import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { rowOf } from '../../../platform/row.ts'
import type { TokenTransaction } from '../contract.ts'

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
  platformFeeCents: number
  createdAt: Date
}

export interface StatementPage {
  transactions: TokenTransaction[]
  /** The cursor of the page after this one, while there is one. */
  next: string | undefined
}

/** A page of the member's statement, newest first; a cursor is the version of the last line before it. */
export async function readStatement(
  reader: Reader,
  { memberId, limit, cursor }: { memberId: string; limit: number; cursor?: string | undefined },
): Promise<StatementPage> {
  const query = StatementLine.query(reader)
    .where('member_id', memberId)
    .orderBy('version', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) void query.where('version', '<', BigInt(cursor))
  const lines = await query
  const page = lines.slice(0, limit)
  return {
    transactions: page.map(presentLine),
    next: lines.length > limit ? page.at(-1)?.version.toString() : undefined,
  }
}

/** How many lines the member's statement has: they are numbered from 1 without a gap, and the account knows the last. */
export async function statementLength(reader: Reader, memberId: string): Promise<bigint> {
  const account = await reader('account').where({ id: memberId }).first('version')
  return account?.version ?? 0n
}

function presentLine(line: StatementLine): TokenTransaction {
  return {
    id: line.id,
    userId: line.memberId,
    type: line.type,
    amount: formatHundredths(line.amount < 0n ? -line.amount : line.amount),
    balanceAfter: formatHundredths(line.balanceAfter),
    description: line.description,
    relatedItemId: line.listingId,
    platformFee: formatHundredths(BigInt(line.platformFeeCents)),
    stripePaymentIntentId: line.paymentIntentId,
    createdAt: line.createdAt.toISOString(),
  }
}
