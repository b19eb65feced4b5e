import sharp from 'sharp'

/** A JPEG as large as a camera's: soft light, shapes with edges, and the noise of a sensor. */
export async function cameraPhoto(width: number, height: number, number: number, progressive = false): Promise<Buffer> {
  const hue = (number * 47) % 360
  const drawing = `<svg width="${width}" height="${height}" viewBox="0 0 160 120" preserveAspectRatio="none">
    <defs><linearGradient id="floor" y2="1"><stop stop-color="#c9b8a0"/><stop offset="1" stop-color="#8d7b64"/></linearGradient></defs>
    <rect width="160" height="120" fill="url(#floor)"/>
    <rect x="45" y="40" width="70" height="50" rx="6" fill="hsl(${hue} 45% 45%)"/>
    <circle cx="65" cy="65" r="12" fill="#f2e9d8"/><path d="M85 55h22v6H85zM85 68h15v5H85z" fill="#26323f"/></svg>`
  const noise = await sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 48 } },
  })
    .blur(0.7)
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(Buffer.from(drawing), { limitInputPixels: false })
    .flatten()
    .composite([{ input: noise, blend: 'soft-light' }])
    .jpeg({ quality: 91, progressive })
    .toBuffer()
}
