import { Skeleton } from '../../ui/skeleton.tsx'
import { WhenNear } from '../../ui/when-near.tsx'
import { NextStep } from './next-step.tsx'
import { Decision } from './problem.tsx'
import { Thanking } from './thanking.tsx'
import { useNow } from './use-now.ts'
import { useTrade } from './use-trade.ts'

/** How a purchase has ended, why, and the thank-yous. */
export function EndedTrade({ purchaseId }: { purchaseId: string }) {
  const meanwhile = <Skeleton className="h-24" />
  return (
    <WhenNear meanwhile={meanwhile}>
      <Ended purchaseId={purchaseId} meanwhile={meanwhile} />
    </WhenNear>
  )
}

function Ended({ purchaseId, meanwhile }: { purchaseId: string; meanwhile: React.ReactNode }) {
  const { data: trade, error } = useTrade(purchaseId)
  const now = useNow()
  // The rest of the card says all that matters as well.
  if (!trade) return error === undefined ? meanwhile : null
  return (
    <NextStep as="h4" trade={trade} now={now}>
      <Decision trade={trade} />
      {trade.stage === 'handed_over' && <Thanking trade={trade} folded />}
    </NextStep>
  )
}
