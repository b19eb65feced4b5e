import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import sharp from 'sharp'
import { listenLocally } from '../run/listen-locally.ts'

type Play = 'good' | 'away' | 'a page' | 'another picture' | 'broken' | 'endless'

export interface BlurDouble {
  /** For `BLUR_URL`. */
  url: string
  /** The pictures that were sent. */
  pictures: Buffer[]
  /** The faults of requests; such a one is answered 400. */
  complaints: string[]
  /** Megabytes that were poured out of endless answers. */
  poured: number
  /** The next answers; a good one where there is none left. */
  plays: Play[]
  stop(): Promise<void>
}

/** Pixels, from the left and the top. */
interface Known {
  left: number
  top: number
  width: number
  height: number
}

/** A service that blurs, strict about what it is asked, which finds what it was told that there is. */
export async function startBlurDouble(known: Known[]): Promise<BlurDouble> {
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch((error: unknown) => {
      double.complaints.push(String(error))
      outgoing.destroy()
    })
  })
  const double: BlurDouble = { ...(await listenLocally(server)), pictures: [], complaints: [], poured: 0, plays: [] }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
    const type = incoming.headers['content-type'] ?? ''
    const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
    const picture = form.get('picture')
    const bytes = picture instanceof File ? Buffer.from(await picture.arrayBuffer()) : Buffer.alloc(0)
    const { format, exif, icc, orientation } = await sharp(bytes).metadata()
    const complaints = [
      ...(incoming.method === 'POST' && incoming.url === '/blur/' ? [] : [`${incoming.method} ${incoming.url}`]),
      ...([...form.keys()].join() === 'picture' ? [] : ['other fields than the picture']),
      ...(picture instanceof File && picture.type === 'image/jpeg' && format === 'jpeg' ? [] : ['not a JPEG']),
      ...((exif ?? icc ?? orientation) === undefined ? [] : ['it tells more than its pixels']),
    ]
    double.complaints.push(...complaints)
    double.pictures.push(bytes)
    const play = double.plays.shift() ?? 'good'
    if (complaints.length > 0 || play === 'away')
      return void outgoing.writeHead(complaints.length > 0 ? 400 : 503).end()
    if (play === 'a page') return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>')
    const painted = await sharp(bytes)
      .composite(known.map(({ left, top, width, height }) => ({ input: patch(width, height), left, top })))
      .resize(play === 'another picture' ? 20 : null)
      .jpeg({ quality: 95 })
      .toBuffer()
    outgoing.writeHead(200, { 'content-type': 'image/jpeg' })
    if (play === 'endless') pour(outgoing)
    else outgoing.end(play === 'broken' ? painted.subarray(0, 60) : painted)
  }
  return double

  /** Pours out one megabyte after the other until nobody reads any more. */
  function pour(outgoing: ServerResponse): void {
    while (!outgoing.destroyed && !outgoing.writableNeedDrain) {
      outgoing.write(Buffer.alloc(1024 * 1024))
      double.poured += 1
    }
    if (!outgoing.destroyed) outgoing.once('drain', () => pour(outgoing))
  }
}

const patch = (width: number, height: number) =>
  Buffer.from(`<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#888"/></svg>`)
