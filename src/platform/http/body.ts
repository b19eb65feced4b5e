import type { Http } from './api.ts'
import { AppError } from '../errors.ts'

const JSON_LIMIT = 256 * 1024

/** Reads a whole request body, at most `limit` bytes. @throws AppError 413 beyond that */
export async function readBytes(http: Http, limit = JSON_LIMIT): Promise<Buffer> {
  const tooLarge = () => new AppError('TOO_LARGE', 413, `The request is larger than ${Math.floor(limit / 1024)} KB`)
  if (Number(http.request.headers['content-length'] ?? 0) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of http.req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The JSON body; an absent one reads as `{}`. @throws AppError 415 for another type, 400 for broken JSON */
export async function readBody(http: Http): Promise<unknown> {
  const bytes = await readBytes(http)
  if (bytes.length === 0) return {}
  if (!http.is('application/json')) throw new AppError('UNSUPPORTED_TYPE', 415, 'The request body must be JSON')
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    throw new AppError('INVALID_JSON', 400, 'The request body is not valid JSON')
  }
}
