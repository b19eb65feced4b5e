import sharp from 'sharp'

const [WIDTH, HEIGHT] = [320, 240]

/**
 * A plain picture of soft waves, for each number so different that none is taken for a copy of another: nobody has kept
 * the photos of the year before.
 */
export function drawnPhoto(number: number): Promise<Buffer> {
  const part = (n: number) => ((Math.imul(number * 11 + n + 1, 2_654_435_761) >>> 8) % 1000) / 1000
  const waves = [0, 1, 2].map((n) => ({ across: 4 * part(n) - 2, down: 4 * part(n + 3) - 2, from: part(n + 6) }))
  const [warm, cool] = [part(9) * 40, part(10) * 40]
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    const [x, y] = [(at % WIDTH) / WIDTH, Math.floor(at / WIDTH) / HEIGHT]
    const heights = waves.map(({ across, down, from }) => Math.sin(2 * Math.PI * (across * x + down * y + from)))
    const light = 140 + 25 * heights.reduce((sum, height) => sum + height, 0)
    pixels.set([light + warm, light, light + cool], at * 3)
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .webp()
    .toBuffer()
}
