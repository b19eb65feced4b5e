import { DAY_MS } from '../../../platform/durations.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../../platform/config.ts'
import { sessionKeys } from '../../../platform/http/session/session-keys.ts'

/** A mail that is found again years later must not act for its member. */
const LASTS_DAYS = 90
const DAY_LENGTH = 4

/**
 * Proves that a link in a mail is of our making: it works without signing in, as long as its key is known, for 90 days.
 * It begins with its day.
 */
export function signatureOf(config: Config, text: string, now: Date): string {
  const [key] = sessionKeys(config)
  const day = Math.floor(now.getTime() / DAY_MS)
    .toString(36)
    .padStart(DAY_LENGTH, '0')
  return day + sign(key, `${text} ${day}`).toString('base64url')
}

/** @returns `forged` for whatever is not of our making */
export function judgeSignature(
  config: Config,
  text: string,
  signature: unknown,
  now: Date,
): 'good' | 'too old' | 'forged' {
  if (typeof signature !== 'string') return 'forged'
  const day = signature.slice(0, DAY_LENGTH)
  if (!isBy(config, `${text} ${day}`, signature.slice(DAY_LENGTH))) return 'forged'
  return now.getTime() / DAY_MS - parseInt(day, 36) <= LASTS_DAYS + 1 ? 'good' : 'too old'
}

function isBy(config: Config, text: string, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  return sessionKeys(config).some((key) => {
    const expected = sign(key, text)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

const sign = (key: string, text: string) => createHmac('sha256', key).update(`unsubscribe ${text}`).digest()
