import { rich, t } from '../../../lib/t.ts'
import type { Filters } from '../filters.ts'

/** A button beside the filters of a phone has room for one word. */
export function SaveWords({ main }: { main: boolean }) {
  if (main) return t('Tell me when one appears')
  return (
    <span>
      {rich('Save<more> this search</more>', { more: (text) => <span className="max-md:sr-only">{text}</span> })}
    </span>
  )
}

export interface SaveSearchProps {
  /** The search with its typos corrected. */
  filters: Filters
  /** It finds nothing: this is the main thing to do. */
  main?: boolean
}
