import { ConfigError } from './config.ts'
import { sqlState } from './database.ts'
import { AppError } from './errors.ts'

/** Why a process could not do its work, for the person who started it; undefined when only we can do something about it. */
export function explainFailure(error: unknown): string | undefined {
  if (error instanceof ConfigError) return error.problems.join('\n')
  if (error instanceof AppError) return error.message
  // Of several addresses that were tried, Node names each in an error of its own, and none in the one it throws.
  const tried: unknown[] = error instanceof AggregateError ? error.errors : [error]
  const calls = new Set(tried.map(syscallOf))
  const words = tried.map((one) => (one instanceof Error ? one.message : String(one))).join(', ')
  if (calls.has('connect') || calls.has('getaddrinfo')) {
    return `The database does not answer (${words}). Is it running?`
  }
  // Invalid authorization, and a database that is not there.
  if (/^(28|3D)/.test(sqlState(error))) return `The database does not let the market in (${words}).`
  return syscallOf(error) === undefined ? undefined : words
}

const syscallOf = (error: unknown) => (error instanceof Error ? (error as NodeJS.ErrnoException).syscall : undefined)
