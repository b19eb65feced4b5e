import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { backdropPainter, FROM_ABOVE, HEIGHT, WIDTH, type Setting, type Tone } from './backdrops.ts'

/**
 * One illustration in a photo. `x` and `y` in parts of the photo: the centre of what lies, the feet of what stands;
 * `size` in parts of its height, `turn` in degrees.
 */
export interface Thing {
  emoji: string
  x: number
  y: number
  size: number
  turn?: number
  mirrored?: boolean
  /** Degrees around the colour wheel, so that one drawing makes many garments. */
  hue?: number
}

export interface Shot {
  setting: Setting
  tone: Tone
  things: Thing[]
}

const assets = join(dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets')

/** Takes the photos of the demo neighbourhood: illustrations with soft shadows on a backdrop, as JPEG files. */
export function photographer(): (shot: Shot) => Promise<Buffer> {
  const backdropOf = backdropPainter()
  return async ({ setting, tone, things }) => {
    const backdrop = await backdropOf(setting, tone)
    const layers: OverlayOptions[] = []
    for (const thing of things) layers.push(...(await place(thing, FROM_ABOVE.includes(setting))))
    return sharp(backdrop.data, { raw: backdrop.info }).composite(layers).jpeg({ quality: 90 }).toBuffer()
  }
}

/** Straight RGBA pixels. */
interface Cutout {
  data: Buffer
  width: number
  height: number
}

/** Blue, green, red; the lowest byte is red, as sharp wants it on a little-endian machine. */
const SHADE = 0x121a26

/** The thing and the shadow under it: cast to the side when it lies, on the floor at its feet when it stands. */
async function place(thing: Thing, lies: boolean): Promise<OverlayOptions[]> {
  const side = Math.round(thing.size * HEIGHT)
  const image = await cutOut(thing, side)
  const [x, y] = [thing.x * WIDTH, thing.y * HEIGHT]
  if (lies) {
    const shadow = await silhouette(image, side)
    return [...(await at(shadow, x + side * 0.02, y + side * 0.045)), ...(await at(image, x, y))]
  }
  const feet = feetOf(image)
  const centre = y + image.height / 2 - feet.bottom
  const shadow = pool(Math.round(feet.width * 1.2 + side * 0.1), Math.round(side * 0.13))
  return [...(await at(shadow, x + feet.middle - image.width / 2, y - side * 0.015)), ...(await at(image, x, centre))]
}

async function cutOut({ emoji, turn = 0, mirrored = false, hue = 0 }: Thing, side: number): Promise<Cutout> {
  const image = sharp(fileOf(emoji)).flop(mirrored).modulate({ hue }).trim()
  // Turned while it is small, which is quicker; the corners that this adds make it as much larger.
  const radians = Math.abs((turn * Math.PI) / 180)
  const grown = Math.cos(radians) + Math.sin(radians)
  const turned = turn === 0 ? image : sharp(await image.png({ compressionLevel: 0 }).toBuffer()).rotate(turn, CLEAR)
  const { data, info } = await turned
    .resize(Math.round(side * 1.25 * grown), Math.round(side * grown), { fit: 'inside', kernel: 'cubic' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const CLEAR = { background: '#0000' }

/** Illustrations are named by their code points: 1f6cb-fe0f.webp. */
export function fileOf(emoji: string): string {
  return join(assets, `${[...emoji].map((character) => character.codePointAt(0)?.toString(16)).join('-')}.webp`)
}

/** A soft shadow of the thing's own shape; blurred at a quarter of the size, which nobody sees. */
async function silhouette(image: Cutout, side: number): Promise<Cutout> {
  const margin = Math.round(side / 40)
  const small = await sharp(image.data, rawOf(image))
    .extractChannel(3)
    .resize(Math.ceil(image.width / 4), Math.ceil(image.height / 4))
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#0000' })
    .blur(Math.max(1, side / 110))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { data, info } = await sharp(small.data, { raw: small.info })
    .resize(small.info.width * 4, small.info.height * 4)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return shade(info.width, info.height, (pixel) => (data[pixel] ?? 0) * 0.42)
}

/** Where the thing touches the ground: the lowest row that is not clear, and how wide it stands just above. */
function feetOf({ data, width, height }: Cutout): { bottom: number; middle: number; width: number } {
  const solid = (x: number, y: number) => (data[(y * width + x) * 4 + 3] ?? 0) > 128
  const bottom = range(height).findLast((y) => range(width).some((x) => solid(x, y))) ?? height - 1
  const near = range(Math.ceil(height * 0.12)).map((up) => bottom - up)
  const standing = range(width).filter((x) => near.some((y) => solid(x, y)))
  const [from = 0, to = width] = [standing[0], standing.at(-1)]
  return { bottom: bottom + 1, middle: (from + to) / 2, width: to - from }
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A flat oval of shade for whatever stands. */
function pool(width: number, height: number): Cutout {
  return shade(width, height, (pixel) => {
    const x = ((pixel % width) / width) * 2 - 1
    const y = (Math.floor(pixel / width) / height) * 2 - 1
    return 150 * Math.max(0, 1 - x * x - y * y) ** 1.2
  })
}

/** A dark shape, as dense as `alphaAt` says (0 to 255) for each pixel. */
function shade(width: number, height: number, alphaAt: (pixel: number) => number): Cutout {
  const pixels = new Uint32Array(width * height)
  for (let pixel = 0; pixel < pixels.length; pixel += 1) pixels[pixel] = SHADE + Math.floor(alphaAt(pixel)) * 0x1000000
  return { data: Buffer.from(pixels.buffer), width, height }
}

/** An overlay with its centre there, cut to what lies inside the photo. */
async function at(image: Cutout, centreX: number, centreY: number): Promise<OverlayOptions[]> {
  const left = Math.round(centreX - image.width / 2)
  const top = Math.round(centreY - image.height / 2)
  const [from, above] = [Math.max(0, -left), Math.max(0, -top)]
  const width = Math.min(WIDTH, left + image.width) - left - from
  const height = Math.min(HEIGHT, top + image.height) - top - above
  if (width <= 0 || height <= 0) return []
  if (width === image.width && height === image.height) return [{ input: image.data, left, top, ...rawOf(image) }]
  const input = await sharp(image.data, rawOf(image))
    .extract({ left: from, top: above, width, height })
    .raw()
    .toBuffer()
  return [{ input, left: left + from, top: top + above, ...rawOf({ width, height }) }]
}

function rawOf({ width, height }: { width: number; height: number }) {
  return { raw: { width, height, channels: 4 as const } }
}
