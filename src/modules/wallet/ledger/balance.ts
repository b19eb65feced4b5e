import type { Reader } from '../../../platform/database.ts'

/** What a member can spend and what their open purchases hold, in hundredths of a token; nothing without an account. */
export async function balanceOf(reader: Reader, memberId: string): Promise<{ tokens: bigint; inEscrow: bigint }> {
  const row = await reader('member_balance').where({ member_id: memberId }).first('tokens', 'tokens_in_escrow')
  return { tokens: row?.tokens ?? 0n, inEscrow: row?.tokens_in_escrow ?? 0n }
}
