import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Reader } from '../../../platform/database.ts'
import { CODE_DIGITS, CODE_SECONDS } from '../constants.ts'

const STEP_MS = CODE_SECONDS * 1000

const stepOf = (time: Date) => Math.floor(time.getTime() / STEP_MS)

/** The code of a purchase at that time (RFC 6238), and when the next one comes. */
export function codeAt(secret: string, time: Date): { digits: string; changesAt: Date } {
  const step = stepOf(time)
  return { digits: digitsOf(secret, step), changesAt: new Date((step + 1) * STEP_MS) }
}

/** Whether it is the code of now or the one just before: between showing and typing, the time step may change. */
export const isCodeOf = (secret: string, digits: string, time: Date): boolean =>
  isCodeOfSteps(secret, digits, { from: stepOf(time) - 1, to: stepOf(time) })

/** By how much the clock of a phone may be wrong. */
const SKEW_STEPS = (5 * 60) / CODE_SECONDS

/** Whether it was the code when a phone says that it took it. */
export const wasCodeOf = (secret: string, digits: string, taken: Date): boolean =>
  isCodeOfSteps(secret, digits, { from: stepOf(taken) - SKEW_STEPS, to: stepOf(taken) + SKEW_STEPS })

function isCodeOfSteps(secret: string, digits: string, { from, to }: { from: number; to: number }): boolean {
  const steps = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return steps.some((step) => timingSafeEqual(Buffer.from(digitsOf(secret, step)), Buffer.from(digits)))
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

/** Whether the seller has asked for it, to be shown at the door. */
export async function wasCodeShown(reader: Reader, purchaseId: string): Promise<boolean> {
  return (await reader('handover_code').where({ purchase_id: purchaseId }).first('purchase_id')) !== undefined
}
