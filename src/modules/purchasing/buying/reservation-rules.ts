import type { Trx } from '../../../platform/database.ts'
import { formatHundredths, parseHundredths } from '../../../platform/decimal.ts'
import { AppError, Conflict } from '../../../platform/errors.ts'
import { MAX_GIVEN_UP, MAX_OPEN_RESERVATIONS, PURCHASING_CODES } from '../contract.ts'
import { Purchase } from '../purchase.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Nobody pays another price than they have seen. The new total is the message of `details`, as a decimal string.
 * @param total price and fee in hundredths of a token
 * @throws AppError 409 PRICE_CHANGED
 */
export function refuseOtherPrice({ expectedTotal }: { expectedTotal?: string | undefined }, total: bigint): void {
  if (expectedTotal === undefined || parseHundredths(expectedTotal) === total) return
  const now = formatHundredths(total)
  const message = `The price has changed: it is ${now} tokens now, with the fee.`
  throw new AppError(PURCHASING_CODES.PRICE_CHANGED, 409, message, {
    details: [{ path: ['expectedTotal'], message: now }],
  })
}

/**
 * A reservation keeps an item from everybody else, and costs nothing. The caller holds the buyer's row, so that their
 * reservations are counted one after the other.
 * @throws Conflict TOO_MANY_RESERVATIONS; AppError 429 GIVEN_UP_TOO_OFTEN
 */
export async function refuseTooMany(
  trx: Trx,
  { buyerId, listingId }: { buyerId: string; listingId: string },
  now: Date,
): Promise<void> {
  const open = await Purchase.query(trx)
    .where({ buyer_id: buyerId, state: 'reserved' })
    .where('expires_at', '>', now)
    .resultSize()
  if (open >= MAX_OPEN_RESERVATIONS)
    throw new Conflict(
      PURCHASING_CODES.TOO_MANY_RESERVATIONS,
      `You have ${open} items waiting to be paid for. Please pay for one of them or let it go first.`,
    )
  const givenUp = await Purchase.query(trx)
    .where({ buyer_id: buyerId, listing_id: listingId, state: 'expired' })
    .where('expired_at', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('expired_at', 'desc')
    .limit(MAX_GIVEN_UP)
    .select('expired_at')
  const first = givenUp[MAX_GIVEN_UP - 1]?.expiredAt
  if (!first) return
  throw new AppError(
    PURCHASING_CODES.GIVEN_UP_TOO_OFTEN,
    429,
    `You've let go of this item ${MAX_GIVEN_UP} times today. Others get a chance now; please try again tomorrow.`,
    { retryAfter: Math.max(1, Math.ceil((first.getTime() + DAY_MS - now.getTime()) / 1000)) },
  )
}
