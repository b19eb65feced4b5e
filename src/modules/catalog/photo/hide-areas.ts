import type { Area } from '../areas.ts'
import { openPixels, type Pixels } from './limited-sharp.ts'

/** Pixels around what was drawn: as far as a JPEG mixes the colours of its blocks. */
const MARGIN = 20
/** Along the longer side of an area. */
const CELLS = 8
const GREY = 128

interface Box {
  left: number
  top: number
  /** Exclusive, as `bottom`. */
  right: number
  bottom: number
}

/**
 * Hides parts of a picture in its pixels, for good: each becomes a mosaic, and that is blurred. The colours of the mosaic come
 * from what is around it, none from within, so that nothing of what was there can be brought back.
 */
export async function hideAreas({ data, ...size }: Pixels, areas: Area[]): Promise<Pixels> {
  const boxes = areas.map((area) => boxOf(area, size))
  const picture: Pixels = { data: Buffer.from(data), ...size }
  const isHidden = (x: number, y: number) =>
    boxes.some(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom)
  for (const box of boxes) write(picture, box, await blurred(mosaicOf({ data, ...size }, box, isHidden), box))
  return picture
}

function boxOf({ x, y, width, height }: Area, picture: { width: number; height: number }): Box {
  return {
    left: Math.max(0, Math.floor(x * picture.width) - MARGIN),
    top: Math.max(0, Math.floor(y * picture.height) - MARGIN),
    right: Math.min(picture.width, Math.ceil((x + width) * picture.width) + MARGIN),
    bottom: Math.min(picture.height, Math.ceil((y + height) * picture.height) + MARGIN),
  }
}

/** A cell has the colours of the four edges, the nearer the more. */
function mosaicOf(
  { data, width, height, channels }: Pixels,
  { left, top, right, bottom }: Box,
  isHidden: (x: number, y: number) => boolean,
): Pixels {
  const side = Math.max(MARGIN, Math.ceil(Math.max(right - left, bottom - top) / CELLS))
  const [columns, rows] = [Math.ceil((right - left) / side), Math.ceil((bottom - top) / side)]
  const mosaic = Buffer.alloc(columns * rows * channels, GREY)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const x = Math.min(right - 1, left + Math.floor((column + 0.5) * side))
      const y = Math.min(bottom - 1, top + Math.floor((row + 0.5) * side))
      const edges = [
        { x: left - 1, y, far: x - left + 1 },
        { x: right, y, far: right - x },
        { x, y: top - 1, far: y - top + 1 },
        { x, y: bottom, far: bottom - y },
      ].filter((edge) => edge.x >= 0 && edge.x < width && edge.y >= 0 && edge.y < height && !isHidden(edge.x, edge.y))
      const weight = edges.reduce((sum, { far }) => sum + 1 / far, 0)
      if (weight === 0) continue
      for (let channel = 0; channel < channels; channel += 1) {
        const colour = edges.reduce(
          (sum, edge) => sum + (data[(edge.y * width + edge.x) * channels + channel] ?? GREY) / edge.far,
          0,
        )
        mosaic[(row * columns + column) * channels + channel] = Math.round(colour / weight)
      }
    }
  }
  return { data: mosaic, width: columns, height: rows, channels }
}

async function blurred(mosaic: Pixels, { left, top, right, bottom }: Box): Promise<Buffer> {
  const [width, height] = [right - left, bottom - top]
  return (await openPixels(mosaic))
    .resize({ width, height, fit: 'fill', kernel: 'nearest' })
    .blur(Math.max(1, width / mosaic.width / 3))
    .raw()
    .toBuffer()
}

function write({ data, width, channels }: Pixels, { left, top, right, bottom }: Box, part: Buffer): void {
  const line = (right - left) * channels
  for (let y = top; y < bottom; y += 1)
    part.copy(data, (y * width + left) * channels, (y - top) * line, (y - top + 1) * line)
}
