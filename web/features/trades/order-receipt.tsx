import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { formatDollars, formatExact } from '../../lib/format.ts'
import { addTokens } from '../../lib/token-cost.ts'
import { CardCharge } from '../purchasing/receipt.tsx'
import { isGivenBack } from './order.ts'

/** What an order of several things cost, thing by thing, and what came back. */
export function OrderReceipt({ purchase }: { purchase: Purchase }) {
  const { lines, tokenPrice, tokenFee, courierFee, cardRefund } = purchase
  const back = lines.filter(isGivenBack).map((line) => addTokens(line.tokenPrice, line.tokenFee))
  return (
    <details className="group rounded-input border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between px-3 font-semibold [&::-webkit-details-marker]:hidden">
        Receipt
        <ChevronDown size={20} aria-hidden className="text-muted group-open:rotate-180" />
      </summary>
      <dl className="figures flex flex-col gap-1 border-t border-line px-3 py-2 text-sm">
        {lines.map((line, index) => (
          <Row
            key={line.id ?? index}
            label={line.title}
            amount={`${formatExact(line.tokenPrice)} + ${formatExact(line.tokenFee)} fee`}
          />
        ))}
        <Row strong label="Tokens" amount={`${formatExact(addTokens(tokenPrice, tokenFee))} tokens`} />
        <Row strong label="Card" amount={<CardCharge count={lines.length} />} />
        {courierFee && <Row label="Courier, paid to the courier" amount={formatDollars(courierFee)} />}
        {back.length > 0 && (
          <>
            <Row label="Back: tokens" amount={`${formatExact(addTokens(...back))} tokens`} />
            <Row label="Back: card" amount={formatDollars(cardRefund)} />
          </>
        )}
      </dl>
    </details>
  )
}

function Row({ label, amount, strong = false }: { label: string; amount: ReactNode; strong?: boolean }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${strong ? 'font-extrabold' : ''}`}>
      <dt className="min-w-0 wrap-anywhere">{label}</dt>
      <dd className="ml-auto text-right">{amount}</dd>
    </div>
  )
}
