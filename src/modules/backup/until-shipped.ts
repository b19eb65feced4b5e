import { setTimeout as sleep } from 'node:timers/promises'
import { segmentKey } from './base.ts'
import { shipLog, type Shipping } from './ship-log.ts'
import { words } from '../../platform/language/words.ts'
import { Refused } from '../../platform/errors.ts'

const PATIENCE_MS = 120_000
const POLL_MS = 50
const LOOK_MS = 2000

/** Until that segment is in the vault, whoever carries it. @throws Error after so many milliseconds, two minutes if left out */
export async function untilShipped(shipping: Shipping, segment: string, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    await shipLog(shipping)
    if ((await shipping.vault.list(segmentKey(segment))).length > 0) return
    await sleep(POLL_MS)
  }
  throw new Refused(words('PostgreSQL did not put its log aside in time. postgres.log under DATA_DIR says why.'))
}

/** Carries the log while something takes long, so that it does not pile up meanwhile. */
export async function whileShipping<T>(shipping: Shipping, work: () => Promise<T>): Promise<T> {
  const done = new AbortController()
  const carry = async () => {
    while (!done.signal.aborted) {
      // The part that needs the log tries again, and says what was wrong.
      await shipLog(shipping).catch(() => undefined)
      await sleep(LOOK_MS, undefined, { signal: done.signal }).catch(() => undefined)
    }
  }
  const carrying = carry()
  try {
    return await work()
  } finally {
    done.abort()
    await carrying
  }
}
