import sharp from 'sharp'

const [WIDTH, HEIGHT] = [320, 240]

/** A plain picture with a few discs, another one for each number: nobody has kept the photos of the year before. */
export function drawnPhoto(number: number): Promise<Buffer> {
  const part = (n: number) => (Math.imul(number * 8 + n + 1, 2_654_435_761) >>> 8) % 1000
  const discs = Array.from({ length: 4 }, (_, n) => ({
    x: (part(n) / 1000) * WIDTH,
    y: (part(n + 4) / 1000) * HEIGHT,
    radius: 24 + part(n + 2) / 20,
    light: 90 + n * 45,
  }))
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
    const light = discs.findLast((disc) => Math.hypot(x - disc.x, y - disc.y) < disc.radius)?.light ?? 40
    pixels.set([light, (light + part(7) / 10) % 256, (light + part(5) / 8) % 256], at * 3)
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .webp()
    .toBuffer()
}
