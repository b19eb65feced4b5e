import { promisify } from 'node:util'
import type { Middleware } from 'koa'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Http } from '../http.ts'

/** The quality of an answer that is compressed once and sent often. */
const QUALITY = 5

type Encoding = 'br' | 'gzip'

/** The bytes of an answer that many get. */
export interface Compressible {
  bytes: Buffer
  /** Compressed once, however often it is asked for. */
  compressed(encoding: Encoding): Promise<Buffer>
}

const compress = {
  br: (bytes: Buffer, quality: number) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (bytes: Buffer, level: number) => promisify(gzip)(bytes, { level }),
}

/** @param quality Brotli's and gzip's: the more, the smaller and the slower */
export function compressible(text: string, quality = QUALITY): Compressible {
  const bytes = Buffer.from(text)
  const compressions = new Map<Encoding, Promise<Buffer>>()
  return {
    bytes,
    compressed(encoding) {
      const ready = compressions.get(encoding) ?? compress[encoding](bytes, quality)
      compressions.set(encoding, ready)
      return ready
    },
  }
}

/** A client that takes neither a compression of ours nor the answer as it is gets the latter (RFC 9110, 12.5.3). */
export const takenAsItIs: Middleware = (http, next) => {
  if (http.acceptsEncodings('br', 'gzip', 'identity') === false) http.compress = false
  return next()
}

/** Sends them as small as the browser takes them. */
export async function sendCompressed(http: Http, answer: Compressible): Promise<void> {
  const encoding = http.acceptsEncodings('br', 'gzip', 'identity')
  if (encoding !== 'br' && encoding !== 'gzip') {
    http.body = answer.bytes
    return
  }
  http.set('Content-Encoding', encoding)
  http.body = await answer.compressed(encoding)
}
