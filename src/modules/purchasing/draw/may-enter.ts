import type { Trx } from '../../../platform/database.ts'
import { parseHundredths, percentOf } from '../../../platform/decimal.ts'
import { AppError, Conflict } from '../../../platform/errors.ts'
import type { Listing } from '../../catalog/index.ts'
import { closenessOf, requireContact } from '../../identity/index.ts'
import { balanceOf, TRANSACTION_FEE } from '../../wallet/index.ts'
import { cardMates } from '../card/card-users.ts'
import { DRAW_CODES } from './contract.ts'

/**
 * Who takes part is checked when they enter, and again when the draw closes.
 * @throws AppError 403 OWN_LISTING, BLOCKED, CLOSE_TO_GIVER; Conflict INSUFFICIENT_TOKENS
 */
export async function requireRight(trx: Trx, listing: Listing, memberId: string): Promise<void> {
  if (listing.sellerId === memberId)
    throw new AppError(DRAW_CODES.OWN_LISTING, 403, "You can't take part in the draw of your own item")
  await requireContact(trx, memberId, listing.sellerId)
  const { closeness } = await closenessOf(trx, memberId, listing.sellerId, { mates: cardMates })
  if (closeness !== null)
    throw new AppError(
      DRAW_CODES.CLOSE_TO_GIVER,
      403,
      'You and its giver are close by our rules of earning, so this draw is for others. They can still give it to you themselves.',
    )
  const { rows } = await trx.raw<{ rows: [{ percentage: string }] }>(`select (${TRANSACTION_FEE}) as percentage`)
  const total = listing.tokenPrice + percentOf(listing.tokenPrice, parseHundredths(rows[0].percentage))
  if ((await balanceOf(trx, memberId)).tokens < total)
    throw new Conflict(DRAW_CODES.INSUFFICIENT_TOKENS, "You don't have the tokens for it yet")
}
