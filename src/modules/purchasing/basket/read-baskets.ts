import type { Reader } from '../../../platform/database.ts'
import { formatHundredths, parseHundredths } from '../../../platform/decimal.ts'
import { translate } from '../../../platform/language/translate.ts'
import type { CardFee } from '../../../platform/site/look.ts'
import type { Language } from '../../../platform/language/words.ts'
import { availableCards, listingCards } from '../../catalog/index.ts'
import { blockedAmong, findMembers } from '../../identity/index.ts'
import type { ListingCard } from '../../catalog/contract.ts'
import { readFees } from '../../wallet/index.ts'
import { cardFeeCents } from '../constants.ts'
import { tokenCost } from '../contract.ts'
import { findLiveLines } from '../purchase/read-purchase.ts'
import { Purchase } from '../purchase/purchase.ts'
import type { Basket, BasketLine, Baskets } from './contract.ts'
import { obstacleOf, describeObstacle } from './obstacle.ts'

/** So many other listings of the seller are offered. */
const MOST_OTHERS = 12

/** The language of the words, and the fee of an order now. */
export interface Shown {
  language: Language
  cardFee: CardFee
}

/** Something that was put into a basket; `title` as it was then, where that is known. */
interface Chosen {
  id: string
  title?: string
}

/** The member's baskets, in the order in which the listings were put there. */
export async function readBaskets(reader: Reader, memberId: string, shown: Shown): Promise<Baskets> {
  const rows = await reader('basket_line').where({ member_id: memberId }).orderBy(['added_at', 'listing_id'])
  const chosen = rows.map((row) => ({ id: row.listing_id, title: row.listing_title }))
  return basketsOf(reader, chosen, { viewerId: memberId, ...shown })
}

/** The baskets that `chosen` makes for a member, or for a visitor. */
export async function basketsOf(
  reader: Reader,
  chosen: Chosen[],
  { viewerId, language, cardFee }: { viewerId: string | undefined } & Shown,
): Promise<Baskets> {
  if (chosen.length === 0) return { baskets: [], gone: [] }
  const listings = await listingCards(
    reader,
    chosen.map(({ id }) => id),
  )
  const sellerIds = [...new Set([...listings.values()].map(({ card }) => card.userId))]
  const blocked = viewerId === undefined ? new Set<string>() : await blockedAmong(reader, viewerId, sellerIds)
  const lines: ListingCard[] = []
  const gone: Baskets['gone'] = []
  for (const { id, title } of chosen) {
    const listing = listings.get(id)
    const obstacle = obstacleOf(listing, { viewerId, blocked })
    if (obstacle === null && listing) lines.push(listing.card)
    // Nobody needs to be told of what they have bought.
    else if (obstacle !== null && obstacle !== 'bought')
      gone.push({ id, message: translate(language, describeObstacle(obstacle, listing, title)) })
  }
  return { baskets: await present(reader, lines, { viewerId, cardFee }), gone }
}

async function present(
  reader: Reader,
  cards: ListingCard[],
  { viewerId, cardFee }: { viewerId: string | undefined; cardFee: CardFee },
): Promise<Basket[]> {
  if (cards.length === 0) return []
  const sellerIds = [...new Set(cards.map(({ userId }) => userId))]
  const { transaction: percentage } = await readFees(reader)
  const sellers = await findMembers(reader, sellerIds)
  const own = await ownReservations(reader, cards, viewerId)
  const others = await availableCards(reader, {
    sellerIds,
    except: cards.map(({ id }) => id),
    most: MOST_OTHERS,
  })
  const priced = (card: ListingCard) => {
    const { fee, total } = tokenCost(card.tokenPrice, percentage)
    return { ...card, tokenFee: fee, tokenTotal: total }
  }
  return sellerIds.map((sellerId) => {
    const lines = cards
      .filter(({ userId }) => userId === sellerId)
      .map((card): BasketLine => ({ ...priced(card), reservedBy: reservedBy(card, own) }))
    return {
      seller: { id: sellerId, firstName: sellers.get(sellerId)?.firstName ?? null },
      lines,
      ...sumsOf(lines, cardFee),
      others: others
        .filter(({ userId }) => userId === sellerId)
        .map((card) => ({ ...priced(card), cardAmount: decimal(cardFee.itemCents) })),
    }
  })
}

function sumsOf(lines: BasketLine[], cardFee: CardFee): Pick<Basket, 'tokenTotal' | 'cardAmount'> {
  const free = lines.filter((line) => line.reservedBy === null)
  return {
    tokenTotal: formatHundredths(free.reduce((sum, { tokenTotal }) => sum + parseHundredths(tokenTotal), 0n)),
    cardAmount: decimal(free.length === 0 ? 0 : cardFeeCents(cardFee, free.length)),
  }
}

function reservedBy({ id, status }: ListingCard, own: Set<string>): BasketLine['reservedBy'] {
  if (status !== 'reserved') return null
  return own.has(id) ? 'you' : 'somebody'
}

/** The listings that the viewer has reserved. */
async function ownReservations(
  reader: Reader,
  cards: ListingCard[],
  viewerId: string | undefined,
): Promise<Set<string>> {
  const reserved = cards.filter(({ status }) => status === 'reserved').map(({ id }) => id)
  if (viewerId === undefined || reserved.length === 0) return new Set()
  const lines = await findLiveLines(reader, reserved)
  const purchases = await Purchase.query(reader)
    .whereIn(
      'id',
      lines.map(({ purchaseId }) => purchaseId),
    )
    .where({ buyer_id: viewerId })
  const own = new Set(purchases.map(({ id }) => id))
  return new Set(lines.flatMap(({ listingId, purchaseId }) => (own.has(purchaseId) ? (listingId ?? []) : [])))
}

const decimal = (cents: number): string => formatHundredths(BigInt(cents))
