import { path } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { tokenCost } from '../../lib/token-cost.ts'

const USUAL_PERCENTAGE = '0.50'

/** Price, fee and total in tokens, at the market's current fee. */
export function useTokenCost(price: string) {
  const { data } = useApi(path('/api/admin/settings'))
  const percentage = data?.transactionFeePercentage ?? USUAL_PERCENTAGE
  return { ...tokenCost(price, percentage), percentage }
}
