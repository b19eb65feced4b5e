import { isIP } from 'node:net'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Middleware } from 'koa'
import type { Config } from '../config.ts'
import { NotFound } from '../errors.ts'
import type { Http } from './http.ts'

export interface Metrics {
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void
  /** Answers `GET /metrics` in Prometheus' text format. */
  serve: Middleware
  /** For whatever else is worth measuring. */
  registry: Registry
}

/** @param findAlarms what somebody should look at, read whenever the metrics are */
export function createMetrics(config: Config, findAlarms: () => Promise<{ kind: string; count: number }[]>): Metrics {
  const registry = new Registry()
  registry.registerMetric(alarmGauge(findAlarms))
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    registry,
    observeRequest: (labels, seconds) => durations.observe(labels, seconds),
    async serve(http, next) {
      if (http.path !== '/metrics' || http.method !== 'GET') {
        await next()
        return
      }
      if (config.production && !isDirectNeighbour(http)) throw new NotFound()
      http.type = registry.contentType
      http.body = await registry.metrics()
    },
  }
}

function alarmGauge(findAlarms: () => Promise<{ kind: string; count: number }[]>): Gauge {
  return new Gauge({
    name: 'market_alarms',
    help: 'What somebody should look at, by kind',
    labelNames: ['kind'],
    registers: [],
    async collect() {
      for (const { kind, count } of await findAlarms()) this.set({ kind }, count)
    },
  })
}

/** A scraper on the same machine or private network that speaks to this process itself, not through a proxy. */
function isDirectNeighbour(http: Http): boolean {
  if (http.get('x-forwarded-for') || http.get('forwarded') || http.get('via')) return false
  const host = http.hostname.replace(/^\[|\]$/g, '')
  return isPrivate(http.req.socket.remoteAddress ?? '') && (host === 'localhost' || isIP(host) !== 0)
}

function isPrivate(address: string): boolean {
  const ip = address.replace(/^::ffff:/i, '')
  return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i.test(ip)
}
