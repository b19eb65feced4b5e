import type { Reader } from '../../../platform/database.ts'
import type { ListingCard } from '../contract.ts'

/** A listing as browsing shows it, whether it is still shown or not. */
export interface CardOfListing {
  card: ListingCard
  /** Neither withdrawn nor hidden by an admin. */
  isPublic: boolean
  buyerId: string | null
}

/** The cards of those of `ids` that exist, by id. */
export async function listingCards(reader: Reader, ids: string[]): Promise<Map<string, CardOfListing>> {
  if (ids.length === 0) return new Map()
  const { rows } = await reader.raw<{ rows: { card: string; is_public: boolean; buyer_id: string | null }[] }>(
    `select card, status <> 'withdrawn' and hidden_at is null as is_public, buyer_id
     from listing join listing_card on listing_id = id where id = any(?::uuid[])`,
    [ids],
  )
  const cards = rows.map((row) => ({
    card: JSON.parse(row.card) as ListingCard,
    isPublic: row.is_public,
    buyerId: row.buyer_id,
  }))
  return new Map(cards.map((found) => [found.card.id, found]))
}

/** The newest that each of the sellers still has, `most` of each. */
export async function availableCards(
  reader: Reader,
  { sellerIds, except, most }: { sellerIds: string[]; except: string[]; most: number },
): Promise<ListingCard[]> {
  const { rows } = await reader.raw<{ rows: { card: string }[] }>(
    `select card from unnest(:sellerIds::uuid[]) as seller (id) cross join lateral (
       select listing.id, created_at from listing
       where seller_id = seller.id and status = 'available' and hidden_at is null and listing.id <> all(:except::uuid[])
       order by created_at desc, listing.id desc limit :most
     ) as newest join listing_card on listing_id = newest.id
     order by created_at desc, listing_id desc`,
    { sellerIds, except, most },
  )
  return rows.map(({ card }) => JSON.parse(card) as ListingCard)
}

/** The ids of `count` available baby clothes of one size that one of the sellers has; none where nobody has so many. */
export async function findOutfits(
  reader: Reader,
  { sellerIds, count }: { sellerIds: string[]; count: number },
): Promise<string[]> {
  const { rows } = await reader.raw<{ rows: { ids: string[] }[] }>(
    `select (array_agg(id order by created_at, id))[1:${count}] as ids from listing
     where seller_id = any(?::uuid[]) and status = 'available' and hidden_at is null
       and category = 'baby-clothes' and age_size is not null
     group by seller_id, age_size having count(*) >= ${count}
     order by min(created_at), seller_id, age_size limit 1`,
    [sellerIds],
  )
  return rows[0]?.ids ?? []
}
