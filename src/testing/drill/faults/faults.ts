import type { Drill } from '../drill.ts'
import { halfOpen } from './half-open.ts'
import { hangingBucket } from './hanging-bucket.ts'
import { keptErrors } from './kept-errors.ts'
import { killedWorkers, TAKEN_UP_WITHIN } from './killed-workers.ts'

/** Promises 15 and 16: what others do when they hang, fail for good, or are killed. */
export const FAULT_DRILLS: Record<string, Drill> = {
  'fault-half-open': (market) => halfOpen(market, 4),
  'fault-killed-worker': (market) =>
    killedWorkers(market, { rounds: 5, workers: 4, purchases: 24, takenUpWithin: TAKEN_UP_WITHIN }),
  'fault-hanging-bucket': (market) => hangingBucket(market, 20),
  'fault-kept-500': (market) => keptErrors(market, 20),
}
