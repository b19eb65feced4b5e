import { AGE_RANGES } from '../../../src/modules/identity/constants.ts'
import { t } from '../../lib/t.ts'
import { AGE_LABELS } from '../listing/labels.ts'
import { ChipRow } from './chip-row.tsx'
import type { Filters } from './filters.ts'

/** The age ranges of clothes, without the shoes of the filter sheet; the chosen one, pressed again, is any. */
export function SizeChips({ filters, className }: { filters: Filters; className: string }) {
  const choices = AGE_RANGES.map((size) => ({
    name: size,
    label: t(AGE_LABELS[size]),
    chosen: size === filters.size,
    change: { size: size === filters.size ? '' : size },
  }))
  return (
    <nav aria-label={t('Sizes')} className={className}>
      <ChipRow filters={filters} choices={choices} className="-mx-[16px] px-[16px] md:mx-0 md:flex-wrap md:px-0" />
    </nav>
  )
}
