import koaBody from 'koa-body'
import { AppError, ValidationFailed } from '../errors.ts'
import type { Http } from './http.ts'
import { say, words } from '../language/words.ts'

const LIMIT = 256 * 1024

/** As text whose characters are the bytes: whether those are UTF-8 is seen to below. */
const readText = koaBody({
  textLimit: LIMIT,
  textTypes: ['application/json'],
  encoding: 'binary',
  json: false,
  urlencoded: false,
  onError: (error) => {
    const { status } = error as { status?: unknown }
    if (status === 413) throw tooLarge(LIMIT)
    if (status === 415) throw new AppError('UNSUPPORTED_TYPE', 415, 'The request body has an unknown encoding')
    throw new AppError('INVALID_JSON', 400, 'The request body is not valid JSON')
  },
})

const tooLarge = (limit: number) =>
  new AppError('TOO_LARGE', 413, say('The request is larger than {size} KB', { size: Math.floor(limit / 1024) }))

/** The JSON body, an object; an absent one reads as `{}`. @throws AppError 413, 415 for another type, 400 for what is none */
export async function readBody(http: Http): Promise<unknown> {
  const { 'content-length': length, 'transfer-encoding': chunked } = http.request.headers
  if ((length === undefined || length === '0') && chunked === undefined) return {}
  if (!http.is('application/json')) throw new AppError('UNSUPPORTED_TYPE', 415, 'The request body must be JSON')
  if (!/^(utf-?8)?$/i.test(http.request.charset))
    throw new AppError('UNSUPPORTED_TYPE', 415, 'The request body must be UTF-8')
  await readText(http, () => Promise.resolve())
  const body = parseJson(Buffer.from(http.request.body as string, 'binary'))
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new ValidationFailed([{ path: [], message: words('The request body must be a JSON object') }])
}

function parseJson(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text === '' ? {} : (JSON.parse(text) as unknown)
  } catch {
    throw new AppError('INVALID_JSON', 400, 'The request body is not valid JSON')
  }
}

/** The body's bytes as they came, for signatures. @throws AppError 413 beyond `limit` bytes */
export async function readBytes(http: Http, limit = LIMIT): Promise<Buffer> {
  if (Number(http.request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of http.req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
