import type { Context } from '../../../platform/context.ts'
import { withDeadline } from '../../../platform/process/deadline.ts'
import { asJpeg, checkPhoto } from './decode-photo.ts'
import { openPixels, readHeader } from './limited-sharp.ts'

const LIMIT_MS = 10_000
/** More than any photo that is kept here comes to as a JPEG. */
const MOST_BYTES = 32 * 1024 * 1024

/**
 * The photo as a service at `BLUR_URL` gives it back, which speaks the open interface for this: `POST /blur/`, multipart, the
 * photo as a JPEG in `picture`, the JPEG with faces and number plates blurred as the answer. Undefined where there is no
 * service, or it is away, or what it answers isn't that picture: it is a help, the seller looks in any case.
 * @throws AppError as `decodePhoto`
 */
export async function blurByService(
  { config, log }: Pick<Context, 'config' | 'log'>,
  file: Buffer | string,
  ownerId: string,
): Promise<Buffer | undefined> {
  const { BLUR_URL: base } = config
  if (base === '') return undefined
  const jpeg = await asJpeg(file, ownerId)
  try {
    return await blurred(base, jpeg)
  } catch (error) {
    log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'the blur service did not answer')
    return undefined
  }
}

/** Asks the service with a plain picture, for `market doctor`. @throws Error for an answer that isn't that picture */
export async function tryBlur(base: string): Promise<void> {
  const plain = await openPixels({ data: Buffer.alloc(64 * 48 * 3, 128), width: 64, height: 48, channels: 3 })
  await blurred(base, await plain.jpeg().toBuffer())
}

async function blurred(base: string, jpeg: Buffer): Promise<Buffer> {
  const answer = await ask(`${base.replace(/\/$/, '')}/blur/`, jpeg)
  await checkPhoto(answer, answer.subarray(0, 16))
  const [before, after] = await Promise.all([readHeader(jpeg), readHeader(answer)])
  if (before.width !== after.width || before.height !== after.height) throw new Error('another picture came back')
  return answer
}

async function ask(url: string, jpeg: Buffer): Promise<Buffer> {
  const form = new FormData()
  form.append('picture', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'picture.jpg')
  return withDeadline(LIMIT_MS, async (signal) => {
    const response = await fetch(url, { method: 'POST', body: form, signal, redirect: 'error' })
    const type = response.headers.get('content-type') ?? ''
    if (response.status === 200 && type.startsWith('image/jpeg') && response.body) return readAtMost(response.body)
    await response.body?.cancel()
    throw new Error(`${response.status} ${type}`)
  })
}

/** The whole of an answer; one that is too large is not read to its end. */
async function readAtMost(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
