import type { CategoryPrice } from '../../../src/modules/catalog/contract.ts'
import { CATEGORIES } from '../../../src/modules/catalog/attributes.ts'
import { path } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'

export function useCategoryPrices(): CategoryPrice[] | undefined {
  return useApi(path('/api/admin/category-prices')).data
}

const USUAL_PRICE = 3

/** The price of a new listing of the category, in tokens. */
export const useTokenPrice = (category: string): number =>
  useCategoryPrices()?.find((price) => price.category === category)?.tokenPrice ?? USUAL_PRICE

/**
 * The six categories, then those that an admin has added.
 * @param chosen are appended if missing: a deleted category may still have listings
 */
export function useCategories(...chosen: string[]): string[] {
  const prices = useCategoryPrices() ?? []
  return [...new Set([...Object.keys(CATEGORIES), ...prices.map(({ category }) => category), ...chosen])]
}
