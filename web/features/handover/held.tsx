import { Package, Truck } from 'lucide-react'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { countTokens, formatDollars } from '../../lib/format.ts'
import { CoinGlyph } from '../../ui/coin-glyph.tsx'

interface Props extends Pick<Purchase, 'deliveryMethod' | 'deliveryAddress' | 'courierFee'> {
  /** In escrow, as decimal text. */
  tokens: string
  /** Who fetches it, where that is said. */
  by?: string
}

/** The tokens that wait, and how the things get to the buyer. */
export function Held({ tokens, deliveryMethod, deliveryAddress, courierFee, by }: Props) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <li className="flex items-center gap-1.5">
        <CoinGlyph size={18} />
        <span>
          <span className="figures font-semibold">{countTokens(tokens)}</span> in escrow
        </span>
      </li>
      <li className="flex items-center gap-1.5 wrap-anywhere">
        {deliveryMethod === 'doordash' ? (
          <>
            <Truck size={18} aria-hidden className="shrink-0" /> Courier
            {deliveryAddress && ` to ${deliveryAddress}`}
            {courierFee && `, ${formatDollars(courierFee)} paid to the courier`}
          </>
        ) : (
          <>
            <Package size={18} aria-hidden className="shrink-0" /> Pickup{by !== undefined && ` by ${by}`}
          </>
        )}
      </li>
    </ul>
  )
}
