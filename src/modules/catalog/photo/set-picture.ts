import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import type { Http } from '../../../platform/http/http.ts'
import { setPicture as setMembersPicture } from '../../identity/index.ts'
import { MAX_PHOTO_BYTES } from './decode-photo.ts'
import { uploadPhotos } from './upload-photos.ts'

/**
 * Takes one photo as the member's own picture; the one before becomes an orphan, as a listing's would.
 * @throws AppError as `uploadPhotos`
 */
export async function setPicture(
  ctx: Context,
  { memberId, http }: { memberId: string; http: Http },
): Promise<{ profileImageUrl: string }> {
  const { urls } = await uploadPhotos(ctx, { ownerId: memberId, http, maxFiles: 1, maxBytes: MAX_PHOTO_BYTES })
  const [url] = urls
  if (url === undefined) throw new Error('an upload without a photo')
  await removeOrSetPicture(ctx, memberId, url)
  return { profileImageUrl: url }
}

/** The site shows the first letter of the name again. */
export async function removePicture(ctx: Context, memberId: string): Promise<void> {
  await removeOrSetPicture(ctx, memberId, null)
}

async function removeOrSetPicture(ctx: Context, memberId: string, url: string | null): Promise<void> {
  await transact(ctx.db, (trx) => setMembersPicture(trx, { memberId, url, now: ctx.clock.now() }))
}
