import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tryBlur } from '../../src/modules/catalog/index.ts'
import { tryDoorDash } from '../../src/modules/purchasing/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { budgetLeft, withDeadline } from '../../src/platform/process/deadline.ts'
import { createGeocoder } from '../../src/platform/geocoder.ts'
import { createPhotoStore } from '../../src/platform/photo-storage/photo-storage.ts'
import { say, words } from '../../src/platform/language/words.ts'
import { bad, type Check, good, LIMIT, skipped, warning } from './check.ts'

const GIGABYTE = 1e9
const FEW_GIGABYTES = 2
/** The market learns from these of a refund that fails, a chargeback, and a payment whose browser is gone. */
const EVENTS = ['payment_intent.succeeded', 'refund.updated', 'refund.failed', 'charge.dispute.created']

export const SURROUNDINGS: Check[] = [
  {
    name: words('photos'),
    advice: words(
      'Check the S3_ variables and the rights of its keys (or those of DATA_DIR): put, get and delete objects.',
    ),
    async examine(config) {
      const store = createPhotoStore(config)
      const [key, bytes] = [`doctor/${randomUUID()}`, Buffer.from('market-doctor')]
      await store.put(key, bytes, 'text/plain')
      const read = await store.get(key)
      await store.delete(key)
      const where = config.s3
        ? say('bucket {name}', { name: config.S3_BUCKET })
        : say('files under {folder}', { folder: config.DATA_DIR })
      return read?.equals(bytes) ? good(where) : bad(say('{where} returned something else', { where }))
    },
  },
  {
    name: words('free disk'),
    advice: words('Check DATA_DIR.'),
    async examine({ DATA_DIR: folder }) {
      const { bavail, bsize } = await statfs(existsSync(folder) ? folder : '.')
      const free = (bavail * bsize) / GIGABYTE
      const found = say('{free} GB under {folder}', { free: free.toFixed(1), folder })
      return free < FEW_GIGABYTES
        ? warning(found, words('Free up some space: a full disk stops the database and uploads.'))
        : good(found)
    },
  },
  {
    name: words('public address'),
    advice: words('Check PUBLIC_URL, the name server, the certificate and the proxy.'),
    async examine({ publicUrl }) {
      const { status, body } = await ask(`${publicUrl}/healthz`)
      if (body === '{"status":"ok"}') return good(say('{publicUrl} leads to a market', { publicUrl }))
      return bad(say('{publicUrl}/healthz answers {status}', { publicUrl, status }))
    },
  },
  {
    name: words('mail'),
    advice: words('Check SMTP_URL: host, port, user and password. Without mail nobody gets a sign-in code.'),
    async examine({ SMTP_URL: url, MAIL_FROM: from }) {
      if (url === '') return skipped(words('no SMTP_URL'))
      const { createTransport } = await import('nodemailer')
      const [dnsTimeout, connectionTimeout, greetingTimeout, socketTimeout] = Array<number>(4).fill(budgetLeft())
      const transport = createTransport({ url, dnsTimeout, connectionTimeout, greetingTimeout, socketTimeout })
      try {
        await transport.verify()
        return good(say('{hostname} takes mail from {from}', { hostname: new URL(url).hostname, from }))
      } finally {
        transport.close()
      }
    },
  },
  {
    name: words('card payments'),
    advice: words('Check STRIPE_SECRET_KEY, and that this machine reaches the provider.'),
    async examine({ STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base, publicUrl, stripe }) {
      if (!stripe) return skipped(words('the built-in sandbox'))
      const { status, body } = await ask(`${base || 'https://api.stripe.com'}/v1/webhook_endpoints?limit=100`, {
        authorization: `Bearer ${key}`,
      })
      if (status !== 200) return bad(say('the provider answers {status}', { status }))
      const { data } = JSON.parse(body) as { data: { url: string; status: string; enabled_events: string[] }[] }
      const address = `${publicUrl}/api/stripe/webhook`
      const ours = data.filter(({ url, status: state }) => url === address && state === 'enabled')
      const heard = new Set(ours.flatMap(({ enabled_events: events }) => events))
      const missing = heard.has('*') ? [] : EVENTS.filter((event) => !heard.has(event))
      if (missing.length === 0) return good(say('the key is taken, events come to {address}', { address }))
      return bad(
        ours.length === 0
          ? say('the provider sends no events to {address}', { address })
          : say('no events of {missing}', { missing: missing.join(', ') }),
        words('Add it to the webhooks on its dashboard, with its secret as STRIPE_WEBHOOK_SECRET.'),
      )
    },
  },
  {
    name: words('courier'),
    advice: words('Check the DOORDASH_ variables. Meanwhile buyers get no courier quote.'),
    async examine(config) {
      if (!config.doordash) return skipped(words('no DOORDASH_DEVELOPER_ID: quotes are estimated from the distance'))
      await tryDoorDash(config, systemClock)
      return good(words('DoorDash takes the keys'))
    },
  },
  {
    name: words('sign-in provider'),
    advice: words('Check OIDC_ISSUER, and that this machine reaches it.'),
    async examine({ OIDC_ISSUER: issuer, oidc }) {
      if (!oidc) return skipped(words('no OIDC_ISSUER'))
      const { status, body } = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
      if (status !== 200) return bad(say('{issuer} answers {status}', { issuer, status }))
      const named = (JSON.parse(body) as { issuer?: string }).issuer
      return named === issuer
        ? good(issuer)
        : bad(say('it calls itself {named}', { named: named ?? '' }), words('OIDC_ISSUER has to be just that.'))
    },
  },
  {
    name: words('photo analysis'),
    advice: words('Check GEMINI_API_KEY and GEMINI_MODEL. Meanwhile neighbours fill in their listings by hand.'),
    async examine({ GEMINI_API_KEY: key, GEMINI_MODEL: model, GEMINI_BASE_URL: base, photoAnalysis }) {
      if (photoAnalysis === 'none')
        return skipped(words('no GEMINI_API_KEY: neighbours fill in their listings by hand'))
      if (photoAnalysis === 'offline') return skipped(words('the built-in analyser, which is not AI'))
      const { status } = await ask(`${base || 'https://generativelanguage.googleapis.com'}/v1beta/models/${model}`, {
        'x-goog-api-key': key,
      })
      return status === 200 ? good(model) : bad(say('asked for {model} it answers {status}', { model, status }))
    },
  },
  {
    name: words('photo blurring'),
    advice: words('Check BLUR_URL. Meanwhile sellers hide what is private by hand.'),
    async examine({ BLUR_URL: url }) {
      if (url === '') return skipped(words('no BLUR_URL: sellers hide what is private by hand'))
      await tryBlur(url)
      return good(new URL(url).hostname)
    },
  },
  {
    name: words('geocoder'),
    advice: words('Check GEOCODER_URL. Meanwhile new listings have no place, and are found without "near".'),
    async examine(config) {
      await createGeocoder(config).find('Portland')
      return good(new URL(config.GEOCODER_URL).hostname)
    },
  },
]

async function ask(url: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  return withDeadline(LIMIT.ms, async (signal) => {
    const response = await fetch(url, { headers, signal })
    return { status: response.status, body: await response.text() }
  })
}
