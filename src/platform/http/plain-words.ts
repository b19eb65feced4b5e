import type { z } from 'zod'

/** What is wrong with a field, for a person; where the contract has no words of its own. */
export function plainWords(issue: z.core.$ZodRawIssue): string {
  const name = nameOf(issue.path)
  if (issue.input === undefined) return `${name} is required`
  const ofText = issue['origin'] === 'string'
  if (issue.code === 'too_big') return `${name} is too ${ofText ? 'long' : 'large'}`
  if (issue.code === 'too_small') return `${name} is too ${ofText ? 'short' : 'small'}`
  return `${name} is not valid`
}

/** `defaultCity` → `Default city`; the place in a list is no name. */
function nameOf(path: PropertyKey[] = []): string {
  const field = path.findLast((part) => typeof part === 'string')
  if (field === undefined) return 'The request'
  const words = field.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
