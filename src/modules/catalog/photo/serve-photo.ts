import type { Http } from '../../../platform/http/http.ts'
import type { PhotoStore } from '../../../platform/photo-storage/photo-store.ts'
import { photoKey } from './photo.ts'

const FILE_NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.webp|-(?:320|640|1280)\.(?:avif|webp))$/

/**
 * Answers a photo's file, or the photo itself where a variant is not made yet. A file never changes under its name, so
 * it is cached for ever; the stand-in for a minute.
 */
export async function servePhoto(photos: PhotoStore, http: Http, fileName: string): Promise<void> {
  http.set('X-Content-Type-Options', 'nosniff')
  const [, id] = FILE_NAME.exec(fileName) ?? []
  const exact = id === undefined ? null : await photos.get(photoKey(fileName))
  const bytes = exact ?? (id === undefined ? null : await photos.get(photoKey(`${id}.webp`)))
  if (!bytes) {
    http.status = 404
    http.type = 'text/plain'
    http.set('Cache-Control', 'no-store')
    http.body = 'There is no such photo'
    return
  }
  http.type = exact && fileName.endsWith('.avif') ? 'image/avif' : 'image/webp'
  http.set('Cache-Control', exact ? 'public, max-age=31536000, immutable' : 'public, max-age=60')
  http.body = bytes
}
