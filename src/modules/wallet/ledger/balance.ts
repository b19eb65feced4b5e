import type { Reader } from '../../../platform/database.ts'
import { parseHundredths, percentOf } from '../../../platform/decimal.ts'
import { TRANSACTION_FEE } from './fees.ts'

/**
 * Tokens that a member can spend, and those that their open purchases hold, in hundredths of a token; nothing without
 * an account.
 */
export async function balanceOf(reader: Reader, memberId: string): Promise<{ tokens: bigint; inEscrow: bigint }> {
  const row = await reader('member_balance').where({ member_id: memberId }).first('tokens', 'tokens_in_escrow')
  return { tokens: row?.tokens ?? 0n, inEscrow: row?.tokens_in_escrow ?? 0n }
}

/** SQL that selects the tokens, in hundredths, that the member whose id is this expression can spend. */
export const tokensQuery = (memberId: string): string =>
  `select tokens from member_balance where member_id = ${memberId}`

/** The same, as they were at the moment that `at` is. */
export const tokensAtQuery = (memberId: string, at: string): string =>
  `select balance_after from entry join transfer on transfer.id = transfer_id
   where account_id = ${memberId} and created_at <= ${at} order by version desc limit 1`

/** Whether the member could pay `price`, in hundredths, with its fee. */
export async function canPay(reader: Reader, memberId: string, price: bigint): Promise<boolean> {
  const { rows } = await reader.raw<{ rows: { tokens: bigint | null; percentage: string }[] }>(
    `select (${tokensQuery('?')}) as tokens, (${TRANSACTION_FEE}) as percentage`,
    [memberId],
  )
  const { tokens, percentage = '0' } = rows[0] ?? {}
  return (tokens ?? 0n) >= price + percentOf(price, parseHundredths(percentage))
}

/** The parts of a member's balance: the sum of each type of entry, in hundredths, the largest first. */
export async function balanceByType(reader: Reader, memberId: string): Promise<{ type: string; amount: bigint }[]> {
  const { rows } = await reader.raw<{ rows: { type: string; amount: string }[] }>(
    `select type, sum(amount)::text as amount from token_transactions where member_id = ?
     group by type order by sum(amount) desc, type`,
    [memberId],
  )
  return rows.map(({ type, amount }) => ({ type, amount: BigInt(amount) }))
}
