import { t } from '../../lib/t.ts'
import { AGE_LABELS } from '../listing/labels.ts'
import { ChipRow } from './chip-row.tsx'
import type { Filters } from './filters.ts'

/** The age ranges of baby clothes; the chosen one, pressed again, is any. */
export function SizeChips({ filters, className }: { filters: Filters; className: string }) {
  const choices = Object.entries(AGE_LABELS).map(([size, label]) => ({
    name: size,
    label: t(label),
    chosen: size === filters.size,
    change: { size: size === filters.size ? '' : size },
  }))
  return (
    <nav aria-label={t('Sizes')} className={className}>
      <ChipRow filters={filters} choices={choices} className="-mx-[16px] px-[16px] md:mx-0 md:flex-wrap md:px-0" />
    </nav>
  )
}
