import { DAY_MS } from '../../../platform/durations.ts'
import { CARD_FEE } from '../../../platform/site/site.ts'
import type { CardFee } from '../../../platform/site/look.ts'
import type { Trx } from '../../../platform/database.ts'
import { formatHundredths, parseHundredths } from '../../../platform/decimal.ts'
import { AppError, Conflict } from '../../../platform/errors.ts'
import { say } from '../../../platform/language/words.ts'
import { noContactQuery, type NoContact } from '../../identity/index.ts'
import { TRANSACTION_FEE } from '../../wallet/index.ts'
import { MAX_GIVEN_UP, MAX_OPEN_RESERVATIONS, PURCHASING_CODES } from '../contract.ts'
import type { ReservationRequest } from './reservation-request.ts'

/**
 * Nobody pays another price than they have seen, in tokens or by card. The new ones are the messages of `details`: a
 * decimal string, and a number of cents.
 * @param costs price and fee in hundredths of a token, and the card's charge
 * @throws AppError 409 PRICE_CHANGED
 */
export function refuseOtherPrice(
  { expectedTotal, expectedCents }: Pick<ReservationRequest, 'expectedTotal' | 'expectedCents'>,
  { total, cents, currency }: { total: bigint; cents: number; currency: string },
): void {
  const now = formatHundredths(total)
  const tokens = expectedTotal !== undefined && parseHundredths(expectedTotal) !== total
  const card = expectedCents !== undefined && expectedCents !== cents
  if (!tokens && !card) return
  const message = tokens
    ? say('The price has changed: it is {now} tokens now, with the fee.', { now })
    : say('The card payment has changed: it is {money} now.', { money: { cents, currency } })
  throw new AppError(PURCHASING_CODES.PRICE_CHANGED, 409, message, {
    details: [
      ...(tokens ? [{ path: ['expectedTotal'], message: now }] : []),
      ...(card ? [{ path: ['expectedCents'], message: String(cents) }] : []),
    ],
  })
}

/** Facts about buyer, seller and fees that the rules of a reservation ask for. */
export interface ReservationFacts extends CardFee {
  currency: string | null
  noContact: NoContact
  /** In percent of a price, as text with two decimals. */
  feePercentage: string
  /** Live reservations of the buyer. */
  open: number
  /** Wanted listings that the buyer has let go of too often, and when it began to be too often. */
  givenUp: string[]
  since: Date | null
}

/** The caller holds the buyer's row, so that their reservations are counted one after the other. */
export async function readReservationFacts(
  trx: Trx,
  request: ReservationRequest,
  sellerId: string,
  now: Date,
): Promise<ReservationFacts> {
  const { rows } = await trx.raw<{ rows: ReservationFacts[] }>(
    `with given_up as (
       select listing_id, (array_agg(expired_at order by expired_at desc))[${MAX_GIVEN_UP}] as since
       from purchase_line join purchase on purchase.id = purchase_id
       where buyer_id = :buyerId and listing_id = any(:listingIds::uuid[]) and purchase.state = 'expired'
         and expired_at > :aDayAgo
       group by listing_id having count(*) >= ${MAX_GIVEN_UP}
     )
     select
       (${noContactQuery(':buyerId', ':sellerId')}) as "noContact", (${TRANSACTION_FEE}) as "feePercentage",
       ${CARD_FEE},
       (select count(*)::int from purchase where buyer_id = :buyerId and state = 'reserved' and expires_at > :now) as open,
       coalesce(array_agg(listing_id), '{}') as "givenUp", max(since) as since
     from given_up`,
    {
      buyerId: request.buyerId,
      sellerId,
      listingIds: request.listingIds,
      now,
      aDayAgo: new Date(now.getTime() - DAY_MS),
    },
  )
  const [facts] = rows
  if (!facts) throw new Error('a reservation without facts')
  return facts
}

/**
 * A reservation keeps things from everybody else, and costs nothing.
 * @throws Conflict TOO_MANY_RESERVATIONS; AppError 429 GIVEN_UP_TOO_OFTEN
 */
export function refuseTooMany(
  { open, givenUp, since }: ReservationFacts,
  request: ReservationRequest,
  now: Date,
): void {
  if (open >= MAX_OPEN_RESERVATIONS)
    throw new Conflict(
      PURCHASING_CODES.TOO_MANY_RESERVATIONS,
      say(
        'You have {open, plural, one {# purchase} other {# purchases}} waiting to be paid for. Please pay for one of them or let it go first.',
        { open },
      ),
    )
  if (!since) return
  const message = say(
    "You've let go of this item {times, plural, one {# time} other {# times}} today. Others get a chance now; please try again tomorrow.",
    { times: MAX_GIVEN_UP },
  )
  const details = request.listingIds.flatMap((id, index) =>
    givenUp.includes(id) ? [{ path: ['itemIds', index], message }] : [],
  )
  throw new AppError(PURCHASING_CODES.GIVEN_UP_TOO_OFTEN, 429, message, {
    ...(!request.byItem && { details }),
    retryAfter: Math.max(1, Math.ceil((since.getTime() + DAY_MS - now.getTime()) / 1000)),
  })
}
