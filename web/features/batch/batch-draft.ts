import type { BatchListing } from './batch-listing.ts'

/** A batch as it is stored in this browser. */
export interface BatchDraft {
  step: BatchStep
  batchId: string | undefined
  /** Photo URLs, listing by listing. */
  groups: string[][]
  items: BatchListing[]
}

export type BatchStep = 'upload' | 'analyze' | 'review'
