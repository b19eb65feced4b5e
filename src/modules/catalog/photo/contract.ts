import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { readAreas } from '../areas.ts'
import { CATALOG_CODES } from '../constants.ts'

export const MAX_PHOTOS = 5
export const MAX_BATCH_PHOTOS = 10
export const MAX_BATCH_BYTES = 90 * 1024 * 1024

/** Pixels of the photo itself, and a blurred picture of it as a data URI; null until its variants are made. */
export const PhotoInfo = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  placeholder: z.string().nullable(),
})
export type PhotoInfo = z.infer<typeof PhotoInfo>

/** The address of a photo as the upload gave it. */
export const PhotoUrl = z
  .string()
  .regex(/^\/photos\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/, words('Please upload the photo here first'))

const UploadedPhotos = z.object({ urls: z.array(z.string()) })
export const photoForm = (most: number) => z.strictObject({ photos: z.array(z.file()).min(1).max(most) })
export const uploadErrors = {
  400: [CATALOG_CODES.BAD_UPLOAD, CATALOG_CODES.TOO_MANY_PHOTOS],
  413: [CATALOG_CODES.TOO_LARGE],
  415: [CATALOG_CODES.UNSUPPORTED_IMAGE],
  422: [CATALOG_CODES.UNREADABLE_IMAGE],
  429: [CATALOG_CODES.DAILY_LIMIT],
}
export const uploadPhotos = endpoint({
  method: 'POST',
  path: '/api/upload',
  summary: 'Takes 1 to 5 photos (multipart field `photos`) and answers their addresses.',
  access: 'member',
  startsNew: false,
  changes:
    'The photos are stored, turned upright and without metadata. Those that no listing takes are removed after a day.',
  kind: 'multipart',
  body: photoForm(MAX_PHOTOS),
  response: UploadedPhotos,
  errors: uploadErrors,
})
export const setPicture = endpoint({
  method: 'POST',
  path: '/api/users/me/picture',
  summary: "Takes a photo as the member's own picture.",
  access: 'member',
  startsNew: false,
  changes: "The member's picture; the one before is removed.",
  kind: 'multipart',
  body: photoForm(1),
  response: z.object({ profileImageUrl: z.string() }),
  errors: uploadErrors,
})
export const removePicture = endpoint({
  method: 'DELETE',
  path: '/api/users/me/picture',
  summary: "Removes the member's own picture.",
  access: 'member',
  startsNew: false,
  changes: "The member's picture is gone.",
  status: 204,
})
export const uploadBatch = endpoint({
  method: 'POST',
  path: '/api/upload-batch',
  summary: 'Takes 1 to 10 photos (multipart field `photos`), 90 MB together.',
  access: 'member',
  startsNew: true,
  changes:
    'The photos are stored, turned upright and without metadata. Those that no listing takes are removed after a day.',
  kind: 'multipart',
  body: photoForm(MAX_BATCH_PHOTOS),
  response: UploadedPhotos,
  errors: uploadErrors,
})
export const hideInPhoto = endpoint({
  method: 'POST',
  path: '/api/upload/hidden',
  summary:
    'Stores a photo (multipart field `photos`) with parts of it hidden for good: pixelated, then blurred, before any size of it is made, with nothing left of what was there. `of` is its own upload as it was; that one is erased when a listing shows the new one.',
  access: 'member',
  startsNew: false,
  who: 'The member who uploaded the photo.',
  changes: 'One more photo is stored; the first stays until the new one is shown.',
  kind: 'multipart',
  query: z.strictObject({
    of: PhotoUrl,
    /** 1 to 20 areas `LEFT,TOP,WIDTH,HEIGHT`, from 0 to 1 of the picture, with `;` between them; clipped to the picture. */
    areas: z
      .string()
      .max(2000, words('At most {maximum} characters'))
      .refine((areas) => readAreas(areas) !== null, words('Draw 1 to 20 boxes, each over the picture')),
  }),
  body: photoForm(1),
  response: UploadedPhotos,
  errors: { ...uploadErrors, 403: [CATALOG_CODES.PHOTO_NOT_YOURS] },
})
