import type { Metadata } from 'sharp'
import { AppError } from '../../../platform/errors.ts'
import { CATALOG_CODES } from '../contract.ts'
import { oneAtATime, sharp } from './limited-sharp.ts'

export const MAX_PHOTO_BYTES = 15 * 1024 * 1024
const MAX_PIXELS = 40_000_000
const MAX_SIDE = 2048
/** More effort takes twice the time for the same number of bytes. */
const WEBP = { quality: 82, effort: 2 }

export interface DecodedPhoto {
  bytes: Buffer
  width: number
  height: number
}

/**
 * Makes the picture that everybody may see: decoded, upright, without any metadata, at most 2048 px, encoded anew as WebP.
 * What it is, is judged by its first bytes, never by its name.
 * @param file the upload, as bytes or as the path of a file
 * @param head the first 16 bytes or more
 * @throws AppError UNSUPPORTED_IMAGE 415 for anything but JPEG, PNG and WebP; UNREADABLE_IMAGE 422 for a picture that is
 *   broken, truncated or above 40 megapixels
 */
export async function decodePhoto(file: Buffer | string, head: Buffer): Promise<DecodedPhoto> {
  const format = formatOf(head)
  if (format === 'heic') {
    throw unsupported("HEIC photos can't be read here. Please choose a JPEG, PNG or WebP photo.")
  }
  if (!format) throw unsupported('Only JPEG, PNG and WebP photos can be uploaded.')
  try {
    // The size that the header claims is judged before a single pixel is decoded.
    checkHeader(await sharp(file, { limitInputPixels: false }).metadata(), format)
    return await oneAtATime(() => encodeAnew(file))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw unreadable("This photo can't be read. It may be damaged.")
  }
}

async function encodeAnew(file: Buffer | string): Promise<DecodedPhoto> {
  const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp(WEBP)
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

function checkHeader({ width, height, format }: Metadata, expected: string): void {
  if (format !== expected) throw unreadable("This photo can't be read. It may be damaged.")
  if (width * height > MAX_PIXELS) throw unreadable('This photo is too large. At most 40 megapixels are possible.')
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
