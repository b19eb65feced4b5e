import type { Trx } from '../../../platform/database.ts'
import { Conflict, ValidationFailed } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { picturesOf } from '../../identity/index.ts'
import { CATALOG_CODES } from '../contract.ts'
import { Photo, requireOwnPhotos } from './photo.ts'

/**
 * Gives uploads of a member to a message of theirs, for good: from then on nobody but `shownTo` sees them, in any size, and
 * no listing can have them. A repeat changes nothing.
 * @throws AppError PHOTO_NOT_YOURS 403 for what the owner has not uploaded, Conflict PHOTO_IN_USE for what is shown elsewhere,
 *   ValidationFailed for the same photo twice
 */
export async function giveToMessage(
  trx: Trx,
  { messageId, ownerId, urls, shownTo }: { messageId: string; ownerId: string; urls: string[]; shownTo: string[] },
): Promise<void> {
  if (urls.length === 0) return
  const twice = urls.findIndex((url, index) => urls.indexOf(url) < index)
  if (twice >= 0)
    throw new ValidationFailed([{ path: ['photos', twice], message: words('Each photo can be used once') }])
  const pictures = await picturesOf(trx, [ownerId])
  const given = await Photo.query(trx)
    .whereIn('url', urls)
    .where({ owner_id: ownerId })
    .whereNull('discarded_at')
    .whereNull('listing_id')
    .whereRaw('(message_id is null and shown_to is null or message_id = ?)', [messageId])
    .patch({ messageId, shownTo })
  if (given === urls.length && !urls.some((url) => pictures.has(url))) return
  await requireOwnPhotos(trx, { ownerId, urls })
  throw new Conflict(
    CATALOG_CODES.PHOTO_IN_USE,
    words('A photo is shown somewhere else already. Please upload it again.'),
  )
}
