import type { Reader } from '../../../platform/database.ts'

/** All tokens there are, by where they are; in hundredths of a token. */
export interface TokensInUse {
  /** Tokens that members can spend. */
  inCirculation: bigint
  inEscrow: bigint
  /** Transaction fees that were collected. */
  fees: bigint
}

export async function tokensInUse(reader: Reader): Promise<TokensInUse> {
  const { rows } = await reader.raw<{ rows: TokensInUse[] }>(
    `select coalesce(sum(balance) filter (where kind = 'member'), 0)::int8 as "inCirculation",
       coalesce(sum(balance) filter (where kind = 'escrow'), 0)::int8 as "inEscrow",
       coalesce(sum(balance) filter (where kind = 'fees'), 0)::int8 as fees
     from account`,
  )
  return rows[0] ?? { inCirculation: 0n, inEscrow: 0n, fees: 0n }
}
