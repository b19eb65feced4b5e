import type { PriceToTry } from '../../../src/modules/economy/contract.ts'
import { t } from '../../lib/t.ts'
import { Card } from '../../ui/card.tsx'
import { categoryLabel } from '../listing/labels.ts'

/** Categories that never sell or sell at once; their prices are set with the others, on the desk. */
export function PricesToTry({ prices }: { prices: PriceToTry[] }) {
  return (
    <Card className="p-4">
      <h2 className="text-lg font-extrabold">{t('Prices to try')}</h2>
      {prices.length === 0 ? (
        <p className="text-muted">{t('No category sits unsold for a month, and none sells within a minute.')}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {prices.map((one) => (
            <li key={one.category} className="py-2">
              {wordsOf(one)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function wordsOf({ category: slug, kind, listings, sold, price, priceToTry }: PriceToTry): string {
  const category = categoryLabel(slug)
  return kind === 'never sells'
    ? t('{category}: none of {listings} sold in a month. Try {priceToTry} instead of {price} tokens.', {
        category,
        listings,
        priceToTry,
        price,
      })
    : t('{category}: half of the {sold} sold were gone within a minute. Try {priceToTry} instead of {price} tokens.', {
        category,
        sold,
        priceToTry,
        price,
      })
}
