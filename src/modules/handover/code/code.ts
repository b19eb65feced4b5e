import { createHmac, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, CODE_SECONDS } from '../constants.ts'

const STEP_MS = CODE_SECONDS * 1000

const stepOf = (time: Date) => Math.floor(time.getTime() / STEP_MS)

/** The code of a purchase at that time (RFC 6238), and when the next one comes. */
export function codeAt(secret: string, time: Date): { digits: string; changesAt: Date } {
  const step = stepOf(time)
  return { digits: digitsOf(secret, step), changesAt: new Date((step + 1) * STEP_MS) }
}

/** Whether it is the code of now or the one just before: between showing and typing, the time step may change. */
export function isCodeOf(secret: string, digits: string, time: Date): boolean {
  const step = stepOf(time)
  return [step, step - 1].some((one) => timingSafeEqual(Buffer.from(digitsOf(secret, one)), Buffer.from(digits)))
}

/** Truncated as RFC 4226 says. */
function digitsOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha256', Buffer.from(secret, 'base64url')).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}
