import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { Timeline } from '../../purchases/timeline.tsx'
import { tradeSteps } from './trade-steps.tsx'
import { useNow } from '../../../lib/browser/use-now.ts'

/** The stages of a purchase. `paidAt` as ISO 8601. */
export function TradeProgress({ trade, paidAt }: { trade: Trade; paidAt: string | null }) {
  return <Timeline steps={tradeSteps(trade, paidAt, useNow())} />
}
