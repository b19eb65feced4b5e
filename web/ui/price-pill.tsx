import { clsx } from 'clsx'
import { formatTokens } from '../lib/format.ts'
import { t } from '../lib/t.ts'
import { CoinGlyph } from './coin-glyph.tsx'

/** A price in tokens, e.g. `"3.00"`. Amber means tokens everywhere on the site. */
export function PricePill({ amount, size = 'sm' }: { amount: string; size?: 'sm' | 'lg' }) {
  return (
    <span
      className={clsx(
        'figures inline-flex items-center rounded-full bg-lamp font-extrabold text-on-lamp',
        size === 'sm' ? 'gap-1 px-2.5 py-0.5 text-sm' : 'gap-2 px-4 py-1.5 text-xl',
      )}
    >
      <CoinGlyph size={size === 'sm' ? 14 : 20} />
      <span>
        {formatTokens(amount)}
        <span className={size === 'sm' ? 'sr-only' : ''}>
          {t('{count, plural, one { token} other { tokens}}', { count: Number(amount) })}
        </span>
      </span>
    </span>
  )
}
