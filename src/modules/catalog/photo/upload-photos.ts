import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Http } from '../../../platform/http/http.ts'
import { CATALOG_CODES } from '../contract.ts'
import { decodePhoto, type DecodedPhoto } from './decode-photo.ts'
import { keepPhotos } from './keep-photos.ts'
import { Photo } from './photo.ts'
import { receiveFiles } from './receive-files.ts'

/** Photos that one member may upload within 24 hours. */
export const PHOTOS_PER_DAY = 200
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Takes the photos of an upload, all or none, and answers their addresses in the order they came.
 * @throws AppError DAILY_LIMIT 429, and as `receiveFiles` and `decodePhoto`; nothing of a refused upload stays
 */
export async function uploadPhotos(
  ctx: Context,
  { ownerId, http, ...limits }: { ownerId: string; http: Http; maxFiles: number; maxBytes: number },
): Promise<{ urls: string[] }> {
  // Refuse early rather than read 90 MB for nothing; the binding check is in the transaction below.
  await requireRoom(ctx.db, { ownerId, photos: 1, now: ctx.clock.now() })
  return receiveFiles(http, limits, async (files) => {
    const decoded: DecodedPhoto[] = []
    for (const file of files) decoded.push(await decodePhoto(file.path, file.head))
    const stored = await keepPhotos(ctx, ownerId, decoded, async (trx) => {
      // Uploads of one member take turns here, so that together they can't exceed the limit.
      await trx.raw(`select pg_advisory_xact_lock(hashtextextended('photos of ' || ?, 0))`, [ownerId])
      await requireRoom(trx, { ownerId, photos: decoded.length, now: ctx.clock.now() })
    })
    return { urls: stored.map((photo) => photo.url) }
  })
}

async function requireRoom(
  reader: Reader,
  { ownerId, photos, now }: { ownerId: string; photos: number; now: Date },
): Promise<void> {
  const oldestBlocking = await Photo.query(reader)
    .where({ owner_id: ownerId })
    .whereNull('discarded_at')
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('created_at', 'desc')
    .offset(PHOTOS_PER_DAY - photos)
    .first()
  if (!oldestBlocking) return
  const retryAfter = Math.ceil((oldestBlocking.createdAt.getTime() + DAY_MS - now.getTime()) / 1000)
  const message = `You can upload ${PHOTOS_PER_DAY} photos a day. Please come back later.`
  throw new AppError(CATALOG_CODES.DAILY_LIMIT, 429, message, { retryAfter })
}
