import type { ReactNode } from 'react'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NextActions } from './next-actions.tsx'
import { NextStep } from './next-step.tsx'
import { useNow } from './use-now.ts'
import { useTrade } from './use-trade.ts'

/** The next step of a purchase, with all that can be done about it. `children`: what has been reported. */
export function OpenTrade({ purchaseId, children }: { purchaseId: string; children?: ReactNode }) {
  const { data: trade, error, mutate } = useTrade(purchaseId)
  const now = useNow()
  if (trade) {
    return (
      <NextStep as="h4" trade={trade} now={now}>
        {children}
        <NextActions trade={trade} now={now} />
      </NextStep>
    )
  }
  if (error === undefined) return <Skeleton className="h-40" />
  return <LoadError title="What comes next could not be loaded" error={error} onRetry={() => void mutate()} />
}
