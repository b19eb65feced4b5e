import { clsx } from 'clsx'
import { Leaf } from 'lucide-react'
import { cardFeeCents } from '../../../src/modules/purchasing/constants.ts'
import { formatMoney, pageLook } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { useCategoryPrices } from '../listing/use-categories.ts'

/**
 * An estimate of what is saved against the typical retail prices of the things' categories; nothing where those are unknown, or no more than the
 * card fee.
 */
export function Savings({ categories, className }: { categories: string[]; className: string }) {
  const prices = useCategoryPrices()
  const retailOf = (category: string) => Number(prices?.find((known) => known.category === category)?.retailPrice ?? 0)
  const retail = categories.reduce((sum, category) => sum + retailOf(category), 0)
  const saved = retail - cardFeeCents(pageLook().cardFee, categories.length) / 100
  if (saved <= 0) return null
  return (
    <p className={clsx('flex items-center gap-2 bg-save-soft font-semibold text-save', className)}>
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
  )
}
