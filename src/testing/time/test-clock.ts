import type { Clock } from '../../platform/clock.ts'

const DAY = 24 * 60 * 60 * 1000

/** A Wednesday in the middle of a month, around noon in the market's zone, far from any change of summer time. */
const START = Date.parse('2026-11-18T12:00:00Z')

/** The variable that tells processes when this run began, in milliseconds of the machine's monotonic clock. */
export const RUN_BEGAN = 'TEST_RUN_BEGAN'
const began = Number((process.env[RUN_BEGAN] ??= String(machineTime())))

function machineTime(): number {
  return Number(process.hrtime.bigint() / 1_000_000n)
}

/** The time in every test, whatever the time is: it begins at the same ordinary noon, and passes as fast. */
export const ordinaryTime = (): Date => new Date(START + machineTime() - began)

/** Ordinary time, moved by what a test says. */
export class TestClock implements Clock {
  #offset = 0

  now(): Date {
    return new Date(ordinaryTime().getTime() + this.#offset)
  }

  set(time: Date | string): void {
    this.#offset = new Date(time).getTime() - ordinaryTime().getTime()
  }

  /** Back to ordinary time. */
  reset(): void {
    this.#offset = 0
  }

  /** On to the next noon of the market, past all that waits for the morning. */
  toNoon(): void {
    const now = this.now().getTime()
    this.set(new Date(Math.ceil((now - DAY / 2) / DAY) * DAY + DAY / 2))
  }

  advance(by: { days?: number; minutes?: number; seconds?: number }): void {
    this.#offset += (by.days ?? 0) * DAY + (by.minutes ?? 0) * 60_000 + (by.seconds ?? 0) * 1000
  }
}
