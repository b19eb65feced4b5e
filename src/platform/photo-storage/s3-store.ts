import type { Config } from '../config.ts'
import { openBucket } from './s3-bucket.ts'
import { photosAway, type PhotoStore } from './photo-store.ts'

/** Objects in the configured bucket. */
export function s3Store(config: Config, timeoutMs?: number): PhotoStore {
  const access = {
    endpoint: config.S3_ENDPOINT,
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  }
  const bucket = openBucket(access, timeoutMs)
  const away = (error: unknown) => {
    throw photosAway(error)
  }
  return {
    put: (key, bytes, contentType) => bucket.put(key, bytes, contentType).catch(away),
    get: (key) => bucket.get(key).catch(away),
    delete: (key) => bucket.delete(key).catch(away),
    list: () => bucket.list(''),
  }
}
