import { formatTokens } from '../../lib/format.ts'
import { platformFee } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { CoinGlyph } from '../../ui/coin-glyph.tsx'

/** As many letters as " tokens + $3.50" has: with more the smallest cards show the coin alone. */
const ROOM = 15

/** The whole price of a listing of so many tokens: `3 tokens + $3.50`. Amber means tokens, so the money stands beside it. */
export function WholePrice({ tokens }: { tokens: string }) {
  const word = t('{count, plural, one { token} other { tokens}}', { count: Number(tokens) })
  const fee = ` + ${platformFee()}`
  const isLong = word.length + fee.length > ROOM
  return (
    <span className="figures flex items-center rounded-full @max-[7rem]:flex-col @max-[7rem]:rounded-card whitespace-nowrap bg-surface text-xs font-semibold text-ink md:text-sm">
      <span className="inline-flex items-center gap-1 rounded-full bg-lamp px-1.5 py-0.5 md:px-2 font-extrabold text-on-lamp">
        <CoinGlyph size={14} />
        <span>
          {formatTokens(tokens)}
          <span className={isLong ? '@max-[14rem]:sr-only' : '@max-[10rem]:sr-only'}>{word}</span>
        </span>
      </span>
      <span className="py-0.5 pe-1.5 ps-0.5 whitespace-pre md:pe-2 md:ps-1">{fee}</span>
    </span>
  )
}
