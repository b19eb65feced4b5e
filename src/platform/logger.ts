import { pino, type DestinationStream, type Logger } from 'pino'
import pretty from 'pino-pretty'
import { DBError } from 'objection'
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

/**
 * A write costs more than the line: they go out together, so many bytes at a time or after so many milliseconds. A process
 * that ends, in whatever way but SIGKILL, has written them all.
 */
const TOGETHER = { minLength: 8 * 1024, periodicFlush: 200 }

/**
 * JSON lines in production; readable lines for a person at a terminal. On standard output, on another descriptor, or,
 * always as JSON, into a stream.
 */
export function createLogger(config: Config, destination: 1 | 2 | DestinationStream = 1): Logger {
  const options = {
    level: config.LOG_LEVEL,
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    serializers: { err: describeError },
  }
  if (typeof destination === 'object') return pino(options, destination)
  if (config.production) return pino(options, pino.destination({ dest: destination, ...TOGETHER }))
  const colorize = destination === 1 ? process.stdout.isTTY : process.stderr.isTTY
  // As a stream of this process: a transport is a thread of its own, which takes longer to start than all the lines to print.
  return pino(options, pretty({ ignore: 'pid,hostname', singleLine: true, colorize, destination, sync: true }))
}

/**
 * What happened and where. Of other properties only a few: a database error also carries the row it refused, a mail
 * error the recipient.
 */
function describeError(thrown: unknown): object {
  const error = thrown instanceof DBError ? thrown.nativeError : thrown
  if (!(error instanceof Error)) return { message: withoutAddresses(String(error)) }
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    stack: withoutAddresses(error.stack ?? ''),
    reason: code,
    constraint,
    table,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

const ADDRESS = /[\w.!#$%&'*+=?^`{|}~-]+@[\w-]+(\.[\w-]+)*/g
const withoutAddresses = (text: string) => text.replace(ADDRESS, '[hidden]')
