import { rich, t } from '../../../lib/t.ts'
import type { Filters } from '../filters.ts'

/** Where the button stands beside the filters of a phone there is room for one word. */
export function SaveWords({ main }: { main: boolean }) {
  if (main) return t('Tell me when one appears')
  return (
    <span>
      {rich('Save<more> this search</more>', { more: (text) => <span className="max-md:sr-only">{text}</span> })}
    </span>
  )
}

export interface SaveSearchProps {
  /** What is searched for, its typos corrected. */
  filters: Filters
  /** It finds nothing: this is the main thing to do. */
  main?: boolean
}
