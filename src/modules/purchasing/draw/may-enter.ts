import type { Trx } from '../../../platform/database.ts'
import { parseHundredths, percentOf } from '../../../platform/decimal.ts'
import { AppError, Conflict } from '../../../platform/errors.ts'
import type { Listing } from '../../catalog/index.ts'
import {
  barredQuery,
  type Closeness,
  closenessQuery,
  isOver,
  type NoContact,
  noContactQuery,
  refuseNoContact,
} from '../../identity/index.ts'
import { tokensQuery, TRANSACTION_FEE } from '../../wallet/index.ts'
import { cardMates } from '../card/card-users.ts'
import { DRAW_CODES } from './contract.ts'

/**
 * Whether a member may take part, as they enter.
 * @throws AppError 403 OWN_LISTING, BLOCKED, CLOSE_TO_GIVER; Conflict INSUFFICIENT_TOKENS
 */
export async function requireRight(trx: Trx, listing: Listing, memberId: string): Promise<void> {
  if (listing.sellerId === memberId)
    throw new AppError(DRAW_CODES.OWN_LISTING, 403, "You can't take part in the draw of your own item")
  for (const { noContact, closeness, canPay } of await standingsOf(trx, listing, [memberId])) {
    refuseNoContact(noContact)
    if (closeness !== null)
      throw new AppError(
        DRAW_CODES.CLOSE_TO_GIVER,
        403,
        'By our earning rules, you and the neighbour giving this away are too close, so this draw is for others. They can still give it to you directly.',
      )
    if (!canPay) throw new Conflict(DRAW_CODES.INSUFFICIENT_TOKENS, "You don't have the tokens for it yet")
  }
}

/** The members among these who may still take part, as the draw closes. */
export async function withRight(trx: Trx, listing: Listing, memberIds: string[], now: Date): Promise<string[]> {
  const standings = await standingsOf(trx, listing, memberIds)
  return standings
    .filter(({ noContact, closeness, canPay }) => noContact === null && closeness === null && canPay)
    .filter(({ barred }) => barred === null || isOver(barred, now))
    .map(({ id }) => id)
}

interface Standing {
  id: string
  noContact: NoContact
  closeness: Closeness | null
  tokens: bigint | null
  /** As it is set, such as 0.5. */
  percentage: string
  barred: { until: string | null } | null
}

/** All that the right to take part depends on, in one statement however many they are. */
async function standingsOf(
  trx: Trx,
  { sellerId, tokenPrice }: Listing,
  memberIds: string[],
): Promise<(Standing & { canPay: boolean })[]> {
  const { rows } = await trx.raw<{ rows: Standing[] }>(
    `select id, (${noContactQuery('entrant.id', ':sellerId')}) as "noContact",
       (${closenessQuery('entrant.id', ':sellerId::uuid', { mates: cardMates })}) as closeness,
       (${tokensQuery('entrant.id')}) as tokens, (${TRANSACTION_FEE}) as percentage,
       (${barredQuery('entrant.id')}) as barred
     from unnest(:memberIds::uuid[]) as entrant (id)`,
    { sellerId, memberIds },
  )
  return rows.map((row) => {
    const total = tokenPrice + percentOf(tokenPrice, parseHundredths(row.percentage))
    return { ...row, canPay: (row.tokens ?? 0n) >= total }
  })
}
