import type { Sort } from '../../../src/modules/catalog/contract.ts'
import { ChevronDown } from 'lucide-react'
import { t } from '../../lib/t.ts'
import { type ChangeFilters, type Filters, SORT_LABELS } from './filters.ts'

/** The order of the grid; the nearest first only where there is a place to start from. */
export function SortSelect({ filters, onChange }: { filters: Filters; onChange: ChangeFilters }) {
  const orders = (Object.keys(SORT_LABELS) as Sort[]).filter((sort) => sort !== 'nearest' || filters.near !== '')
  return (
    <span className="relative noscript:hidden">
      <select
        aria-label={t('Order')}
        value={filters.sort}
        onChange={(event) => onChange({ sort: event.target.value as Sort })}
        className="min-h-11 appearance-none rounded-full border border-line-strong bg-surface pe-8 ps-3.5 font-semibold hover:bg-sunken max-md:text-sm"
      >
        {orders.map((sort) => (
          <option key={sort} value={sort}>
            {t(SORT_LABELS[sort])}
          </option>
        ))}
      </select>
      <ChevronDown size={18} aria-hidden className="pointer-events-none absolute top-1/2 end-2.5 -translate-y-1/2" />
    </span>
  )
}
