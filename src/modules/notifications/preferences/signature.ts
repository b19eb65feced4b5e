import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../../platform/config.ts'
import { sessionKeys } from '../../../platform/http/session-keys.ts'

/** Proves that a link in a mail is of our making: it works without signing in, as long as its key is known. */
export function signatureOf(config: Config, text: string): string {
  const [key] = sessionKeys(config)
  return sign(key, text).toString('base64url')
}

export function isSigned(config: Config, text: string, signature: unknown): boolean {
  if (typeof signature !== 'string') return false
  const given = Buffer.from(signature, 'base64url')
  return sessionKeys(config).some((key) => {
    const expected = sign(key, text)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

const sign = (key: string, text: string) => createHmac('sha256', key).update(`unsubscribe ${text}`).digest()
