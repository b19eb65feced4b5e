import type { ReactNode } from 'react'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { NextActions } from './next-actions.tsx'
import { NextStep } from './next-step.tsx'
import { useNow } from '../../../lib/browser/use-now.ts'

/** The next step of a purchase, with all that can be done about it. `children`: what has been reported. */
export function OpenTrade({ trade, children }: { trade: Trade; children?: ReactNode }) {
  const now = useNow()
  return (
    <NextStep as="h4" trade={trade} now={now}>
      <NextActions trade={trade} now={now} reported={children} />
    </NextStep>
  )
}
