import { X } from 'lucide-react'
import { Link } from '../../lib/navigation.tsx'
import { keepFocus } from '../../lib/browser/focus.ts'
import { t } from '../../lib/t.ts'
import { forgetPlace } from './known-place.ts'
import { chosenFilters } from './filter-words.ts'
import { type Filters, pageAfter } from './filters.ts'

/** Each filter as a chip to take away. */
export function ActiveFilters({ filters }: { filters: Filters }) {
  const chosen = chosenFilters(filters)
  if (chosen.length === 0) return null
  return (
    <ul
      aria-label={t('Filters')}
      className="-ms-[16px] mb-1 flex min-w-0 flex-1 gap-2 overflow-x-auto py-1 ps-[16px] [scrollbar-width:none] last:-me-[16px] last:pe-[16px] md:mx-0! md:mb-3 md:flex-wrap md:px-0"
    >
      {chosen.map(({ label, without }) => (
        <li key={label} className="max-w-full shrink-0">
          <Link
            ref={keepFocus}
            to={pageAfter(filters, without)}
            onClick={'near' in without ? forgetPlace : undefined}
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full bg-primary-soft px-3.5 text-sm font-semibold text-primary hover:bg-primary hover:text-on-primary"
          >
            <span className="truncate">{label}</span>
            <span className="sr-only">, {t('remove')}</span>
            <X size={16} aria-hidden className="shrink-0" />
          </Link>
        </li>
      ))}
      {chosen.length > 1 && (
        <li className="shrink-0">
          <Link
            ref={keepFocus}
            to="/"
            onClick={forgetPlace}
            className="link inline-flex min-h-11 items-center px-2 text-sm font-semibold"
          >
            {t('Clear all')}
          </Link>
        </li>
      )}
    </ul>
  )
}
