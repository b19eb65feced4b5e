import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/** The painted part of a page: its pictures announced, the markup, and the data that this was made of. */
const PAINTED = [
  /<link rel="preload" as="image"[^>]*>/g,
  /(?<=<div id="root">).*(?=<\/div>\s*<script type="application\/json" id="data">)/s,
  /<script type="application\/json" id="data">.*?<\/script>/s,
]

/** The same site as it would be without painting on the server: pages arrive empty, all else is passed on as it is. */
export async function serveUnpainted(site: string): Promise<{ url: string; server: Server }> {
  const server = createServer((asked, answer) => {
    const page = asked.headers.accept?.startsWith('text/html') === true
    const headers = { ...asked.headers, ...(page ? { 'accept-encoding': 'identity' } : {}) }
    const passed = request(site + (asked.url ?? '/'), { method: asked.method, headers }, (original) => {
      if (!page) return void original.pipe(answer.writeHead(original.statusCode ?? 502, original.headers))
      const parts: Buffer[] = []
      original.on('data', (part: Buffer) => parts.push(part))
      original.on('end', () => {
        const html = PAINTED.reduce((text, part) => text.replace(part, ''), Buffer.concat(parts).toString())
        const { 'content-length': _, 'transfer-encoding': __, ...rest } = original.headers
        answer
          .writeHead(original.statusCode ?? 502, { ...rest, 'content-encoding': 'br' })
          .end(brotliCompressSync(html))
      })
    }).on('error', () => answer.destroy())
    asked.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, server }
}
