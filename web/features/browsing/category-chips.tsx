import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useCategories } from '../listing/use-categories.ts'
import { type Filters, queryOf } from './filters.ts'
import { categoryLabel } from '../listing/labels.ts'

const EDGE_PX = 16

/** Links, so that they work before the scripts load and each choice has an address. */
export function CategoryChips({ filters }: { filters: Filters }) {
  const categories = useCategories(filters.category)
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // On a phone the chosen chip may be off screen; scroll the row, never the page.
    const chip = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !chip) return
    const hidden = chip.offsetLeft + chip.offsetWidth + EDGE_PX - row.current.clientWidth
    if (hidden > row.current.scrollLeft) row.current.scrollLeft = hidden
  }, [filters.category])
  return (
    <nav
      aria-label="Categories"
      className="sticky top-14 z-20 mt-8 border-b border-line bg-bg/95 backdrop-blur-md md:top-16"
    >
      <ul ref={row} className="page relative flex gap-2 overflow-x-auto py-2 [scrollbar-width:none]">
        {[...new Set(['all', ...categories])].map((category) => {
          const chosen = category === filters.category
          return (
            <li key={category} className="shrink-0">
              <Link
                to={{ pathname: '/', search: String(queryOf({ ...filters, category, cursor: '' })) }}
                preventScrollReset
                aria-current={chosen ? 'true' : undefined}
                className={clsx(
                  'inline-flex min-h-11 items-center rounded-full border px-4 font-semibold whitespace-nowrap transition-colors',
                  chosen
                    ? 'border-primary bg-primary text-on-primary'
                    : 'border-line bg-surface hover:border-line-strong',
                )}
              >
                {category === 'all' ? 'All' : categoryLabel(category)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
