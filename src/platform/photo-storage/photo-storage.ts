import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { diskStore } from './disk-store.ts'
import type { PhotoStore } from './photo-store.ts'
import { s3Store } from './s3-store.ts'

/** Photos in the configured bucket, or else under `DATA_DIR/photos`. */
export function createPhotoStore(config: Config): PhotoStore {
  const store = config.s3 ? s3Store(config) : diskStore(resolve(config.DATA_DIR, 'photos'))
  return {
    put: async (key, bytes, contentType) => store.put(inside(key), bytes, contentType),
    get: async (key) => store.get(inside(key)),
    delete: async (key) => store.delete(inside(key)),
    list: () => store.list(),
  }
}

function inside(key: string): string {
  if (!/^\w[\w.-]*(\/\w[\w.-]*)*$/.test(key)) throw new RangeError('a photo key must stay inside the store')
  return key
}
