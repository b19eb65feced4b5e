/** Where business rules get the time from, so that tests can walk through days and years. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
