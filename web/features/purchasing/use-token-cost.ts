import useSWR from 'swr'
import type { Settings } from '../../../src/modules/admin/contract.ts'
import { tokenCost } from '../../lib/token-cost.ts'

const USUAL_PERCENTAGE = '0.50'

/** Price, fee and total in tokens, at the market's current fee. */
export function useTokenCost(price: string) {
  const { data } = useSWR<Settings>('/api/admin/settings')
  const percentage = data?.transactionFeePercentage ?? USUAL_PERCENTAGE
  return { ...tokenCost(price, percentage), percentage }
}
