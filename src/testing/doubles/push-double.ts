import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { jwtVerify } from 'jose'
import { createPush } from '../../platform/sending/push.ts'
import { listenLocally } from '../run/listen-locally.ts'
import type { TestMarket } from '../market/market.ts'

interface Received {
  payload: Record<string, string>
  ttl: number
  urgency: string
  topic: string
}

/** A browser's PushManager, and what has come to it. */
export interface BrowserDouble {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  received: Received[]
  /** The status with which the service answers for this browser; it takes nothing unless it is 201. */
  answer: number
  /** Its service answers after this, where there is one. */
  waits?: Promise<true>
}

export interface PushDouble {
  /** A browser that has subscribed with the market's key. */
  browser(): BrowserDouble
  /** The reasons for which messages were refused that a real service would refuse. */
  refused: string[]
  stop(): Promise<void>
}

/**
 * A push service and the browsers behind it. It takes what RFC 8030 and 8292 ask for, signed for it with the key that the
 * browser subscribed with, and decrypts it as RFC 8291 has it, by nothing that the market encrypts with.
 */
export async function startPushDouble({ ctx }: TestMarket): Promise<PushDouble> {
  const browsers = new Map<string, BrowserDouble & { open: (message: Buffer) => string; key: string }>()
  const server = createServer((request, response) => {
    void Array.fromAsync(request as AsyncIterable<Buffer>).then(async (chunks) => {
      const browser = browsers.get(request.url ?? '')
      await browser?.waits
      response.statusCode = browser?.answer ?? 404
      if (browser?.answer === 201) {
        try {
          await checkSignature(request.headers, url, browser.key)
          const envelope = envelopeOf(request.headers)
          const payload = JSON.parse(browser.open(Buffer.concat(chunks))) as Received['payload']
          browser.received.push({ payload, ...envelope })
        } catch (error) {
          double.refused.push(String(error))
          response.statusCode = 400
        }
      }
      response.end()
    })
  })
  const { url, stop } = await listenLocally(server)
  ctx.push = createPush(ctx.config, {
    accepts: (endpoint) => endpoint.startsWith(`${url}/`),
    async post(to, { headers, body }) {
      const { status } = await fetch(to, { method: 'POST', headers, body: new Uint8Array(body), redirect: 'manual' })
      return status
    },
  })
  const double: PushDouble = {
    browser() {
      const path = `/push/${randomUUID()}`
      const own = createECDH('prime256v1')
      const auth = randomBytes(16)
      const p256dh = own.generateKeys('base64url')
      const browser = {
        subscription: { endpoint: url + path, keys: { p256dh, auth: auth.toString('base64url') } },
        received: [],
        answer: 201,
        open: (message: Buffer) => decrypt(message, own, auth),
        key: ctx.push.publicKey(),
      }
      browsers.set(path, browser)
      return browser
    },
    refused: [],
    stop,
  }
  return double
}

/** RFC 8292: a token for this service alone, of at most a day, that says whom to ask, signed with the browser's key. */
async function checkSignature({ authorization = '' }: IncomingHttpHeaders, audience: string, key: string) {
  const [, token = '', given = ''] = /^vapid t=([^,\s]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (given !== key) throw new Error('403: signed with a key that the browser does not know')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: String(x), y: String(y) } })
  const { payload } = await jwtVerify(token, publicKey, {
    audience,
    algorithms: ['ES256'],
    requiredClaims: ['exp', 'sub'],
  })
  if (Number(payload.exp) > Date.now() / 1000 + 24 * 60 * 60) throw new Error('a token of more than a day')
  if (!/^(https:\/\/|mailto:)./.test(String(payload.sub))) throw new Error('nobody to ask')
}

function envelopeOf({ ttl = '', urgency, topic, ...headers }: IncomingHttpHeaders): Omit<Received, 'payload'> {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encoded as aes128gcm')
  if (!/^\d+$/.test(String(ttl))) throw new Error('no TTL')
  if (!['very-low', 'low', 'normal', 'high'].includes(String(urgency))) throw new Error('no such urgency')
  if (!/^[\w-]{1,32}$/.test(String(topic))) throw new Error('no such topic')
  return { ttl: Number(ttl), urgency: String(urgency), topic: String(topic) }
}

/** RFC 8291, of one record of RFC 8188: salt (16 bytes), its size (4), the sender's key (1 + 65), then the text. */
function decrypt(message: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): string {
  if (message.length > 4096) throw new Error('413: too long')
  const salt = message.subarray(0, 16)
  const keyEnd = 21 + message.readUInt8(20)
  const sender = message.subarray(21, keyEnd)
  const derive = (from: ArrayBuffer | Buffer, salt: Buffer, info: (string | Buffer)[], length: number) =>
    Buffer.from(
      hkdfSync(
        'sha256',
        Buffer.from(from as Buffer),
        salt,
        Buffer.concat(info.map((part) => Buffer.from(part))),
        length,
      ),
    )
  const shared = derive(own.computeSecret(sender), auth, ['WebPush: info\0', own.getPublicKey(), sender], 32)
  const key = derive(shared, salt, ['Content-Encoding: aes128gcm\0'], 16)
  const nonce = derive(shared, salt, ['Content-Encoding: nonce\0'], 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(message.subarray(-16))
  const text = Buffer.concat([decipher.update(message.subarray(keyEnd, -16)), decipher.final()])
  const end = text.lastIndexOf(2)
  if (end < 0 || text.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('not the last record')
  return text.subarray(0, end).toString()
}
