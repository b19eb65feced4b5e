import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { useCategories } from './use-categories.ts'
import { type Filters, queryOf } from './filters.ts'
import { categoryLabel } from './labels.ts'

/** Links, so that choosing works before the scripts are here, and each choice has an address. */
export function CategoryChips({ filters }: { filters: Filters }) {
  const categories = useCategories()
  return (
    <nav
      aria-label="Categories"
      className="sticky top-14 z-20 mt-8 border-b border-line bg-bg/95 backdrop-blur-md md:top-16"
    >
      <ul className="page flex gap-2 overflow-x-auto py-2 [scrollbar-width:none]">
        {['all', ...categories].map((category) => {
          const chosen = category === filters.category
          return (
            <li key={category} className="shrink-0">
              <Link
                to={{ pathname: '/', search: String(queryOf({ ...filters, category })) }}
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
