import type { Context } from '../../platform/context.ts'
import type { TestClock } from '../time/test-clock.ts'

/** A drill's market: empty and its own, with chance that repeats with the printed seed. */
export interface DrillMarket {
  ctx: Context
  clock: TestClock
  /** From 0 up to, but not including, 1. */
  random: () => number
}

/** One line of the table of figures. */
export type Figures = Record<string, string | number>

/** @throws Error when the promise is broken */
export type Drill = (market: DrillMarket) => Promise<Figures>

/** @throws Error that names both, where they differ */
export function demand(what: string, found: unknown, wanted: unknown): void {
  if (found !== wanted) throw new Error(`${what}: ${String(found)} instead of ${String(wanted)}`)
}
