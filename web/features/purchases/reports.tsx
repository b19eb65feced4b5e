import type { ReactNode } from 'react'
import type { SaleLine } from '../../../src/modules/purchasing/contract.ts'
import { namesOf } from './order.ts'
import { Reported } from './reported.tsx'

interface Props {
  lines: SaleLine[]
  /** The side that reported, as the start of a sentence. */
  by: string
  /** The next step. */
  children: ReactNode
}

/** The open problems with things of an order, each in the buyer's own words. */
export function Reports({ lines, by, children }: Props) {
  const reported = lines.filter(({ state }) => state === 'disputed')
  const reports = Map.groupBy(reported, ({ disputedAt, disputeReason }) => `${disputedAt ?? ''} ${disputeReason ?? ''}`)
  return [...reports].map(([key, about]) => (
    <Reported
      key={key}
      by={by}
      about={lines.length > 1 ? namesOf(about) : undefined}
      reason={about[0]?.disputeReason ?? null}
    >
      {children}
    </Reported>
  ))
}
