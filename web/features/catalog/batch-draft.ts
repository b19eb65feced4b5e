import type { BatchItem } from './batch-item.ts'

/** A batch as it is kept in this browser, for the member who works on it. */
export interface BatchDraft {
  memberId: string
  step: BatchStep
  /** Of the running analysis. */
  batchId: string | undefined
  /** Addresses of the photos, item by item. */
  groups: string[][]
  items: BatchItem[]
}

export type BatchStep = 'upload' | 'analyze' | 'review'
