import { createECDH, generateKeyPairSync } from 'node:crypto'
import { generatedSecret } from '../generated-secret.ts'

/** The keys by which a push service knows the market again (RFC 8292), in base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** The keys of the environment; without them a pair is made in `DATA_DIR`. */
export function vapidKeys(config: { VAPID_PRIVATE_KEY: string; DATA_DIR: string }): VapidKeys {
  const privateKey = config.VAPID_PRIVATE_KEY || generatedSecret(config.DATA_DIR, 'vapid-private-key', makePrivateKey)
  return { publicKey: publicKeyOf(privateKey), privateKey }
}

function makePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return String(privateKey.export({ format: 'jwk' }).d)
}

/** @throws Error when it is no private key of P-256 in base64url */
export function publicKeyOf(privateKey: string): string {
  if (!/^[\w-]{43}$/.test(privateKey)) throw new Error('not a private key')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  return pair.getPublicKey('base64url')
}
