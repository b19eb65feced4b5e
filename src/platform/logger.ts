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

/** JSON lines in production; readable lines for a person at a terminal. */
export function createLogger(config: Config): Logger {
  return pino({
    level: config.LOG_LEVEL,
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    ...(config.production
      ? {}
      : { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', colorize: process.stdout.isTTY } } }),
  })
}
