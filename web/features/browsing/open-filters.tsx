import { clsx } from 'clsx'
import { Search, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../lib/t.ts'
import { buttonClass } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { chosenFilters, inOneLine } from './filter-words.ts'
import type { ChangeFilters, Filters } from './filters.ts'

const FilterSheet = lazyDialog(() => import('./filter-sheet.tsx'))

interface Props {
  filters: Filters
  onChange: ChangeFilters
}

function useSheet({ filters, onChange }: Props) {
  const [open, setOpen] = useState(false)
  return {
    button: {
      type: 'button' as const,
      'aria-haspopup': 'dialog' as const,
      onPointerEnter: FilterSheet.prime,
      onFocus: FilterSheet.prime,
      onClick: () => setOpen(true),
    },
    sheet: open && <FilterSheet filters={filters} onChange={onChange} onOpenChange={setOpen} />,
  }
}

/** On a phone the whole search is one row, which opens all its filters. */
export function SearchRow(props: Props) {
  const { button, sheet } = useSheet(props)
  const words = inOneLine(props.filters)
  return (
    <>
      <button
        {...button}
        aria-label={words === '' ? t('Search items') : t('Search items: {search}', { search: words })}
        className="flex h-13 w-full items-center gap-3 rounded-full border border-line-strong bg-surface px-4 text-start shadow-1 md:hidden noscript:hidden"
      >
        <Search size={20} aria-hidden className="shrink-0 text-muted" />
        <span className={clsx('min-w-0 flex-1 truncate', words === '' ? 'text-muted' : 'font-semibold')}>
          {words || t('Search items')}
        </span>
        <SlidersHorizontal size={20} aria-hidden className="shrink-0 text-primary" />
      </button>
      {sheet}
    </>
  )
}

/** The same, where there is room for a search bar of its own. */
export function FiltersButton(props: Props) {
  const { button, sheet } = useSheet(props)
  const count = chosenFilters(props.filters).length
  return (
    <>
      <button {...button} className={`${buttonClass({ variant: 'quiet' })} max-md:hidden noscript:hidden`}>
        <SlidersHorizontal size={18} aria-hidden />
        {count > 0 ? t('Filters ({count})', { count }) : t('Filters')}
      </button>
      {sheet}
    </>
  )
}
