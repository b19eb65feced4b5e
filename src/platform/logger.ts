import { pino, type Logger } from 'pino'
import type { Config } from './config.ts'

export type { Logger }

/** Nothing that would let a reader of the logs act as a member or find their home. */
const REDACTED = [
  'code',
  'email',
  'cookie',
  'authorization',
  'address',
  'pickupAddress',
  'deliveryAddress',
  'clientSecret',
  'cardNumber',
]

/** JSON lines in production; readable lines for a person at a terminal. On standard output, or on another descriptor. */
export function createLogger(config: Config, destination: 1 | 2 = 1): Logger {
  const options = {
    level: config.LOG_LEVEL,
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
  }
  if (config.production) return pino(options, pino.destination(destination))
  const colorize = destination === 1 ? process.stdout.isTTY : process.stderr.isTTY
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', colorize, destination } },
  })
}
