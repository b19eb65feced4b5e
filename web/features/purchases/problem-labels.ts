import type { ProblemReason } from '../../../src/modules/handover/constants.ts'
import { words } from '../../../src/platform/language/words.ts'

export const PROBLEM_LABELS: Record<ProblemReason, string> = {
  not_as_described: words('Not as described'),
  broken: words('Broken'),
  missing: words('Something is missing'),
  did_not_come: words('Nobody came'),
  other: words('Something else'),
}

/** The same within a sentence. */
export const PROBLEM_WORDS: Record<ProblemReason, string> = {
  not_as_described: words('not as described'),
  broken: words('broken'),
  missing: words('something is missing'),
  did_not_come: words('nobody came'),
  other: words('something else'),
}
