import webPush from 'web-push'
import type { Config } from '../config.ts'
import { isStrangerUrl, postToStranger } from './post-to-stranger.ts'
import { vapidKeys, type VapidKeys } from './vapid-keys.ts'

/** A browser's, as it makes it: where messages to it go, and what they are encrypted with. The address is a secret. */
export interface PushSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushMessage {
  /** The part that only the browser can read. */
  payload: object
  /** Another message of the same topic takes its place while the browser is away; 32 letters or digits at most. */
  topic: string
  /** Whether it wakes a phone that saves power. */
  urgency: 'normal' | 'high'
  /** For how many seconds it is kept while the browser is away. */
  ttl: number
}

export interface Push {
  /** Browsers know by these keys that a message comes from this market. */
  publicKey(): string
  /** Whether messages may go there. */
  accepts(endpoint: string): boolean
  /**
   * Hands a message to the browser's push service.
   * @returns 'gone' when the subscription has ended for good
   * @throws Error when the service is away, slow or refuses; it does not name the address
   */
  send(to: PushSubscription, message: PushMessage): Promise<'sent' | 'gone'>
}

interface Delivery {
  accepts: (endpoint: string) => boolean
  post: typeof postToStranger
}

/** Web Push (RFC 8030, 8291, 8292). @param delivery tests have one that reaches a double on this machine */
export function createPush(
  config: Config,
  { accepts, post }: Delivery = { accepts: isStrangerUrl, post: postToStranger },
): Push {
  let made: VapidKeys | undefined
  // Not at the start: a command that sends nothing needs no keys.
  const keys = () => (made ??= vapidKeys(config))
  return {
    publicKey: () => keys().publicKey,
    accepts,
    async send({ endpoint, p256dh, auth }, { payload, topic, urgency, ttl }) {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(payload),
        {
          vapidDetails: { subject: contact(config), ...keys() },
          TTL: ttl,
          urgency,
          topic,
          contentEncoding: 'aes128gcm',
        },
      )
      const status = await post(endpoint, { headers, body })
      if (status === 404 || status === 410) return 'gone'
      if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`)
      return 'sent'
    },
  }
}

/** The address at which a push service may ask about what we send; it takes none without TLS. */
const contact = ({ publicUrl }: Config) => (publicUrl.startsWith('https:') ? publicUrl : 'mailto:market@localhost')
