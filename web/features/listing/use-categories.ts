import useSWR from 'swr'
import type { CategoryPrice } from '../../../src/modules/catalog/contract.ts'
import { CATEGORY_LABELS } from './labels.ts'

export const PRICES_KEY = '/api/admin/category-prices'

export function useCategoryPrices(): CategoryPrice[] | undefined {
  return useSWR<CategoryPrice[]>(PRICES_KEY).data
}

/**
 * The six categories, then those that an admin has added.
 * @param chosen come last where they are none of these: they may be gone, while something is still listed under them
 */
export function useCategories(...chosen: string[]): string[] {
  const prices = useCategoryPrices() ?? []
  return [...new Set([...Object.keys(CATEGORY_LABELS), ...prices.map(({ category }) => category), ...chosen])]
}
