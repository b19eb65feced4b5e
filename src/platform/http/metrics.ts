import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Middleware } from 'koa'
import type { Config } from '../config.ts'
import { NotFound } from '../errors.ts'
import type { Logger } from '../process/logger.ts'
import { droppedOutput } from '../process/output.ts'
import { registerGauge, type DatabaseGauge } from './gauges.ts'
import type { Http } from './http.ts'

export interface Metrics {
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void
  /** Answers `GET /metrics` in Prometheus' text format. */
  serve: Middleware
  /** Adds a gauge that is read from the database. */
  gauge(gauge: DatabaseGauge): void
}

export function createMetrics(config: Config, log: Logger): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Counter({
    name: 'log_dropped_lines_total',
    help: 'Lines of the log that were dropped, because nobody read them or they could not be written',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(droppedOutput())
    },
  })
  return {
    gauge: (gauge) => {
      registerGauge({ registry, log }, gauge)
    },
    observeRequest: (labels, seconds) => durations.observe(labels, seconds),
    async serve(http, next) {
      if (http.path !== '/metrics' || http.method !== 'GET') {
        await next()
        return
      }
      if (!mayScrape(http, config)) throw new NotFound()
      http.type = registry.contentType
      http.body = await registry.metrics()
    },
  }
}

/** The token opens the metrics; where none is set, everybody who reaches a development site, and nobody in production. */
function mayScrape(http: Http, { METRICS_TOKEN: token, production }: Config): boolean {
  if (token === '') return !production
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(http.get('authorization')), digest(`Bearer ${token}`))
}
