import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenLocally } from '../run/listen-locally.ts'

/**
 * A reverse proxy over several servers, in turns, with connections that it keeps. Like those in use it asks the next
 * server when one doesn't take its connection, and tells everything else to its client as a 502.
 */
export async function startBalancer(servers: readonly string[]): Promise<{ url: string; stop: () => Promise<void> }> {
  const agent = new Agent({ keepAlive: true })
  let turn = 0

  async function forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked)
    const first = (turn += 1)
    let refusal = 'no server takes connections'
    for (let tried = 0; tried < servers.length; tried += 1) {
      const server = servers[(first + tried) % servers.length] ?? ''
      const passed = request(`${server}${asked.url}`, { method: asked.method, headers: asked.headers, agent })
      passed.end(body)
      try {
        const [given] = (await once(passed, 'response')) as [IncomingMessage]
        answer.writeHead(given.statusCode ?? 502, given.headers)
        // A stream of events that has not begun is open all the same.
        answer.flushHeaders()
        given.pipe(answer)
        given.on('error', () => answer.destroy())
        answer.on('close', () => given.destroy())
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') continue
        refusal = String(error)
        break
      }
    }
    answer.writeHead(502).end(refusal)
  }

  const { url, stop } = await listenLocally(createServer((asked, answer) => void forward(asked, answer)))
  return {
    url,
    async stop() {
      await stop()
      agent.destroy()
    },
  }
}
