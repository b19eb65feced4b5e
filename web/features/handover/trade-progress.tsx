import { Timeline } from '../trades/timeline.tsx'
import { tradeSteps } from './trade-steps.tsx'
import { useNow } from './use-now.ts'
import { useTrade } from './use-trade.ts'

/** How far a purchase is. `paidAt` as ISO 8601. */
export function TradeProgress({ purchaseId, paidAt }: { purchaseId: string; paidAt: string | null }) {
  const { data: trade } = useTrade(purchaseId)
  const now = useNow()
  // Its height is kept free.
  return <div className="min-h-20">{trade && <Timeline steps={tradeSteps(trade, paidAt, now)} />}</div>
}
