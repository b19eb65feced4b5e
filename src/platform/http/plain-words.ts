import type { z } from 'zod'
import { type Said, type SaidValue, say } from '../language/words.ts'

/** The message of zod where the contract has no words of its own. */
export const NO_WORDS = ''

/** The fault of a field, for a person: in the contract's words, with the numbers of its rule, or else in ours. */
export function wordsFor(issue: z.core.$ZodIssue): string | Said {
  if (issue.message === NO_WORDS) return plainWords(issue)
  return issue.message.includes('{') ? { message: issue.message, values: numbersOf(issue) } : issue.message
}

function plainWords(issue: z.core.$ZodIssue): Said {
  const field = nameOf(issue.path)
  if (issue.input === undefined) return say('{field} is required', { field })
  const ofText = 'origin' in issue && issue.origin === 'string'
  if (issue.code === 'too_big')
    return ofText ? say('{field} is too long', { field }) : say('{field} is too large', { field })
  if (issue.code === 'too_small') {
    return ofText ? say('{field} is too short', { field }) : say('{field} is too small', { field })
  }
  return say('{field} is not valid', { field })
}

/** `defaultCity` → `Default city`, which `src/field-names.ts` has for the catalogues; the place in a list is no name. */
function nameOf(path: PropertyKey[]): Said {
  const field = path.findLast((part) => typeof part === 'string')
  if (field === undefined) return say('The request')
  const name = field.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
  return { message: name.charAt(0).toUpperCase() + name.slice(1) }
}

/** `maximum` and `minimum` of a rule, and what a refinement gives as `params`. */
function numbersOf(issue: z.core.$ZodIssue): Record<string, SaidValue> {
  const given = issue.code === 'custom' ? (issue.params ?? {}) : issue
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])),
  )
}
