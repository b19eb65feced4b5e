import type { Trx } from '../../../platform/database.ts'
import { parseHundredths, percentOf } from '../../../platform/decimal.ts'
import { AppError, Conflict } from '../../../platform/errors.ts'
import type { Listing } from '../../catalog/index.ts'
import {
  type Closeness,
  closenessQuery,
  type NoContact,
  noContactQuery,
  refuseNoContact,
  wasBarredQuery,
} from '../../identity/index.ts'
import { tokensAtQuery, TRANSACTION_FEE } from '../../wallet/index.ts'
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

/**
 * The members among these who might still take part when the draw closed. What has come since doesn't matter: a draw that
 * is closed late has the same tickets.
 */
export async function withRight(trx: Trx, listing: Listing, memberIds: string[], closesAt: Date): Promise<string[]> {
  const standings = await standingsOf(trx, listing, memberIds, closesAt)
  return standings
    .filter(({ noContact, closeness, canPay, barred }) => noContact === null && closeness === null && canPay && !barred)
    .map(({ id }) => id)
}

const AT = ':at::timestamptz'

interface Standing {
  id: string
  noContact: NoContact
  closeness: Closeness | null
  tokens: bigint | null
  /** As it is set, such as 0.5. */
  percentage: string
  barred: boolean
}

/** All that the right to take part depends on, now or as it was then, in one statement however many they are. */
async function standingsOf(
  trx: Trx,
  { sellerId, tokenPrice }: Listing,
  memberIds: string[],
  then?: Date,
): Promise<(Standing & { canPay: boolean })[]> {
  const { rows } = await trx.raw<{ rows: Standing[] }>(
    `select id, (${noContactQuery('entrant.id', ':sellerId', AT)}) as "noContact",
       (${closenessQuery('entrant.id', ':sellerId::uuid', { mates: (id) => cardMates(id, AT) })}) as closeness,
       (${tokensAtQuery('entrant.id', AT)}) as tokens, (${TRANSACTION_FEE}) as percentage,
       (${wasBarredQuery('entrant.id', AT)}) as barred
     from unnest(:memberIds::uuid[]) as entrant (id)`,
    { sellerId, memberIds, at: then ?? 'infinity' },
  )
  return rows.map((row) => {
    const total = tokenPrice + percentOf(tokenPrice, parseHundredths(row.percentage))
    return { ...row, canPay: (row.tokens ?? 0n) >= total }
  })
}
