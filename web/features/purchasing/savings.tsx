import { clsx } from 'clsx'
import { Leaf } from 'lucide-react'
import { PLATFORM_FEE_CENTS } from '../../../src/modules/purchasing/constants.ts'
import { formatDollars } from '../../lib/format.ts'
import { useCategoryPrices } from '../listing/use-categories.ts'

/** What is saved against the category's retail price; nothing where that is unknown, or no more than the card fee. */
export function Savings({ category, className }: { category: string; className: string }) {
  const price = useCategoryPrices()?.find((known) => known.category === category)
  const retail = Number(price?.retailPrice ?? 0)
  const saved = retail - PLATFORM_FEE_CENTS / 100
  if (saved <= 0) return null
  return (
    <p className={clsx('flex items-center gap-2 bg-save-soft font-semibold text-save', className)}>
      <Leaf size={18} aria-hidden className="shrink-0" />
      You save {formatDollars(saved)} ({Math.round((saved / retail) * 100)}% off the {formatDollars(retail)} retail
      price)
    </p>
  )
}
