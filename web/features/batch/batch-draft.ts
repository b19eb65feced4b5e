import type { BatchListing } from './batch-listing.ts'

/** A batch as it is kept in this browser. */
export interface BatchDraft {
  step: BatchStep
  /** Of the running analysis. */
  batchId: string | undefined
  /** Addresses of the photos, item by item. */
  groups: string[][]
  items: BatchListing[]
}

export type BatchStep = 'upload' | 'analyze' | 'review'
