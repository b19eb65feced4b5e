import type { Analysis, BatchProgress } from '../../../src/modules/catalog/analysis/contract.ts'
import type { CreateListingBody, Listing, UpdateListingBody } from '../../../src/modules/catalog/contract.ts'
import { request } from '../../lib/api.ts'

/** @param id may be anything that stood in the address bar; it must not lead to another call */
export const itemPath = (id: string): string => `/api/items/${encodeURIComponent(id)}`
export const MY_ITEMS_KEY = '/api/items/user/me'

export const claimListing = (id: string) => request<Listing>('PATCH', `${itemPath(id)}/claim`, {})
/** Only what changes; `status` withdraws or relists. */
export const updateListing = (id: string, change: UpdateListingBody) => request<Listing>('PATCH', itemPath(id), change)
export const deleteListing = (id: string) => request<undefined>('DELETE', itemPath(id))

/** @param again asks anew, even where an answer is kept */
export const analyzePhotos = (photoUrls: string[], category: string, again = false) =>
  request<Analysis>('POST', '/api/ai/analyze-photos', { photoUrls, category, again })

export const createListing = (body: CreateListingBody) => request<Listing>('POST', '/api/items', body)

interface AnalyzeItem {
  photoUrls: string[]
  category: string
}

/** @param batchId to be followed at `batchEventsPath` meanwhile */
export const analyzeBatch = (batchId: string, items: AnalyzeItem[]) =>
  request<{ results: (AnalyzeItem & { analysis: Analysis })[]; errors: (AnalyzeItem & { message: string })[] }>(
    'POST',
    '/api/ai/analyze-batch',
    { batchId, items },
  )

/** Nothing of it is begun any more, and what was not begun does not count for the day. */
export const cancelBatch = (batchId: string) => request<BatchProgress>('POST', `/api/ai/batches/${batchId}/cancel`, {})

export const batchEventsPath = (batchId: string): string => `/api/ai/batches/${batchId}/events`
export const photoWarningsPath = (photoUrl: string): string => `/api/ai/photo-warnings?photoUrl=${photoUrl}`
