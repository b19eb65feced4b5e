import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Config } from '../config.ts'
import { withDeadline } from '../deadline.ts'
import { photosAway as away, type PhotoStore } from './photo-store.ts'

/** For a whole call, its repetitions included. */
const TIMEOUT_MS = 20_000
/** After answers of 429 and 5xx, with pauses that grow. */
const RETRIES = 3

/** Objects in an S3-compatible bucket, addressed by path: `<endpoint>/<bucket>/<key>`. Bodies are signed as well. */
export function s3Store(config: Config, timeoutMs = TIMEOUT_MS): PhotoStore {
  const client = new AwsClient({
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    region: config.S3_REGION,
    service: 's3',
    retries: RETRIES,
  })
  const bucket = `${config.S3_ENDPOINT.replace(/\/+$/, '')}/${config.S3_BUCKET}`

  /**
   * The body of the answer; null for an answer of `absent`.
   * @throws Unavailable while the bucket is away or refuses, as it does with keys that are no longer right
   */
  async function call(
    method: string,
    key: string,
    { absent, ...request }: RequestInit & { absent?: number } = {},
  ): Promise<Buffer | null> {
    const { ok, status, bytes } = await withDeadline(timeoutMs, async (signal) => {
      const options = { ...request, method, signal, aws: { allHeaders: true } }
      const answer = await client.fetch(`${bucket}/${key}`, options)
      return { ok: answer.ok, status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
    }).catch((error: unknown) => {
      throw away(error)
    })
    if (ok) return bytes
    if (status === absent) return null
    throw away(new Error(`the photo store answered ${status} to ${method} ${key}: ${bytes.toString().slice(0, 300)}`))
  }

  return {
    async put(key, bytes, contentType) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const headers = { 'content-type': contentType, 'x-amz-content-sha256': hash }
      await call('PUT', key, { headers, body: new Uint8Array(bytes) })
    },
    get: (key) => call('GET', key, { absent: 404 }),
    async delete(key) {
      await call('DELETE', key, { absent: 404 })
    },
  }
}
