import { pino, type DestinationStream, type Logger } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { DBError } from 'objection'
import type { Config } from '../config.ts'
import { outputOf } from './output.ts'

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
  const output = outputOf(destination)
  const colorize = destination === 1 ? process.stdout.isTTY : process.stderr.isTTY
  const readable = prettyFactory({ ignore: 'pid,hostname', singleLine: true, colorize })
  const log = pino(options, config.production ? output : { write: (line) => output.write(readable(line)) })
  output.onRecovered = (dropped, reason) => {
    log.warn({ dropped, reason }, 'lines of the log were dropped')
  }
  return log
}

/**
 * Describes an error and its place. It takes few other properties: a database error also carries the row it refused, a
 * mail error the recipient.
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

/** From the beginning of a word only: from each of its letters it would take the square of its length. */
const ADDRESS = /(?<![\w.!#$%&'*+=?^`{|}~-])[\w.!#$%&'*+=?^`{|}~-]+@[\w-]+(\.[\w-]+)*/g
const withoutAddresses = (text: string) => text.replace(ADDRESS, '[hidden]')
