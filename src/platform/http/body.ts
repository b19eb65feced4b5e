import koaBody from 'koa-body'
import { AppError } from '../errors.ts'
import type { Http } from './http.ts'

const LIMIT = 256 * 1024

const parseJson = koaBody({
  jsonLimit: LIMIT,
  jsonTypes: ['application/json'],
  text: false,
  urlencoded: false,
  onError: (error) => {
    const { status } = error as { status?: unknown }
    if (status === 413) throw tooLarge(LIMIT)
    if (status === 415) throw new AppError('UNSUPPORTED_TYPE', 415, 'The request body has an unknown encoding')
    throw new AppError('INVALID_JSON', 400, 'The request body is not valid JSON')
  },
})

const tooLarge = (limit: number) =>
  new AppError('TOO_LARGE', 413, `The request is larger than ${Math.floor(limit / 1024)} KB`)

/** The JSON body; an absent one reads as `{}`. @throws AppError 413, 415 for another type, 400 for broken JSON */
export async function readBody(http: Http): Promise<unknown> {
  const { 'content-length': length, 'transfer-encoding': chunked } = http.request.headers
  if ((length === undefined || length === '0') && chunked === undefined) return {}
  if (!http.is('application/json')) throw new AppError('UNSUPPORTED_TYPE', 415, 'The request body must be JSON')
  await parseJson(http, () => Promise.resolve())
  return http.request.body
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
