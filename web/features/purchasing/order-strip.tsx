import { ChevronDown, Package } from 'lucide-react'
import type { SaleLine } from '../../../src/modules/purchasing/contract.ts'
import { countTokens, plural } from '../../lib/format.ts'
import { addTokens } from '../../lib/token-cost.ts'
import { OrderLines } from './order-lines.tsx'

/** An order of several things in one line, beside their conversation; it unfolds to all of them. */
export function OrderStrip({ lines, you }: { lines: SaleLine[]; you: 'buyer' | 'seller' }) {
  return (
    <details className="group w-full">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        <Package size={18} aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          One order: {plural(lines.length, 'thing')} ·{' '}
          <span className="figures">{countTokens(addTokens(...lines.map(({ tokenPrice }) => tokenPrice)))}</span>
        </span>
        <ChevronDown size={20} aria-hidden className="text-muted group-open:rotate-180" />
      </summary>
      <div className="max-h-[40dvh] overflow-y-auto py-2">
        <OrderLines lines={lines} you={you} />
      </div>
    </details>
  )
}
