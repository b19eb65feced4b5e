import autocannon from 'autocannon'
import type pg from 'pg'
import type { Case } from './cases.ts'

/** Requests a second, and milliseconds. */
export interface Measured {
  rate: number
  p50: number
  p99: number
}

const CONNECTIONS = 10

/** The HTTP answers: how many there were, and how long one is on average, in bytes. */
interface Answers extends Measured {
  count: number
  bytes: number
}

/**
 * Asks one address again and again, ten at a time, for some seconds or so many times.
 * @throws Error when an answer is not 200
 */
export async function measureHttp(
  url: string,
  seconds: number,
  headers: Record<string, string> = {},
  amount?: number,
): Promise<Answers> {
  const times: number[] = []
  const { non2xx, errors, duration, throughput } = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
    ...(amount !== undefined && { amount }),
    // Its own figures are whole milliseconds.
    setupClient: (client) => client.on('response', (_status, _bytes, time) => times.push(time)),
  })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were not 200, ${errors} failed`)
  const count = times.length
  return { rate: count / duration, ...quantiles(times), count, bytes: throughput.total / count }
}

/** Runs the statements of a case one after the other, on one connection. */
export async function measureStatements(
  client: pg.Client,
  { page, besides }: Case,
  seconds: number,
): Promise<Measured> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const start = performance.now()
    for (const { sql, bindings, name } of [page, ...besides]) await client.query({ text: sql, values: bindings, name })
    times.push(performance.now() - start)
  }
  return { rate: times.length / seconds, ...quantiles(times) }
}

export function quantiles(times: number[]): { p50: number; p99: number } {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? NaN
  return { p50: at(0.5), p99: at(0.99) }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
