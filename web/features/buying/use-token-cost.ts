import { path } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { addTokens, tokenCost } from '../../lib/token-cost.ts'

const USUAL_PERCENTAGE = '0.50'

/** Price, fee and total in tokens, at the market's current fee. */
export const useTokenCost = (price: string) => useOrderCost([price])

/** The same of things that are bought together, and of each: `lines`. Fees are rounded thing by thing. */
export function useOrderCost(prices: string[]) {
  const { data } = useApi(path('/api/admin/settings'))
  const percentage = data?.transactionFeePercentage ?? USUAL_PERCENTAGE
  const lines = prices.map((price) => tokenCost(price, percentage))
  const sumOf = (part: 'price' | 'fee' | 'total') => addTokens(...lines.map((line) => line[part]))
  return { price: sumOf('price'), fee: sumOf('fee'), total: sumOf('total'), percentage, lines }
}
