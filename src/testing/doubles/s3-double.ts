import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { listenLocally } from '../run/listen-locally.ts'

const CLOCK_SKEW_MS = 15 * 60_000

export interface S3Account {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

interface S3Double {
  url: string
  /** By path: `/<bucket>/<key>`. */
  objects: Map<string, { bytes: Buffer; contentType: string }>
  /** Every request, as `PUT /bucket/key 200`. */
  requests: string[]
  /** Answered to the next requests instead of doing what they ask; null lets one through. */
  faults: (number | null)[]
  /** Answered to each request of which it names a status; none while it is undefined. */
  refuses: ((method: string, path: string) => number | undefined) | undefined
  stop(): Promise<void>
}

/** An S3 bucket as a server of its own. It does nothing for a request whose signature (SigV4) or body hash is not right. */
export async function startS3Double(account: S3Account, port = 0): Promise<S3Double> {
  const objects: S3Double['objects'] = new Map()
  const requests: string[] = []
  const faults: number[] = []
  const double: Pick<S3Double, 'refuses'> = { refuses: undefined }

  function answer(request: IncomingMessage, bytes: Buffer): { status: number; body?: Buffer } {
    const fault = faults.shift() ?? double.refuses?.(request.method ?? '', request.url ?? '')
    if (fault != null) return { status: fault }
    if (!isSigned(request, bytes, account)) return { status: 403, body: Buffer.from('SignatureDoesNotMatch') }
    const path = request.url ?? ''
    if (request.method === 'GET' && /[?&]list-type=2/.test(path)) return { status: 200, body: list(path) }
    if (request.method === 'PUT') {
      objects.set(path, { bytes, contentType: request.headers['content-type'] ?? '' })
      return { status: 200 }
    }
    if (request.method === 'DELETE') {
      objects.delete(path)
      return { status: 204 }
    }
    const object = objects.get(path)
    return object ? { status: 200, body: object.bytes } : { status: 404, body: Buffer.from('NoSuchKey') }
  }

  /** Two keys at a time, so that whoever lists has to ask on. */
  function list(path: string): Buffer {
    const { pathname, searchParams } = new URL(path, 'http://s3')
    const [root, after] = [`${pathname}/`, searchParams.get('continuation-token') ?? '']
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(root + (searchParams.get('prefix') ?? '')))
      .map((key) => key.slice(root.length))
      .filter((key) => key > after)
      .toSorted()
    const page = keys.slice(0, 2)
    const next = keys.length > 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : ''
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`)
    return Buffer.from(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { status, body } = answer(request, Buffer.concat(chunks))
      requests.push(`${request.method} ${request.url} ${status}`)
      response.writeHead(status).end(body)
    })
  })
  return Object.assign(double, { objects, requests, faults, ...(await listenLocally(server, port)) })
}

type Signed = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** AWS Signature Version 4 in the `Authorization` header, written down a second time; see its specification. */
export function isSigned(request: Signed, bytes: Buffer, account: S3Account, now = Date.now()): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=(\S+?)\/(\d{8})\/(\S+), ?SignedHeaders=(\S+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  const [, keyId, day = '', scope = '', names = '', signature = ''] = given ?? []
  const time = String(request.headers['x-amz-date'])
  const hash = String(request.headers['x-amz-content-sha256'])
  const signedHeaders = names.split(';')
  const honest =
    keyId === account.accessKeyId &&
    scope === `${account.region}/s3/aws4_request` &&
    time.startsWith(day) &&
    Math.abs(now - instant(time)) < CLOCK_SKEW_MS &&
    ['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signedHeaders.includes(name)) &&
    (hash === sha256(bytes) || (hash === 'UNSIGNED-PAYLOAD' && bytes.length === 0))
  if (!honest) return false
  const { pathname, search } = new URL(request.url ?? '', 'http://s3')
  const headers = signedHeaders.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('')
  const canonical = [request.method, pathname, search.slice(1), headers, names, hash].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, `${day}/${scope}`, sha256(canonical)].join('\n')
  const key = [day, ...scope.split('/')].reduce<string | Buffer>(hmac, `AWS4${account.secretAccessKey}`)
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'))
}

/** `20130524T000000Z` -> milliseconds. */
const instant = (time: string) =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest()
}
