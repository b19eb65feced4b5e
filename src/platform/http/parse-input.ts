import type { z } from 'zod'
import { NotFound, ValidationFailed, type ErrorDetail } from '../errors.ts'
import { NO_WORDS, wordsFor } from './plain-words.ts'
import { say } from '../language/words.ts'
import { refuseUnstorableText } from './pages/storable.ts'

/** An address that no thing can have is the address of nothing. */
export function parseParams(schema: z.ZodType | undefined, value: unknown): unknown {
  try {
    return parse(schema, value)
  } catch (error) {
    throw error instanceof ValidationFailed ? new NotFound() : error
  }
}

/** Checks a part of a request, by the contract of its endpoint. @throws ValidationFailed naming each fault */
export function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  refuseUnstorableText(value)
  const result = schema.safeParse(value, { error: () => NO_WORDS, reportInput: true })
  if (result.success) return result.data
  throw new ValidationFailed(result.error.issues.flatMap(detailsOf))
}

function detailsOf(issue: z.core.$ZodIssue): ErrorDetail[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: say('Unknown field {key}', { key }) }))
  }
  if (issue.code === 'invalid_union') {
    const branch = nearestBranch(issue.errors)
    if (branch) return branch.flatMap((inner) => detailsOf({ ...inner, path: [...issue.path, ...inner.path] }))
  }
  return [{ path, message: wordsFor(issue) }]
}

/** Input that may take several forms is judged by the way that was most nearly taken. */
function nearestBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const faults = (branch: z.core.$ZodIssue[]) =>
    branch.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
  return branches.filter(({ length }) => length > 0).toSorted((one, other) => faults(one) - faults(other))[0]
}
