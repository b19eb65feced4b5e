import { ConfigError } from '../config.ts'
import { sqlState } from '../database.ts'
import { READ_ONLY } from '../database/half-open.ts'
import { isDatabaseAway } from '../database/is-away.ts'
import { AppError, messageOf } from '../errors.ts'
import { inTerminal } from '../language/terminal.ts'
import { say } from '../language/words.ts'

/**
 * The reason for which a process could not do its work, for the person who started it: one line, or one for each bad
 * variable. What is our own fault keeps its name.
 */
export function explainFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.problems.join('\n')
  if (error instanceof AppError) return oneLine(inTerminal(error.said))
  // Node names each address that it tried in an error of its own, and none in the one it throws.
  const tried: unknown[] = error instanceof AggregateError ? error.errors : [error]
  const words = oneLine(tried.map(messageOf).join(', '))
  const state = sqlState(error)
  if (state === READ_ONLY) {
    return inTerminal(
      say('The database may only be read ({words}). Is it a replica, or a primary that was replaced?', { words }),
    )
  }
  if (isDatabaseAway(error) || tried.some((one) => syscallOf(one) === 'getaddrinfo')) {
    return inTerminal(say('The database does not answer ({words}). Is it running?', { words }))
  }
  // Invalid authorization, and a database that is not there.
  if (/^(28|3D)/.test(state)) return inTerminal(say('The database does not let the market in ({words}).', { words }))
  const ownFault = error instanceof Error && error.name !== 'Error' && syscallOf(error) === undefined
  return ownFault ? `${error.name}: ${words}` : words
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const syscallOf = (error: unknown) => (error instanceof Error ? (error as NodeJS.ErrnoException).syscall : undefined)
