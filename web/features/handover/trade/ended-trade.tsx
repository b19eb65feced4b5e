import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { NextStep } from './next-step.tsx'
import { Decision } from '../problem/problem.tsx'
import { Thanking } from '../thanks/thanking.tsx'
import { useNow } from '../../../lib/browser/use-now.ts'

/** The end of a purchase, why, and the thank-yous. */
export function EndedTrade({ trade }: { trade: Trade }) {
  const now = useNow()
  return (
    <NextStep as="h4" trade={trade} now={now}>
      <Decision trade={trade} />
      {trade.stage === 'handed_over' && <Thanking trade={trade} folded />}
    </NextStep>
  )
}
