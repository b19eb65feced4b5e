import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Config } from '../config.ts'
import type { PhotoStore } from './photo-store.ts'

/** For a whole call, its repetitions included. */
const TIMEOUT_MS = 20_000
/** After answers of 429 and 5xx, with pauses that grow. */
const RETRIES = 3

/** Objects in an S3-compatible bucket, addressed by path: `<endpoint>/<bucket>/<key>`. Bodies are signed as well. */
export function s3Store(config: Config): PhotoStore {
  const client = new AwsClient({
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    region: config.S3_REGION,
    service: 's3',
    retries: RETRIES,
  })
  const bucket = `${config.S3_ENDPOINT.replace(/\/+$/, '')}/${config.S3_BUCKET}`

  /** @throws Error for an answer that is neither 2xx nor one of `expected` */
  async function call(method: string, key: string, init: RequestInit & { expected?: number } = {}): Promise<Response> {
    const { expected, ...request } = init
    const answer = await client.fetch(`${bucket}/${key}`, {
      ...request,
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      aws: { allHeaders: true },
    })
    if (answer.ok || answer.status === expected) return answer
    const text = (await answer.text()).slice(0, 300)
    throw new Error(`the photo store answered ${answer.status} to ${method} ${key}: ${text}`)
  }

  return {
    async put(key, bytes, contentType) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const headers = { 'content-type': contentType, 'x-amz-content-sha256': hash }
      const answer = await call('PUT', key, { headers, body: new Uint8Array(bytes) })
      await answer.arrayBuffer()
    },
    async get(key) {
      const answer = await call('GET', key, { expected: 404 })
      const bytes = Buffer.from(await answer.arrayBuffer())
      return answer.ok ? bytes : null
    },
    async delete(key) {
      const answer = await call('DELETE', key, { expected: 404 })
      await answer.arrayBuffer()
    },
  }
}
