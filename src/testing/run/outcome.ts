import { stripVTControlCharacters } from 'node:util'

/** The outcome of a run of tests. Vitest's reporter and Playwright's write it, `npm test` reads it. */
export interface Outcome {
  passed: number
  skipped: number
  failures: Failure[]
}

export interface Failure {
  /** File and test, or where else it happened. */
  name: string
  /** The text of what was thrown, any colours and stack included. */
  error: string
}

/** A reporter writes its outcome as JSON to the file that this variable of the environment names. */
export const OUTCOME_FILE = 'OUTCOME_FILE'

const MOST_FAILURES = 20
const MOST_LINES = 12

/** The last lines of a run: what failed, each with the first lines of its error, and one line of counts. */
export function conclude(outcomes: Outcome[]): string {
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  const told = failures.slice(0, MOST_FAILURES).flatMap(({ name, error }) => [`✗ ${name}`, ...headOf(error), ''])
  const untold = failures.length - MOST_FAILURES
  const sum = (key: 'passed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  const counts = `${sum('passed')} passed, ${failures.length} failed${skipped}`
  return [...told, ...(untold > 0 ? [`and ${untold} more`, ''] : []), counts].join('\n')
}

/** The lines of an error before its stack and the blank ones left out, indented. */
function headOf(error: string): string[] {
  const lines = stripVTControlCharacters(error).split('\n')
  const stack = lines.findIndex((line) => /^\s+at /.test(line))
  const head = (stack === -1 ? lines : lines.slice(0, stack)).filter((line) => line.trim() !== '')
  return head.slice(0, MOST_LINES).map((line) => `    ${line}`)
}
