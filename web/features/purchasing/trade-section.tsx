import type { ReactNode } from 'react'

interface Props<T> {
  title: string
  trades: T[]
  idOf: (trade: T) => string
  children: (trade: T) => ReactNode
}

/** Purchases or sales in the same state; nothing when there are none. */
export function TradeSection<T>({ title, trades, idOf, children }: Props<T>) {
  if (trades.length === 0) return null
  return (
    <section>
      <h2 className="mb-3 text-xl font-extrabold">{title}</h2>
      <ul className="grid gap-4">
        {trades.map((trade) => (
          <li key={idOf(trade)}>{children(trade)}</li>
        ))}
      </ul>
    </section>
  )
}
