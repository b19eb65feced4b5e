import type { Analysis, CreateListingBody, Listing } from '../../../src/modules/catalog/contract.ts'
import { request } from '../../lib/api.ts'

export const itemPath = (id: string): string => `/api/items/${id}`
export const MY_ITEMS_KEY = '/api/items/user/me'

export const claimListing = (id: string) => request<Listing>('PATCH', `${itemPath(id)}/claim`, {})
export const setListingStatus = (id: string, status: 'available' | 'withdrawn') =>
  request<Listing>('PATCH', itemPath(id), { status })
export const deleteListing = (id: string) => request<undefined>('DELETE', itemPath(id))

export const analyzePhotos = (photoUrls: string[], category: string) =>
  request<Analysis>('POST', '/api/ai/analyze-photos', { photoUrls, category })

export const createListing = (body: CreateListingBody) => request<Listing>('POST', '/api/items', body)

export interface AnalyzeItem {
  photoUrls: string[]
  category: string
}

export const analyzeBatch = (items: AnalyzeItem[]) =>
  request<{ results: (AnalyzeItem & { analysis: Analysis })[]; errors: AnalyzeItem[] }>(
    'POST',
    '/api/ai/analyze-batch',
    {
      items,
    },
  )
