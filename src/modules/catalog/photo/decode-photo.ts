import type { Metadata } from 'sharp'
import { AppError } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { CATALOG_CODES } from '../contract.ts'
import type { Area } from '../areas.ts'
import { hideAreas } from './hide-areas.ts'
import { hashPhoto, type PhotoHash } from './photo-hash.ts'
import { inTurn, MAX_PIXELS, openPicture, openPixels, readHeader } from './limited-sharp.ts'

export const MAX_PHOTO_BYTES = 15 * 1024 * 1024
/** All pixels together: 40 megapixels of red, green, blue and transparency, a byte each. */
const MAX_DECODED_BYTES = MAX_PIXELS * 4
const MAX_SIDE = 2048
/** More effort takes twice the time for the same number of bytes. */
const WEBP = { quality: 82, effort: 2 }

export interface DecodedPhoto {
  bytes: Buffer
  /** The hash by which it is known again; null where it has nothing to be known by. */
  known: PhotoHash | null
  width: number
  height: number
}

/**
 * Judges a picture by its first bytes and its header, never by its name, before a single pixel is decoded.
 * @param file the upload, as bytes or as the path of a file
 * @param head the first 16 bytes or more
 * @throws AppError UNSUPPORTED_IMAGE 415 for anything but JPEG, PNG and WebP; UNREADABLE_IMAGE 422 for a picture that is
 *   broken, above 40 megapixels, or above 160 MB once it is decoded
 */
export async function checkPhoto(file: Buffer | string, head: Buffer): Promise<void> {
  const format = formatOf(head)
  if (format === 'heic') {
    throw unsupported(words("HEIC photos can't be read here. Please choose a JPEG, PNG or WebP photo."))
  }
  if (!format) throw unsupported(words('Only JPEG, PNG and WebP photos can be uploaded.'))
  const header = await readHeader(file).catch(() => {
    throw damaged()
  })
  if (header.format !== format) throw damaged()
  if (header.width * header.height > MAX_PIXELS) {
    throw unreadable(words('This photo is too large. At most 40 megapixels are possible.'))
  }
  if (decodedBytes(header) > MAX_DECODED_BYTES) {
    throw unreadable(words('This photo is too detailed to be read here. Saved as a JPEG it will fit.'))
  }
}

/**
 * Makes the picture that everybody may see: decoded, upright, without any metadata, at most 2048 px, encoded anew as WebP.
 * @param file one that `checkPhoto` has let through
 * @param ownerId whose turn it takes
 * @param areas what is to be hidden, before it is encoded anywhere
 * @throws AppError UNREADABLE_IMAGE 422 for a picture that is broken or truncated, or takes too long
 */
export async function decodePhoto(file: Buffer | string, ownerId: string, areas: Area[] = []): Promise<DecodedPhoto> {
  try {
    return await inTurn(ownerId, () => (areas.length > 0 ? encodeWithout(file, areas) : encodeAnew(file)))
  } catch {
    throw damaged()
  }
}

const upright = async (file: Buffer | string) =>
  (await openPicture(file))
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })

async function encodeAnew(file: Buffer | string): Promise<DecodedPhoto> {
  const { data, info } = await (await upright(file)).webp(WEBP).toBuffer({ resolveWithObject: true })
  return { bytes: data, known: await hashPhoto(data), width: info.width, height: info.height }
}

async function encodeWithout(file: Buffer | string, areas: Area[]): Promise<DecodedPhoto> {
  const { data, info } = await (await upright(file)).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const hidden = await hideAreas({ data, width, height, channels: info.channels }, areas)
  const bytes = await (await openPixels(hidden)).webp(WEBP).toBuffer()
  return { bytes, known: await hashPhoto(bytes), width, height }
}

/** The picture that another service gets: upright, nothing but pixels. @throws as `decodePhoto` */
export async function asJpeg(file: Buffer | string, ownerId: string): Promise<Buffer> {
  try {
    return await inTurn(ownerId, async () =>
      (await upright(file))
        .flatten({ background: '#fff' })
        .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
        .toBuffer(),
    )
  } catch {
    throw damaged()
  }
}

/** Small files can hold large pictures: 16 bits a sample, and interlaced, so that all of it is in memory at once. */
function decodedBytes({ width, height, channels, depth }: Metadata): number {
  return width * height * channels * (depth === 'uchar' ? 1 : 2)
}

function formatOf(head: Buffer): 'jpeg' | 'png' | 'webp' | 'heic' | null {
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  const text = head.toString('latin1')
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (/^ftyp(heic|heix|hevc|heim|heis|mif1|msf1)/.test(text.slice(4))) return 'heic'
  return null
}

const unsupported = (message: string) => new AppError(CATALOG_CODES.UNSUPPORTED_IMAGE, 415, message)
const unreadable = (message: string) => new AppError(CATALOG_CODES.UNREADABLE_IMAGE, 422, message)
const damaged = () => unreadable(words("This photo can't be read. It may be damaged."))
