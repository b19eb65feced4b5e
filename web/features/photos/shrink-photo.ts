const LONGEST_SIDE = 2048
const LARGE_BYTES = 1_500_000
const HEIC = /\.hei[cf]$|^image\/hei[cf]/i
const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp']

/** A photo that neither this browser nor the server can open. */
export class Unreadable extends Error {}

/**
 * Scales a large photo down before it is sent, and converts types that the server rejects to JPEG. What the browser
 * can't decode is sent as it is, and the server decides.
 * @throws {Unreadable} for HEIC that the browser can't decode: the server can't either
 */
export async function shrinkPhoto(file: File, longestSide = LONGEST_SIDE): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!bitmap && [file.name, file.type].some((text) => HEIC.test(text))) throw new Unreadable()
  if (!bitmap) return file
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  if (scale === 1 && file.size < LARGE_BYTES && ACCEPTED.includes(file.type)) {
    bitmap.close()
    return file
  }
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const paper = canvas.getContext('2d')
  if (paper) {
    // JPEG has no transparency: transparent areas would turn black.
    paper.fillStyle = '#fff'
    paper.fillRect(0, 0, canvas.width, canvas.height)
    paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  }
  bitmap.close()
  const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  return smaller ?? file
}
