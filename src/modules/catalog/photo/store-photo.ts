import type { Context } from '../../../platform/context.ts'
import { checkPhoto, decodePhoto } from './decode-photo.ts'
import { keepPhotos } from './keep-photos.ts'

/**
 * Stores one picture as a photo of that member; anything that `checkPhoto` lets through.
 * @throws AppError as `checkPhoto` and `decodePhoto`
 */
export async function storePhoto(
  ctx: Context,
  { ownerId, bytes }: { ownerId: string; bytes: Buffer },
): Promise<{ id: string; url: string }> {
  await checkPhoto(bytes, bytes.subarray(0, 16))
  const [photo] = await keepPhotos(ctx, ownerId, [await decodePhoto(bytes, ownerId)])
  if (!photo) throw new Error('a stored photo has a row')
  return photo
}
