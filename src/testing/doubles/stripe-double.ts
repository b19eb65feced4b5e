import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { listenLocally } from '../run/listen-locally.ts'

/** A fault of one request. */
export interface Fault {
  /** `POST /v1/refunds`: method and beginning of the path. */
  on: string
  how:
    | 'lose request'
    | 'lose reply'
    | 'fail before'
    | 'fail after'
    | 'too many requests'
    | 'garbage'
    /** A 500 that is kept under the request's idempotency key, for good; the work is done or not. */
    | 'keep failing before'
    | 'keep failing after'
  /** The number of requests that it hits; 1 if left out. */
  times?: number
  delayMs?: number
}

export interface StripeDouble {
  /** For `STRIPE_API_BASE`. */
  url: string
  /** The requests that came in, in order: method and path. */
  requests: string[]
  /** Waiting faults: a request meets the first that fits it. */
  faults: Fault[]
  stop(): Promise<void>
}

/**
 * The card provider as a server of its own, with bad days on demand.
 * @param answer the provider itself, such as the card sandbox
 */
export async function startStripeDouble(
  answer: (request: Request) => Promise<Response>,
  port = 0,
): Promise<StripeDouble> {
  const requests: string[] = []
  const faults: Fault[] = []
  const broken = new Set<string>()
  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy())
  })

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await asRequest(incoming)
    const line = `${request.method} ${new URL(request.url).pathname}`
    requests.push(line)
    const key = request.headers.get('idempotency-key') ?? ''
    if (broken.has(key)) return send(outgoing, apiError(500, 'api_error'))
    const fault = take(faults, line)
    if (fault?.how.startsWith('keep failing')) broken.add(key)
    if (fault?.delayMs !== undefined) await delay(fault.delayMs)
    if (fault?.how === 'lose request') return void outgoing.destroy()
    if (fault?.how === 'fail before' || fault?.how === 'keep failing before')
      return send(outgoing, apiError(500, 'api_error'))
    if (fault?.how === 'too many requests') return send(outgoing, apiError(429, 'invalid_request_error'))
    const response = await answer(request)
    if (fault?.how === 'lose reply') return void outgoing.destroy()
    if (fault?.how === 'fail after' || fault?.how === 'keep failing after')
      return send(outgoing, apiError(500, 'api_error'))
    if (fault?.how === 'garbage') return send(outgoing, new Response('<html>bad gateway', { status: 200 }))
    return send(outgoing, response)
  }

  return { requests, faults, ...(await listenLocally(server, port)) }
}

async function asRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  const { method = 'GET', url = '/' } = incoming
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
  const body = method === 'GET' ? {} : { body: Buffer.concat(chunks) }
  return new Request(new URL(url, 'http://stripe.double'), { method, headers, ...body })
}

async function send(outgoing: ServerResponse, response: Response): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

function take(faults: Fault[], line: string): Fault | undefined {
  const index = faults.findIndex((fault) => line.startsWith(fault.on))
  const fault = faults[index]
  if (!fault) return undefined
  const left = (fault.times ?? 1) - 1
  if (left > 0) faults[index] = { ...fault, times: left }
  else faults.splice(index, 1)
  return fault
}

const apiError = (status: number, type: string) =>
  Response.json({ error: { type, message: 'The double was told to fail' } }, { status })

export interface EventCourier {
  /** Events not yet delivered, in the order in which they happened. */
  waiting: object[]
  /** Takes an event from the sandbox. */
  emit: (trx: unknown, event: object) => Promise<void>
  /** Posts what waits and answers the statuses that came back. */
  deliver(to: string, how: Delivery): Promise<number[]>
}

export interface Delivery {
  /** The number of times that each event is sent; 1 if left out. */
  copies?: number
  /** Puts the deliveries into another order. */
  arrange?: (bodies: string[]) => string[]
  /** The time of signing. */
  at: Date
}

/** Delivers the events of a sandbox by hand: late, doubled, or in another order. */
export function eventCourier(secret: string): EventCourier {
  const waiting: object[] = []
  return {
    waiting,
    emit: (_trx, event) => Promise.resolve(void waiting.push(event)),
    async deliver(to, { copies = 1, arrange, at }) {
      const bodies = waiting.splice(0).flatMap((event) => Array.from({ length: copies }, () => JSON.stringify(event)))
      const statuses: number[] = []
      for (const body of arrange?.(bodies) ?? bodies) {
        const headers = { 'content-type': 'application/json', 'stripe-signature': signEvent(body, secret, at) }
        statuses.push((await fetch(to, { method: 'POST', headers, body })).status)
      }
      return statuses
    },
  }
}

/** The provider's signature scheme, written down a second time: HMAC-SHA256 over time, full stop and body. */
export function signEvent(body: string, secret: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}
