import { Gauge, type Registry } from 'prom-client'
import { withDeadline } from '../process/deadline.ts'
import type { Logger } from '../process/logger.ts'

/** It is shorter than a scraper waits, so that the other figures still reach it. */
export const PATIENCE = { ms: 2000 }

/** A figure that is read from the database whenever the metrics are asked for. */
export interface DatabaseGauge {
  name: string
  help: string
  labelNames: string[]
  read: () => Promise<{ labels: Record<string, string>; value: number }[]>
}

/** While it can't be read, it is absent, and the others are told all the same: an outage is when they are wanted. */
export function registerGauge({ registry, log }: { registry: Registry; log: Logger }, gauge: DatabaseGauge): void {
  const { read, ...described } = gauge
  new Gauge({
    ...described,
    registers: [registry],
    async collect() {
      this.reset()
      // One without labels would be zero.
      if (gauge.labelNames.length === 0) this.remove({})
      try {
        for (const { labels, value } of await withDeadline(PATIENCE.ms, read)) this.set(labels, value)
      } catch (error) {
        log.warn({ err: error }, `${gauge.name} can't be read`)
      }
    },
  })
}
