import { randomBytes } from 'node:crypto'
import type { Context } from './context.ts'
import type { Trx } from './database.ts'
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
export async function monthKey(
  { db, clock, site }: Pick<Context, 'db' | 'clock' | 'site'>,
  what: string,
): Promise<MonthKey> {
  const month = localDay(clock.now(), site.timeZone).slice(0, 'yyyy-mm'.length)
  const salt = randomBytes(24).toString('base64url')
  await db('month_salt').insert({ month, salt }).onConflict('month').ignore()
  const kept = await db('month_salt').where({ month }).first('salt')
  if (!kept) throw new Error(`the salt of ${month} is gone`)
  return { month, salt: `${what} ${kept.salt}` }
}

/** Forgets the salts until that month, which is included: the hashes of it are to be gone as well. */
export async function forgetMonthSalts(trx: Trx, month: string): Promise<void> {
  await trx('month_salt').where('month', '<=', month).delete()
}

/** SQL of the hash of a text, an SQL expression, in a statement that is bound to a `MonthKey`. */
export const monthlyHash = (text: string): string =>
  `left(encode(sha256(convert_to(:salt || ${text}, 'UTF8')), 'hex'), 20)`
