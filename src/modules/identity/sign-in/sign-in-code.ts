import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Reader } from '../../../platform/database.ts'

const MINUTES = 10
const GUESSES = 5

/** The address that asks for a code or comes back with it, and its browser. */
export interface Asker {
  email: string
  browserId: string
}

/** Six digits are quickly brute-forced, so the hashes are keyed: the table alone does not reveal the codes. */
function hash(key: string, ...parts: string[]): string {
  return createHmac('sha256', key).update(parts.join('\0')).digest('hex')
}

/** Made from the key and the row's id, so that it can be sent again though the table holds nothing but its hash. */
function codeOf(key: string, id: string, digits: number): string {
  const number = BigInt(`0x${hash(key, 'code', id)}`) % 10n ** BigInt(digits)
  return number.toString().padStart(digits, '0')
}

const codes = (reader: Reader) => reader('sign_in_code')

/**
 * The code for this browser and address: the one that was sent before while it still takes guesses, else a new one.
 * @param asker.digits of a new code
 */
export async function issueCode(
  reader: Reader,
  key: string,
  { email, browserId, digits, now }: Asker & { digits: 6 | 8; now: Date },
): Promise<string> {
  const browser_hash = hash(key, browserId)
  const open = await codes(reader)
    .where({ email, browser_hash, used_at: null })
    .where('expires_at', '>', now)
    .where('guesses', '<', GUESSES)
    .orderBy('created_at', 'desc')
    .first('id', 'code_hash', 'digits')
  const known = open && codeOf(key, open.id, open.digits)
  // The old code can't be recovered under a rotated key.
  if (open && known !== undefined && equal(open.code_hash, hash(key, open.id, known))) {
    await codes(reader)
      .where({ id: open.id })
      .update({ expires_at: expiry(now) })
    return known
  }
  const id = randomUUID()
  const code = codeOf(key, id, digits)
  await codes(reader).where({ email, browser_hash, used_at: null }).delete()
  await codes(reader).insert({
    id,
    email,
    browser_hash,
    code_hash: hash(key, id, code),
    digits,
    expires_at: expiry(now),
    created_at: now,
  })
  return code
}

const expiry = (now: Date) => new Date(now.getTime() + MINUTES * 60_000)

/** Where a code stands, before a guess is counted: `fresh` until the first. */
export async function stateOfCode(reader: Reader, key: string, asker: Asker): Promise<'none' | 'fresh' | 'guessed'> {
  const newest = await newestCode(reader, key, asker).first('guesses')
  if (!newest) return 'none'
  return newest.guesses === 0 ? 'fresh' : 'guessed'
}

const newestCode = (reader: Reader, key: string, { email, browserId }: Asker) =>
  codes(reader)
    .where({ email, browser_hash: hash(key, browserId) })
    .orderBy('created_at', 'desc')
    .limit(1)

/**
 * One guess. It is counted before it is compared, and in one statement, so that guesses made at once count as well.
 * @returns the id of the code for `useCode`, `wrong`, or `over` when this code takes no more guesses
 */
export async function guessCode(
  reader: Reader,
  key: string,
  guess: Asker & { code: string; now: Date },
): Promise<{ id: string } | 'wrong' | 'over'> {
  const newest = newestCode(reader, key, guess)
  const [open] = await codes(reader)
    .whereIn('id', newest.clone().select('id'))
    .whereNull('used_at')
    .where('expires_at', '>', guess.now)
    .where('guesses', '<', GUESSES)
    .increment('guesses', 1)
    .returning(['id', 'code_hash'])
  if (open) return equal(open.code_hash, hash(key, open.id, guess.code)) ? { id: open.id } : 'wrong'
  return (await newest.first('id')) ? 'over' : 'wrong'
}

function equal(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

/** Uses the code up. @returns false when another request was faster */
export async function useCode(reader: Reader, { id, now }: { id: string; now: Date }): Promise<boolean> {
  return (await codes(reader).where({ id, used_at: null }).update({ used_at: now })) === 1
}

/** Whether this browser has signed in with this address before. */
export async function isKnownBrowser(reader: Reader, key: string, { email, browserId }: Asker): Promise<boolean> {
  const used = await codes(reader)
    .where({ email, browser_hash: hash(key, browserId) })
    .whereNotNull('used_at')
    .first('id')
  return used !== undefined
}

/** Codes that were not used go after a day; those that make a browser known, after half a year. */
export async function removeOldCodes(reader: Reader, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await codes(reader).whereNull('used_at').where('expires_at', '<', before(1)).delete()
  await codes(reader).where('used_at', '<', before(180)).delete()
}
