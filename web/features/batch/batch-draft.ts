import type { BatchItem } from './batch-item.ts'

/** A batch as it is kept in this browser. */
export interface BatchDraft {
  step: BatchStep
  /** Of the running analysis. */
  batchId: string | undefined
  /** Addresses of the photos, item by item. */
  groups: string[][]
  items: BatchItem[]
}

export type BatchStep = 'upload' | 'analyze' | 'review'
