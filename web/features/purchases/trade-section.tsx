import type { ReactNode } from 'react'
import { useSearchParams } from '../../lib/navigation.tsx'

interface Props<T> {
  title: string
  trades: T[]
  idOf: (trade: T) => string
  /** @param open whether all of it is shown: the one that a notice leads to, or the only one */
  children: (trade: T, open: boolean) => ReactNode
}

/** A notice leads to this one. */
const show = (element: Element | null) => element?.scrollIntoView({ block: 'start' })

/** Purchases or sales in the same state; nothing when there are none. */
export function TradeSection<T>({ title, trades, idOf, children }: Props<T>) {
  const [query] = useSearchParams()
  if (trades.length === 0) return null
  return (
    <section>
      <h2 className="mb-3 text-xl font-extrabold">{title}</h2>
      <ul className="grid gap-4">
        {trades.map((trade) => (
          <li key={idOf(trade)} ref={idOf(trade) === query.get('trade') ? show : undefined} className="scroll-mt-20">
            {children(trade, trades.length === 1 || idOf(trade) === query.get('trade'))}
          </li>
        ))}
      </ul>
    </section>
  )
}
