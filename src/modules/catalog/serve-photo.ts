import type { Http } from '../../platform/http/http.ts'
import type { PhotoStore } from '../../platform/photo-storage.ts'
import { photoKey } from './photo.ts'

const FILE_NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/

/** Answers a photo's file. A file never changes under its name, so it may be kept for ever. */
export async function servePhoto(photos: PhotoStore, http: Http, fileName: string): Promise<void> {
  const bytes = FILE_NAME.test(fileName) ? await photos.get(photoKey(fileName)) : null
  http.set('X-Content-Type-Options', 'nosniff')
  if (!bytes) {
    http.status = 404
    http.type = 'text/plain'
    http.set('Cache-Control', 'no-store')
    http.body = 'There is no such photo'
    return
  }
  http.type = 'image/webp'
  http.set('Cache-Control', 'public, max-age=31536000, immutable')
  http.body = bytes
}
