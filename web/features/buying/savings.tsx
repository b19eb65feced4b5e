import { clsx } from 'clsx'
import { Leaf } from 'lucide-react'
import { cardFeeCents } from '../../../src/modules/purchasing/constants.ts'
import { cardFeeNow, formatMoney } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { useCategoryPrices } from '../listing/use-categories.ts'

interface Props {
  categories: string[]
  /** Whether they go along with an order that is paid: its fee isn't charged again. */
  added?: boolean
  className: string
}

/**
 * An estimate of what is saved against the typical retail prices of the things' categories, and where it comes from; nothing
 * where those are unknown, or no more than the card fee.
 */
export function Savings({ categories, added = false, className }: Props) {
  const prices = useCategoryPrices()
  const retailOf = (category: string) => Number(prices?.find((known) => known.category === category)?.retailPrice ?? 0)
  const retail = categories.reduce((sum, category) => sum + retailOf(category), 0)
  const fee = cardFeeCents(cardFeeNow(added), categories.length) / 100
  const saved = retail - fee
  if (saved <= 0) return null
  return (
    <div className={clsx('bg-save-soft text-save', className)}>
      <p className="flex items-center gap-2 font-semibold">
        <Leaf size={18} aria-hidden className="shrink-0" />
        {t(
          'You save {saved} ({percent}% off the {retail} retail price of {count, plural, one {a typical new one} other {typical new ones}})',
          {
            saved: formatMoney(saved),
            percent: Math.round((saved / retail) * 100),
            retail: formatMoney(retail),
            count: categories.length,
          },
        )}
      </p>
      <details className="text-sm">
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline">
          {t('An estimate: where it comes from')}
        </summary>
        <p className="pb-2">
          {t(
            "{retail} is what this typically costs new: the retail price that this site keeps for each category, whatever the brand. The {fee} charged to your card is taken off. Tokens aren't counted as money.",
            { retail: formatMoney(retail), fee: formatMoney(fee) },
          )}
        </p>
      </details>
    </div>
  )
}
