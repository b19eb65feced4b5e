import { Package, Truck } from 'lucide-react'
import type { Purchase } from '../../../../src/modules/purchasing/contract.ts'
import { countTokens } from '../../../lib/format.ts'
import { formatMoney } from '../../../lib/look.ts'
import { rich, t } from '../../../lib/t.ts'
import { CoinGlyph } from '../../../ui/coin-glyph.tsx'

interface Props extends Pick<Purchase, 'deliveryMethod' | 'deliveryAddress' | 'courierFee'> {
  /** In escrow, as decimal text. */
  tokens: string
  /** The member who fetches it, where that is said. */
  by?: string
}

/** The tokens that wait, and how the things get to the buyer. */
export function Held({ tokens, deliveryMethod, deliveryAddress, courierFee, by }: Props) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <li className="flex items-center gap-1.5">
        <CoinGlyph size={18} />
        <span>
          {rich('{tokens} in escrow', { tokens: <span className="figures font-semibold">{countTokens(tokens)}</span> })}
        </span>
      </li>
      <li className="flex items-center gap-1.5 wrap-anywhere">
        {deliveryMethod === 'doordash' ? (
          <>
            <Truck size={18} aria-hidden className="shrink-0" />{' '}
            {deliveryAddress ? t('Courier to {place}', { place: deliveryAddress }) : t('Courier')}
            {courierFee && t(', {dollars} paid to the courier', { dollars: formatMoney(courierFee) })}
          </>
        ) : (
          <>
            <Package size={18} aria-hidden className="shrink-0" />{' '}
            {by === undefined ? t('Pickup') : t('Pickup by {name}', { name: by })}
          </>
        )}
      </li>
    </ul>
  )
}
