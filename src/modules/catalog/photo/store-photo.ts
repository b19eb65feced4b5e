import type { Context } from '../../../platform/context.ts'
import { decodePhoto } from './decode-photo.ts'
import { keepPhotos } from './keep-photos.ts'

/**
 * Stores one picture as a photo of that member; anything that `decodePhoto` reads.
 * @throws AppError as `decodePhoto`
 */
export async function storePhoto(
  ctx: Context,
  { ownerId, bytes }: { ownerId: string; bytes: Buffer },
): Promise<{ id: string; url: string }> {
  const [photo] = await keepPhotos(ctx, ownerId, [await decodePhoto(bytes, bytes.subarray(0, 16))])
  if (!photo) throw new Error('a stored photo has a row')
  return photo
}
