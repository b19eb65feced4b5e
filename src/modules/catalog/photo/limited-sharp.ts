import type { Metadata, Sharp } from 'sharp'
import { createTurns } from './turns.ts'

/** Above this no picture is decoded. */
export const MAX_PIXELS = 40_000_000
/** The longest that one picture may be worked on: ten times what the largest honest one takes on a slow machine. */
const MAX_SECONDS = 20

/** Loaded with the first picture: a start need not wait for it. */
async function load() {
  const { default: sharp } = await import('sharp')
  // A picture of 40 megapixels takes up to 250 MB while it is decoded, and sharp's cache would hold on to some of it.
  // One thread for each picture, so that browsing keeps the others.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

let loading: ReturnType<typeof load> | undefined
const limitedSharp = () => (loading ??= load())

/**
 * Everything that decodes a picture goes through here: one at a time in each process, so that many uploads at once
 * queue up instead of exhausting memory, and the members whose pictures they are take turns. Must not be nested.
 */
export const inTurn = createTurns()

/** The only way to a picture's pixels; to be called `inTurn`. It fails for what is broken, too large or takes too long. */
export async function openPicture(file: Buffer | string): Promise<Sharp> {
  const picture = (await limitedSharp())(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  return picture.timeout({ seconds: MAX_SECONDS })
}

/** A picture as it is in memory: a byte for each channel, row by row. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

/** Opens pixels of our own making; it is to be called `inTurn`, too. */
export async function openPixels({ data, ...raw }: Pixels): Promise<Sharp> {
  return (await limitedSharp())(data, { raw }).timeout({ seconds: MAX_SECONDS })
}

/** The header's claims; none of its pixels is decoded. */
export async function readHeader(file: Buffer | string): Promise<Metadata> {
  return (await limitedSharp())(file, { limitInputPixels: false }).metadata()
}
