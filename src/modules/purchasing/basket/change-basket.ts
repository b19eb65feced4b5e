import type { Context } from '../../../platform/context.ts'
import { transact, type Reader, type Trx } from '../../../platform/database.ts'
import { type AppError, Conflict } from '../../../platform/errors.ts'
import { translate } from '../../../platform/language/translate.ts'
import { type Language, say } from '../../../platform/language/words.ts'
import { announceToFavourites, listingCards, lockListings, type CardOfListing } from '../../catalog/index.ts'
import { blockedAmong, noContact, requireMember } from '../../identity/index.ts'
import { alreadyPaid, notThere, ownListing } from '../buying/refusals.ts'
import { MAX_BASKET_LINES, MAX_LINES } from '../constants.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { BASKET_CODES, type Baskets } from './contract.ts'
import { obstacleOf, describeObstacle, type Obstacle } from './obstacle.ts'

/**
 * Puts a listing into the member's basket of its seller; twice is once. What somebody is just paying for may be put there:
 * it may come back.
 * @throws NotSignedIn when the member has left; NotFound; AppError 403 OWN_LISTING, BLOCKED; Conflict LISTING_TAKEN,
 *   ALREADY_PAID, BASKET_FULL
 */
export async function addToBasket(
  ctx: Context,
  { memberId, itemId }: { memberId: string; itemId: string },
): Promise<void> {
  const [refused] = await add(ctx, memberId, [itemId])
  if (refused) throw errorOf(refused.why)
}

/** As {@link addToBasket} with each of them. @returns what can't be in a basket, and why */
export async function mergeBaskets(
  ctx: Context,
  { memberId, itemIds, language }: { memberId: string; itemIds: string[]; language: Language },
): Promise<Baskets['gone']> {
  const refused = await add(ctx, memberId, itemIds)
  return refused.map(({ id, listing, why }) => ({
    id,
    message: translate(language, isFull(why) ? [didNotFit(listing), FULL[why]] : describeObstacle(why, listing)),
  }))
}

export async function removeFromBasket(
  reader: Reader,
  { memberId, itemIds }: { memberId: string; itemIds: string[] },
): Promise<void> {
  await reader('basket_line').where({ member_id: memberId }).whereIn('listing_id', itemIds).delete()
}

export async function eraseBaskets(trx: Trx, memberId: string): Promise<void> {
  await trx('basket_line').where({ member_id: memberId }).delete()
}

const didNotFit = (listing: CardOfListing | undefined) =>
  say('"{title}" didn\'t fit', { title: listing?.card.title ?? '' })

const FULL = {
  'basket full': say(
    'A pickup can hold {most, plural, one {# item} other {# items}} from one neighbour. Please remove one first.',
    { most: MAX_LINES },
  ),
  'all full': say(
    'Your pickups can hold {most, plural, one {# item} other {# items}} in all. Please remove one first.',
    { most: MAX_BASKET_LINES },
  ),
}
type Full = keyof typeof FULL
const isFull = (why: Obstacle | Full): why is Full => why in FULL

interface Refused {
  id: string
  listing: CardOfListing | undefined
  why: Obstacle | Full
}

/** Lock order: the listings, so that none is paid for at this moment; then the member, whose lines are counted. */
function add(ctx: Context, memberId: string, itemIds: string[]): Promise<Refused[]> {
  return transact(ctx.db, async (trx) => {
    await lockListings(trx, itemIds)
    await requireMember(trx, memberId, 'turns')
    const there = await trx('basket_line').where({ member_id: memberId }).pluck('listing_id')
    const wanted = itemIds.filter((id) => !there.includes(id))
    const listings = await listingCards(trx, [...there, ...wanted])
    const sellerIds = wanted.flatMap((id) => listings.get(id)?.card.userId ?? [])
    const viewer = { viewerId: memberId, blocked: await blockedAmong(trx, memberId, sellerIds) }
    const added: CardOfListing[] = []
    const refused = wanted.flatMap((id): Refused[] => {
      const listing = listings.get(id)
      const why =
        obstacleOf(listing, viewer) ?? fullness(listing, [...there, ...added.map(({ card }) => card.id)], listings)
      if (why !== null) return [{ id, listing, why }]
      if (listing) added.push(listing)
      return []
    })
    if (added.length > 0) {
      const now = ctx.clock.now()
      await insertLines(trx, memberId, added, now)
      const listingIds = added.map(({ card }) => card.id)
      await announceToFavourites(trx, { change: 'going', listingIds, byId: memberId, now })
    }
    return refused
  })
}

function fullness(
  listing: CardOfListing | undefined,
  ids: string[],
  listings: Map<string, CardOfListing>,
): Full | null {
  if (ids.length >= MAX_BASKET_LINES) return 'all full'
  const ofSeller = ids
    .flatMap((id) => listings.get(id) ?? [])
    .filter(({ card }) => card.userId === listing?.card.userId)
  return ofSeller.filter(({ card }) => card.status !== 'claimed').length >= MAX_LINES ? 'basket full' : null
}

async function insertLines(trx: Trx, memberId: string, added: CardOfListing[], now: Date): Promise<void> {
  await trx('basket_line').insert(
    added.map(({ card }, index) => ({
      member_id: memberId,
      listing_id: card.id,
      listing_title: card.title,
      // Listings that are added at once keep their order.
      added_at: new Date(now.getTime() + index),
    })),
  )
}

function errorOf(why: Refused['why']): AppError {
  if (isFull(why)) return new Conflict(BASKET_CODES.BASKET_FULL, FULL[why])
  return ERRORS[why]()
}

const ERRORS: Record<Obstacle, () => AppError> = {
  absent: notThere,
  own: ownListing,
  blocked: noContact,
  bought: alreadyPaid,
  sold: () => new Conflict(PURCHASING_CODES.LISTING_TAKEN, 'This item is no longer available'),
}
