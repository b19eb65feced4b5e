import type { ProblemReason } from '../../../src/modules/handover/constants.ts'

export const PROBLEM_LABELS: Record<ProblemReason, string> = {
  not_as_described: 'Not as described',
  broken: 'Broken',
  missing: 'Something is missing',
  did_not_come: 'Nobody came',
  other: 'Something else',
}
