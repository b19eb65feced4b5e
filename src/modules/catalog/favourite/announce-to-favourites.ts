import { enqueue, type JobPayload } from '../../../events.ts'
import type { Trx } from '../../../platform/database.ts'

interface Change {
  /** `back`: it can be had again. `cheaper`: than `price`. `going`: somebody else is gathering it for a pickup. */
  change: JobPayload<'catalog.notify-favourites'>['change']
  listingIds: string[]
  /** The price before, in hundredths. */
  price?: bigint
  /** The member who did it, and needs no notice. */
  byId?: string
  now: Date
}

/** Part of what changes listings: those whose favourites they are will be told. Where nobody keeps them there is nothing to do. */
export async function announceToFavourites(trx: Trx, { change, listingIds, price, byId, now }: Change): Promise<void> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    'select distinct listing_id as id from favourite where listing_id = any(?::uuid[]) order by listing_id',
    [listingIds],
  )
  for (const { id } of rows) {
    await enqueue(trx, 'catalog.notify-favourites', {
      change,
      listingId: id,
      at: now.toISOString(),
      ...(price !== undefined && { price: String(price) }),
      ...(byId !== undefined && { byId }),
    })
  }
}
