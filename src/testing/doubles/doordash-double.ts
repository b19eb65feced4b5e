import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { listenLocally } from '../run/listen-locally.ts'

export interface DoorDashDouble {
  /** For `DOORDASH_BASE_URL`, and the keys that it knows. */
  env: Record<string, string>
  /** The bodies that came in with a right signature. */
  asked: { pickup_address: string; dropoff_address: string; external_delivery_id: string }[]
  /** Answers this instead, or nothing for 'hang up'. */
  fault: { status: number; body: string } | 'hang up' | undefined
  /** The courier's answer: US cents, and minutes until the item is there. */
  fee: number
  minutes: number
  stop(): Promise<void>
}

const SECRET = Buffer.from('a courier secret of 32 bytes....').toString('base64url')
const FIELDS = ['dropoff_address', 'external_delivery_id', 'pickup_address']

/** DoorDash Drive as a server of its own: it checks token and body as the real one would. */
export async function startDoorDashDouble(time: () => Date): Promise<DoorDashDouble> {
  const seen = new Set<string>()
  const server = createServer((request, response) => {
    void Array.fromAsync(request as AsyncIterable<Buffer>).then((chunks) => {
      if (double.fault === 'hang up') return request.socket.destroy()
      if (double.fault) return response.writeHead(double.fault.status).end(double.fault.body)
      const say = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      const problem = refusal(request.headers.authorization ?? '', time())
      if (problem !== undefined) return say(401, { code: 'authentication_error', message: problem })
      if (`${request.method} ${request.url}` !== 'POST /drive/v2/quotes') return say(404, { code: 'unknown' })
      const body = JSON.parse(Buffer.concat(chunks).toString()) as DoorDashDouble['asked'][number]
      const fields = Object.keys(body).sort()
      if (fields.join() !== FIELDS.join()) return say(400, { code: 'validation_error', message: fields.join() })
      if (seen.has(body.external_delivery_id)) return say(409, { code: 'duplicate_delivery_id' })
      seen.add(body.external_delivery_id)
      double.asked.push(body)
      return say(200, {
        ...body,
        delivery_status: 'quote',
        currency: 'USD',
        fee: double.fee,
        dropoff_time_estimated: new Date(time().getTime() + double.minutes * 60_000).toISOString(),
      })
    })
  })
  const { url, stop } = await listenLocally(server)
  const double: DoorDashDouble = {
    env: {
      DOORDASH_BASE_URL: url,
      DOORDASH_DEVELOPER_ID: 'dev-1',
      DOORDASH_KEY_ID: 'key-1',
      DOORDASH_SIGNING_SECRET: SECRET,
    },
    asked: [],
    fault: undefined,
    fee: 975,
    minutes: 41,
    stop,
  }
  return double
}

/** The reason for which a token is refused. Written down a second time, by hand, not with the library that makes it. */
function refusal(authorization: string, now: Date): string | undefined {
  const [header = '', payload = '', signature = ''] = authorization.replace(/^Bearer /, '').split('.')
  const expected = createHmac('sha256', Buffer.from(SECRET, 'base64url')).update(`${header}.${payload}`)
  if (expected.digest('base64url') !== signature) return 'signature'
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const { alg, 'dd-ver': version } = read(header)
  if (alg !== 'HS256' || version !== 'DD-JWT-V1') return 'header'
  const { aud, iss, kid, iat, exp } = read(payload)
  if (aud !== 'doordash' || iss !== 'dev-1' || kid !== 'key-1') return 'claims'
  const seconds = now.getTime() / 1000
  if (Number(iat) > seconds + 1 || Number(exp) <= seconds || Number(exp) - Number(iat) > 1800) return 'time'
  return undefined
}
