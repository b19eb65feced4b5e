import type { DecideReportBody, Report, Settings } from '../../../src/modules/admin/contract.ts'
import type { CategoryPrice } from '../../../src/modules/catalog/contract.ts'
import { request } from '../../lib/api.ts'
import { PRICES_KEY } from '../listing/use-categories.ts'

export const SETTINGS_KEY = '/api/admin/settings'
export const DISPUTES_KEY = '/api/admin/disputes'
export const OVERVIEW_KEY = '/api/admin/overview'
export const REPORTS_KEY = '/api/admin/reports'
export const ACTIONS_KEY = '/api/admin/actions'
export const ADMIN_EXISTS_KEY = '/api/admin/exists'

/** `setupToken` is wanted on public sites only. */
export const setupAdmin = (setupToken?: string) =>
  request<{ isAdmin: true }>('POST', '/api/admin/setup', setupToken ? { setupToken } : {})

export const updateSettings = (settings: { processingFeePercentage?: string; transactionFeePercentage?: string }) =>
  request<Settings>('PATCH', SETTINGS_KEY, settings)

export const updatePrice = (category: string, change: { tokenPrice?: number; retailPrice?: string }) =>
  request<CategoryPrice>('PATCH', `${PRICES_KEY}/${category}`, change)

export const createCategory = (price: { category: string; tokenPrice: number; retailPrice: string }) =>
  request<CategoryPrice>('POST', PRICES_KEY, price)

export const deleteCategory = (category: string) => request<undefined>('DELETE', `${PRICES_KEY}/${category}`)

export const seedCategories = () => request<{ message: string }>('POST', '/api/admin/seed-categories', {})

export const decideDispute = (purchaseId: string, decision: 'release' | 'refund') =>
  request<{ state: string }>('POST', `${DISPUTES_KEY}/${purchaseId}`, { decision })

export const decideReport = (id: string, decision: DecideReportBody) =>
  request<Report>('POST', `${REPORTS_KEY}/${id}/decision`, decision)

export const restoreListing = (id: string) => request<unknown>('POST', `/api/admin/listings/${id}/restore`, {})
