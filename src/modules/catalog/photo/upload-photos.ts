import type { Context } from '../../../platform/context.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Http } from '../../../platform/http/http.ts'
import { createLimiter } from '../../../platform/http/limits/limiter.ts'
import { say } from '../../../platform/language/words.ts'
import { CATALOG_CODES } from '../contract.ts'
import type { Area } from '../areas.ts'
import { blurByService } from './blur-service.ts'
import { checkPhoto, decodePhoto, type DecodedPhoto } from './decode-photo.ts'
import { keepPhotos } from './keep-photos.ts'
import { receiveFiles } from './receive-files.ts'

/** Photos that one member may upload within 24 hours. */
export const PHOTOS_PER_DAY = 200
const PER_DAY = { keyPrefix: 'photo-day', points: PHOTOS_PER_DAY, duration: 24 * 60 * 60 }

/** One upload: whose it is, and how much of it there may be. */
interface Upload {
  ownerId: string
  http: Http
  maxFiles: number
  maxBytes: number
  /** Photos for everybody go through the service that blurs, where there is one. */
  shown?: boolean
  /** The areas that are hidden in each of them. */
  areas?: Area[]
}

/**
 * Makes what reads the photos of an upload, all or none, in the order they came; they are not stored yet. Refused and broken
 * uploads count like good ones: they cost as much.
 * @throws AppError DAILY_LIMIT 429, and as `receiveFiles`, `checkPhoto` and `decodePhoto`
 */
export function photoReader(ctx: Context) {
  const limiter = createLimiter(ctx, PER_DAY, dailyLimit)
  return async function readPhotos({
    ownerId,
    http,
    shown = false,
    areas,
    ...limits
  }: Upload): Promise<DecodedPhoto[]> {
    // Refuse early rather than read 90 MB for nothing; the others are counted when it is known how many they are.
    await limiter.consume(ownerId)
    return receiveFiles(http, limits, async (files) => {
      if (files.length > 1) await limiter.consume(ownerId, files.length - 1)
      for (const { path, head } of files) await checkPhoto(path, head)
      const decoded: DecodedPhoto[] = []
      for (const { path } of files) {
        const blurred = shown ? await blurByService(ctx, path, ownerId) : undefined
        decoded.push(await decodePhoto(blurred ?? path, ownerId, areas))
      }
      return decoded
    })
  }
}

/**
 * Makes what stores them, and answers their addresses; nothing of a refused upload stays. Those in which parts are hidden know
 * the original.
 * @throws as `photoReader`
 */
export function photoUploads(ctx: Context) {
  const readPhotos = photoReader(ctx)
  return async function uploadPhotos(upload: Upload, originalId?: string): Promise<{ urls: string[] }> {
    const decoded = await readPhotos(upload)
    return { urls: (await keepPhotos(ctx, upload.ownerId, decoded, originalId)).map((photo) => photo.url) }
  }
}

function dailyLimit(milliseconds: number): AppError {
  const message = say('You can upload {most, plural, one {# photo} other {# photos}} a day. Please come back later.', {
    most: PHOTOS_PER_DAY,
  })
  return new AppError(CATALOG_CODES.DAILY_LIMIT, 429, message, { retryAfter: Math.ceil(milliseconds / 1000) })
}
