import { createHmac } from 'node:crypto'
import type { Context } from './context.ts'
import { sessionKeys } from './http/session/session-keys.ts'
import { localDay } from './local-time.ts'

/** A month of the market's time zone, and what hashes of it are keyed with. */
export interface MonthKey {
  month: string
  salt: string
}

/**
 * The key of the running month for hashes that count who did something: they can't be told from another month's, nor from
 * those for anything else, so what is counted by them names nobody. @param what they are for
 */
export function monthKey({ config, clock, site }: Pick<Context, 'config' | 'clock' | 'site'>, what: string): MonthKey {
  const month = localDay(clock.now(), site.timeZone).slice(0, 'yyyy-mm'.length)
  const [key] = sessionKeys(config)
  return { month, salt: createHmac('sha256', key).update(`${what} ${month}`).digest('base64url') }
}

/** SQL of the hash of a text, an SQL expression, in a statement that is bound to a `MonthKey`. */
export const monthlyHash = (text: string): string =>
  `left(encode(sha256(convert_to(:salt || ${text}, 'UTF8')), 'hex'), 20)`
