import { readdir } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const CLIENT = fileURLToPath(new URL('../../../dist/client/', import.meta.url))

export interface Deployable {
  url: string
  /** From now on the site is another build: every file under `/assets/` has another name, and the old ones are gone. */
  deploy(): void
  /** Keeps back what is answered to requests of that path, or only its body, until it is released. */
  hold(path: string, part?: 'all' | 'body'): Held
  stop(): void
}

export interface Held {
  /** Counts the answers that are held. */
  count: () => number
  release: () => void
}

/** The market behind a proxy that can pretend a deployment. */
export async function deployable(market: string): Promise<Deployable> {
  const files = (await readdir(`${CLIENT}assets`)).filter((name) => /\.(js|css|json)$/.test(name))
  const fresh = new Map(files.map((name) => [name, name.replace(/[\w-](\.\w+)$/, '~$1')]))
  /** Names of scripts, and the build's own, which stands in its list's name. */
  const bare = (name: string) => name.replace(/^offline-|\.json$/g, '')
  const rename = (body: string) => [...fresh].reduce((all, [old, now]) => all.replaceAll(bare(old), bare(now)), body)
  let deployed = false
  const holds = new Map<string, { part: 'all' | 'body'; passes: (() => void)[] }>()

  function serve(asked: IncomingMessage, answer: ServerResponse): void {
    const name = /^\/assets\/(.*)$/.exec(asked.url ?? '')?.[1]
    const old = files.find((file) => fresh.get(file) === name)
    if (deployed && name !== undefined && files.includes(name)) {
      answer.writeHead(404).end()
      return
    }
    const path = deployed && old !== undefined ? `/assets/${old}` : (asked.url ?? '/')
    const { 'accept-encoding': _, 'if-modified-since': __, ...headers } = asked.headers
    const passed = request(market + path, { method: asked.method, headers }, (given) => {
      const isText = /text\/html|javascript|offline-/.test(`${given.headers['content-type']} ${path}`)
      if (!deployed || !isText || given.statusCode !== 200) {
        const begin = () => answer.writeHead(given.statusCode ?? 502, given.headers).flushHeaders()
        const pass = () => {
          if (!answer.headersSent) begin()
          given.pipe(answer)
        }
        const held = holds.get(path)
        if (held?.part === 'body') begin()
        if (held) held.passes.push(pass)
        else pass()
        return
      }
      void text(given).then((body) => {
        const { 'content-length': _, ...rest } = given.headers
        answer.writeHead(200, rest)
        answer.end(rename(body))
      })
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  }
  const server = createServer(serve).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: () => {
      deployed = true
    },
    hold: (path, part = 'all') => {
      const passes: (() => void)[] = []
      holds.set(path, { part, passes })
      return {
        count: () => passes.length,
        release: () => {
          holds.delete(path)
          for (const pass of passes) pass()
        },
      }
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
