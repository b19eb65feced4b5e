import type { Clock } from '../platform/clock.ts'

const DAY = 24 * 60 * 60 * 1000

/** Real time plus an offset that a test moves. */
export class TestClock implements Clock {
  #offset = 0

  now(): Date {
    return new Date(Date.now() + this.#offset)
  }

  set(time: Date | string): void {
    this.#offset = new Date(time).getTime() - Date.now()
  }

  /** On to the next noon of the market, far from all quiet hours. */
  toNoon(): void {
    const now = this.now().getTime()
    this.set(new Date(Math.ceil((now - DAY / 2) / DAY) * DAY + DAY / 2))
  }

  advance(by: { days?: number; minutes?: number; seconds?: number }): void {
    this.#offset += (by.days ?? 0) * DAY + (by.minutes ?? 0) * 60_000 + (by.seconds ?? 0) * 1000
  }
}
