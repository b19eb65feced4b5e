import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Http } from './http.ts'

const BROTLI_QUALITY = 5

type Encoding = 'br' | 'gzip'

/** The bytes of an answer that many get. */
export interface Compressible {
  bytes: Buffer
  /** Compressed once, however often it is asked for. */
  compressed(encoding: Encoding): Promise<Buffer>
}

const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

export function compressible(text: string): Compressible {
  const bytes = Buffer.from(text)
  const compressions = new Map<Encoding, Promise<Buffer>>()
  return {
    bytes,
    compressed(encoding) {
      const ready = compressions.get(encoding) ?? compress[encoding](bytes)
      compressions.set(encoding, ready)
      return ready
    },
  }
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
