import type { Context } from '../../../platform/context.ts'
import type { Http } from '../../../platform/http/http.ts'
import { readAreas } from '../areas.ts'
import { MAX_PHOTO_BYTES } from './decode-photo.ts'
import { requireOwnPhotos } from './photo.ts'
import type { photoUploads } from './upload-photos.ts'

/**
 * Stores a photo anew with parts of it hidden. The member's browser sends the file once more: from the stored one, which is
 * compressed, what lay in an area has left traces around it.
 * @throws AppError PHOTO_NOT_YOURS 403, and as the upload
 */
export async function hideInPhoto(
  ctx: Context,
  upload: ReturnType<typeof photoUploads>,
  { ownerId, of, areas, http }: { ownerId: string; of: string; areas: string; http: Http },
): Promise<{ urls: string[] }> {
  const [photo] = await requireOwnPhotos(ctx.db, { ownerId, urls: [of] })
  const limits = { maxFiles: 1, maxBytes: MAX_PHOTO_BYTES }
  return upload(
    { ownerId, http, shown: true, areas: readAreas(areas) ?? [], ...limits },
    photo?.originalId ?? photo?.id,
  )
}
