import type { Reader, Trx } from '../../../platform/database.ts'
import { MOST_DIFFERENT } from './photo-hash.ts'

/** Whether two rows of `photo` show the same, as SQL. The bands have an index; what shares one may still be another picture. */
const isSame = (one: string, other: string) =>
  `${one}.bands && ${other}.bands and bit_count((${one}.hash # ${other}.hash)::bit(64)) <= ${MOST_DIFFERENT}`

/** Whether another listing of the same member shows this photo, too. */
export async function isShownAgain(reader: Reader, photoId: string): Promise<boolean> {
  const { rows } = await reader.raw<{ rows: unknown[] }>(
    `select from photo own join photo other on ${isSame('own', 'other')}
     where own.id = ? and other.owner_id = own.owner_id and other.listing_id is not null
       and other.listing_id is distinct from own.listing_id limit 1`,
    [photoId],
  )
  return rows.length > 0
}

/**
 * Notes for the admins whose photos a listing shows that other members have shown before; each once. Who has uploaded the picture
 * first, in whatever form, hasn't copied it.
 */
export async function recordCopies(trx: Trx, { listingId, now }: { listingId: string; now: Date }): Promise<void> {
  await trx.raw(
    `insert into copied_photo (listing_id, like_id, found_at)
     select own.listing_id, other.listing_id, :now
     from photo own join photo other on ${isSame('own', 'other')}
     where own.listing_id = :listingId and other.owner_id <> own.owner_id and other.listing_id is not null
       and not exists (
         select from photo earlier
         where ${isSame('own', 'earlier')} and earlier.owner_id = own.owner_id and earlier.created_at <= other.created_at
       )
     group by own.listing_id, other.listing_id
     on conflict do nothing`,
    { listingId, now },
  )
}

/** Listings that neighbours can see, with photos that others have shown before and no admin has looked at, as SQL. */
export const COPIES = `(
  select listing_id, listing.title, min(found_at) as since, array_agg(distinct like_id) as like_ids,
    listing.seller_id || array_agg(distinct shown.seller_id) as member_ids
  from copied_photo join listing on listing.id = listing_id join listing shown on shown.id = like_id
  where cleared_at is null and listing.status <> 'withdrawn' and listing.hidden_at is null and listing.erased_at is null
  group by listing_id, listing.title, listing.seller_id
)`

export interface Copies {
  listingId: string
  title: string
  /** The members who show it now, and have shown it before. */
  memberIds: string[]
  /** The listings that have shown it before. */
  likeIds: string[]
  since: Date
}

export async function findCopies(reader: Reader, listingIds: string[]): Promise<Copies[]> {
  const { rows } = await reader.raw<{ rows: Copies[] }>(
    `select listing_id as "listingId", title, since, like_ids as "likeIds", member_ids as "memberIds"
     from ${COPIES} copies where listing_id::text = any(?)`,
    [listingIds],
  )
  return rows
}

/** An admin has looked at them. Answers whether there was anything to look at. */
export async function clearCopies(trx: Trx, { listingId, now }: { listingId: string; now: Date }): Promise<boolean> {
  const cleared = await trx('copied_photo')
    .whereRaw('listing_id::text = ?', [listingId])
    .whereNull('cleared_at')
    .update({ cleared_at: now })
  return cleared > 0
}
