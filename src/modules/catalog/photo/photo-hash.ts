import { openPicture } from './limited-sharp.ts'

/** Nine by eight grey pixels: in each row, whether each is brighter than the one before it. */
const WIDTH = 9
const HEIGHT = 8
/** The contrast, of 0 to 255, below which there is nothing in a picture to know it by. */
const CONTRAST = 24
/** So many of its rows differ, or it is a gradient or stripes. */
const LEAST_ROWS = 3
const BANDS = 4
const BAND_BITS = 16
/** Bits by which two pictures of the same file may differ, scaled or encoded anew. They then share one band at least. */
export const MOST_DIFFERENT = 3

export interface PhotoHash {
  /** 64 bits, as PostgreSQL keeps them. */
  hash: bigint
  /** Its four parts, each with its place; without those that plain areas have in any picture. */
  bands: number[]
}

/**
 * A difference hash: the same for a photo that was scaled or encoded anew. Null for one that has nothing to be known by, such as
 * a plain wall. Another photo of the same thing has another one. To be called `inTurn`.
 */
export async function hashPhoto(picture: Buffer): Promise<PhotoHash | null> {
  const grey = await (
    await openPicture(picture)
  )
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .raw()
    .toBuffer()
  if (Math.max(...grey) - Math.min(...grey) < CONTRAST) return null
  const rows = new Set<bigint>()
  let hash = 0n
  for (let row = 0; row < HEIGHT; row += 1) {
    for (let column = 1; column < WIDTH; column += 1) {
      const [before = 0, here = 0] = [grey[row * WIDTH + column - 1], grey[row * WIDTH + column]]
      hash = (hash << 1n) | (here > before ? 1n : 0n)
    }
    rows.add(hash & 0xffn)
  }
  const bands = Array.from({ length: BANDS }, (_, band) => ({
    band,
    bits: Number((hash >> BigInt(band * BAND_BITS)) & 0xffffn),
  })).filter(({ bits }) => bits !== 0 && bits !== 0xffff)
  if (bands.length < 2 || rows.size < LEAST_ROWS) return null
  return { hash: BigInt.asIntN(64, hash), bands: bands.map(({ band, bits }) => band * 2 ** BAND_BITS + bits) }
}
