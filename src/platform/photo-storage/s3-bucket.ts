import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { withDeadline } from '../process/deadline.ts'

export interface BucketAccess {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Objects by key. Every call throws while the bucket is away or refuses, as it does with keys that are no longer right. */
export interface Bucket {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** The bytes, or null where there is no such object. */
  get(key: string): Promise<Buffer | null>
  delete(key: string): Promise<void>
  /** The keys that begin with `prefix`. */
  list(prefix: string): AsyncGenerator<string>
}

/** For a whole call, its repetitions included. */
const TIMEOUT_MS = 20_000
/** After answers of 429 and 5xx, with pauses that grow. */
const RETRIES = 3
const FIRST_PAUSE_MS = 50

/** An S3-compatible bucket, addressed by path: `<endpoint>/<bucket>/<key>`. Bodies are signed as well. */
export function openBucket(access: BucketAccess, timeoutMs = TIMEOUT_MS): Bucket {
  const client = new AwsClient({ ...access, service: 's3' })
  const root = `${access.endpoint.replace(/\/+$/, '')}/${access.bucket}`

  /** The body of the answer; null for an answer of `absent`. */
  async function call(
    method: string,
    path: string,
    { absent, ...request }: RequestInit & { absent?: number } = {},
  ): Promise<Buffer | null> {
    const { ok, status, bytes } = await withDeadline(timeoutMs, async (signal) => {
      for (let attempt = 0; ; attempt += 1) {
        const { url, headers } = await client.sign(`${root}${path}`, { ...request, method, aws: { allHeaders: true } })
        // Not the signed request itself: nothing would hold it while it is under way, and once it is collected no abort ends its socket.
        const answer = await fetch(url, { ...request, method, headers, signal })
        const bytes = Buffer.from(await answer.arrayBuffer())
        const { ok, status } = answer
        if ((status !== 429 && status < 500) || attempt === RETRIES) return { ok, status, bytes }
        await delay(FIRST_PAUSE_MS * 2 ** attempt * Math.random(), undefined, { signal })
      }
    })
    if (ok) return bytes
    if (status === absent) return null
    throw new Error(`the bucket answered ${status} to ${method} ${path.slice(1)}: ${bytes.toString().slice(0, 300)}`)
  }

  return {
    async put(key, bytes, contentType) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const headers = { 'content-type': contentType, 'x-amz-content-sha256': hash }
      await call('PUT', `/${key}`, { headers, body: new Uint8Array(bytes) })
    },
    get: (key) => call('GET', `/${key}`, { absent: 404 }),
    async delete(key) {
      await call('DELETE', `/${key}`, { absent: 404 })
    },
    async *list(prefix) {
      let token: string | undefined
      do {
        const after = token === undefined ? '' : `continuation-token=${encodeURIComponent(token)}&`
        const page = (await call('GET', `?${after}list-type=2&prefix=${encodeURIComponent(prefix)}`))?.toString() ?? ''
        for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) yield plainText(key)
        const [, next] = /<NextContinuationToken>([^<]*)</.exec(page) ?? []
        token = next === undefined ? undefined : plainText(next)
      } while (token !== undefined)
    },
  }
}

/** The few entities that XML has of its own. */
const plainText = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
