const LONGEST_SIDE = 2048
const LARGE_BYTES = 1_500_000
const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp']

/**
 * Scales a large photo down before it is sent, and converts types that the server rejects to JPEG. What the browser
 * can't decode (HEIC, say) is sent as it is: the server decides.
 */
export async function shrinkPhoto(file: File, longestSide = LONGEST_SIDE): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
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
